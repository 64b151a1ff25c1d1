"use strict";
// Starts the page: unpacks the data, shows every part that has some, and listens to the address and the settings.
(async () => {
  const root = document.getElementById("app");
  R.document = await R.unpack("document");
  R.state.language = R.remembered("language") ?? R.document.language;
  R.state.theme = R.remembered("theme") ?? "auto";

  const choice = (labelKey, name, options, change) => {
    const select = R.el("select", { id: `choose-${name}`, on: { change: (event) => change(event.target.value) } },
      options.map(([value, text]) => R.el("option", { value, selected: R.state[name] === value }, text)));
    return R.el("label", { class: "choice" }, R.el("span", {}, R.t(labelKey)), select);
  };

  const change = (name) => (value) => {
    R.state[name] = value;
    R.remember(name, value);
    show();
  };

  const header = (parts) =>
    R.el("header", { class: "top" },
      R.el("a", { class: "skip", href: "#content" }, R.t("page.skip")),
      R.el("h1", {}, R.document.title),
      R.el("div", { class: "settings" },
        choice("page.language", "language", [["en", "English"], ["ru", "Русский"]], change("language")),
        choice("page.theme", "theme", ["auto", "light", "dark"].map((one) => [one, R.t(`page.theme.${one}`)]), change("theme")),
        R.el("button", { on: { click: () => print() } }, R.t("page.print"))),
      R.el("nav", { "aria-label": R.t("page.parts") },
        parts.map((part) => R.el("a", { href: `#${part.name}` }, R.t(part.titleKey)))));

  const shown = (part) => {
    const section = R.el("section", { id: part.name, "aria-labelledby": `${part.name}-title` },
      R.el("h2", { id: `${part.name}-title`, tabindex: -1 }, R.t(part.titleKey)));
    try {
      section.append(...[part.build(R.document.sections[part.name])].flat(Infinity).filter(Boolean));
    } catch (error) {
      console.error(error); // the other parts are shown all the same
      section.append(R.el("p", { class: "problem", role: "alert" }, R.t("page.failed", { why: error.message })));
    }
    return section;
  };

  const show = () => {
    document.documentElement.lang = R.state.language;
    document.documentElement.dataset.theme = R.isDark() ? "dark" : "light";
    const parts = R.parts.filter((part) => R.document.sections[part.name]);
    R.waiting.length = 0;
    const top = scrollY;
    root.replaceChildren(header(parts), R.el("main", { id: "content" }, parts.map(shown)));
    R.onPlace?.(R.place());
    R.drawWaiting().catch((error) => console.error(error)).finally(() => {
      document.documentElement.dataset.ready = R.state.language;
    });
    scrollTo(0, top);
  };

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("hashchange", () => R.onPlace?.(R.place()));
  let wide = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== wide) {
      wide = innerWidth;
      clearTimeout(R.resized);
      R.resized = setTimeout(show, 200);
    }
  });
  show();
})();
