"""A page whose console, errors and requests are written down."""

LOCAL = ("file:", "data:", "blob:")


class Watched:
    """``complaints`` are parts of messages that are expected."""

    def __init__(self, page, complaints=()):
        self.page, self.expected = page, tuple(complaints)
        self.messages, self.requests, self.refused = [], [], []
        page.on("console", lambda one: self.messages.append(f"{one.type}: {one.text}"))
        page.on("pageerror", lambda one: self.messages.append(f"error: {one}"))
        page.on("request", lambda one: self.requests.append(one.url))
        page.on("requestfailed", lambda one: one.failure == "csp" and self.refused.append(one.url))

    def ready(self):
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def check(self):
        unexpected = [one for one in self.messages if not any(part in one for part in self.expected)]
        assert not unexpected, unexpected
        asked = [url for url in self.requests if not url.startswith(LOCAL) and url not in self.refused]
        assert not asked, asked


def ready(page, language="en"):
    """Wait until everything is drawn."""
    page.wait_for_selector(f'html[data-ready="{language}"]', state="attached")


def choose(page, name, value):
    """Choose a setting of the head of the page, and wait until all of it is shown."""
    page.select_option(f"#choose-{name}", value)
    ready(page, value if name == "language" else page.evaluate("() => document.documentElement.lang"))


def texts(page, selector):
    return page.locator(selector).all_inner_texts()


def strings_in(page):
    """Every text node of the page that has letters, once."""
    return page.evaluate("""() => {
      const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
      const found = new Set();
      while (walker.nextNode()) found.add(walker.currentNode.nodeValue.trim());
      return [...found];
    }""")
