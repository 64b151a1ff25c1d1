"""On paper: everything that is shown, without what only a screen needs, dark on white whatever the theme."""

from watched_page import choose


def test_what_is_for_a_screen_is_not_printed(page):
    page.emulate_media(media="print")
    for name in (".settings", ".top nav", ".chart .tools", ".filters"):
        assert not page.locator(name).first.is_visible(), name
    for name in (
        "h1",
        "#verdict",
        "#chart-waterfall svg",
        "#stages .metric",
        "#comparison table",
        "#question-list table",
    ):
        assert page.locator(name).first.is_visible(), name


def test_paper_is_white_in_every_theme(page):
    choose(page, "theme", "dark")
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate("""() => {
      const of = (one) => getComputedStyle(document.querySelector(one));
      const paper = ["body", "section"].map((one) => of(one).backgroundColor);
      return [...paper, of("body").color, of("#chart-metrics text").fill];
    }""")
    assert colours == ["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(22, 24, 29)", "rgb(22, 24, 29)"]


def test_it_becomes_a_pdf(page):
    assert len(page.pdf(format="A4")) > 100_000
