"""The page in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.browser.catalogs import APACHE, HAS_APACHE, LAKE, MadePage
from tests.browser.conftest import Open
from tests.browser.data import HOSTILE, edge, lake, node, pond
from tests.browser.driver import Browser
from tests.conftest import Outcome

Shoot = Callable[[str], None]


def boxes(browser: Browser) -> list[str]:
    """Return the ids of what the graph shows."""
    found: list[str] = browser.run(
        "return [...document.querySelectorAll('.box')].map((box) => box.dataset.id)"
    )
    return found


def box(id_: str) -> str:
    """Return the selector of a box."""
    return f'.box[data-id="{id_}"]'


def address(browser: Browser) -> str:
    found: str = browser.run("return decodeURIComponent(location.hash)")
    return found


def wait_for(browser: Browser, id_: str) -> None:
    browser.wait("return document.querySelector(arguments[0]) !== null", box(id_))


def wait_for_details(browser: Browser, ref: str) -> None:
    browser.wait(
        "const found = document.querySelector('.details');"
        "return found && found.getAttribute('aria-label') === arguments[0]",
        f"About {ref}",
    )


# ---- opening


def test_containers_are_closed_at_first(show: Open, shoot: Shoot) -> None:
    browser = show(pond())
    shown = ["Class[Pond]", "Class[Shore]", "Class[Loop]", f"Notify[{HOSTILE}]"]
    assert sorted(boxes(browser)) == sorted(["Stage[main]", *shown])
    assert browser.run("return document.querySelectorAll('.line').length") == 1
    shoot("overview")


def test_a_click_opens_and_closes_a_container(show: Open, shoot: Shoot) -> None:
    browser = show(pond())
    browser.click(box("Class[Pond]"))
    wait_for(browser, "Service[ducks]")
    assert address(browser) == ""
    shoot("opened")
    browser.click(f"{box('Class[Pond]')} .chevron")
    browser.wait("return document.querySelector(arguments[0]) === null", box("Service[ducks]"))


def test_texts_stay_texts(show: Open) -> None:
    browser = show(pond(), f"#Notify[{HOSTILE}]")
    wait_for_details(browser, f"Notify[{HOSTILE}]")
    assert browser.text(".details h2") == f"Notify {HOSTILE}"
    assert browser.text("h1") == f"pond {HOSTILE}"
    assert browser.run("return document.querySelectorAll('img').length") == 0
    assert browser.run("return document.title").startswith(f"Notify[{HOSTILE}]")


def test_no_script_of_others_runs(show: Open) -> None:
    browser = show(pond())
    browser.run(
        "const script = document.createElement('script');"
        "script.textContent = 'window.intruder = 1';"
        "document.body.append(script)"
    )
    assert browser.run("return window.intruder === undefined")
    assert len(browser.messages()) == 1  # the policy is enforced


# ---- selecting


def test_a_link_selects(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    shown = ["File[/etc/ducks.conf]", "Package[ducks]", "Service[ducks]"]
    # What orders the containers orders the file.
    shown += ["Class[Pond]", "Stage[main]", "Class[Shore]"]
    assert sorted(boxes(browser)) == sorted(shown)
    shoot("neighbourhood")


@pytest.mark.parametrize("ref", ["Exec[100% sure? a#b]", "Exec[huey]"])
def test_every_reference_is_a_link(show: Open, ref: str) -> None:
    browser = show(pond())
    browser.click("#search")
    browser.press(*ref)
    browser.press("Enter")
    wait_for_details(browser, ref)
    link = browser.run("return location.href")
    browser.open(link)
    wait_for_details(browser, ref)


def test_an_unknown_reference_is_named(show: Open) -> None:
    browser = show(pond(), "#File[/nowhere]")
    assert "There is no File[/nowhere] here" in browser.text("[role=alert]")


def test_click_then_back_and_forward(show: Open) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    browser.click(box("Service[ducks]"))
    wait_for_details(browser, "Service[ducks]")
    assert address(browser) == "#Service[ducks]"
    browser.back()
    wait_for_details(browser, "File[/etc/ducks.conf]")
    browser.forward()
    wait_for_details(browser, "Service[ducks]")


def test_details_show_source_values_and_reasons(show: Open) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    assert browser.text(".excerpt .chosen") == "3 -> file { '/etc/ducks.conf': mode => '0644' }"
    values = browser.text(".values")
    assert "mode0644default the resource default File { } site.pp:3" in values
    assert "hiera key pond::mode common.yaml:4" in values
    why = browser.text(".details section")
    assert "declaration File[/etc/ducks.conf] is declared by Class[Pond] site.pp:3" in why
    assert "include the main manifest includes Class[Pond] site.pp:10" in why
    edges = browser.run(
        "return [...document.querySelectorAll('.edges li')]"
        ".map((each) => each.textContent.replace(/\\s+/g, ' ').trim())"
    )
    assert edges == [
        "Package[ducks] arrow site.pp:3",
        "Service[ducks] notify refresh site.pp:4",
        "Class[Shore] before through Class[Pond] site.pp:10",
    ]


def test_a_long_value_is_short_at_first(show: Open) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    assert browser.text(".values tr:nth-child(2) pre") == "a a a a a a…"
    browser.click(".values button.link")
    browser.wait(
        "return document.querySelector('.values tr:nth-child(2) pre').textContent.length === 80"
    )


def test_a_place_opens_the_source(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#File[/etc/motd]")
    browser.click(".details .place")
    assert browser.text(".source .chosen code") == "file { '/etc/motd': content => 'quack' }"
    assert address(browser) == "#/source/site.pp:7"
    shoot("source")
    browser.press("Escape")
    browser.wait("return document.querySelector('.graph') !== null")


# ---- the keyboard


def test_search_by_keyboard(show: Open, shoot: Shoot) -> None:
    browser = show(pond())
    browser.press("/")
    browser.press(*"file etc")
    found = browser.run(
        "return [...document.querySelectorAll('#completions li')]"
        ".map((each) => each.textContent.replace(/\\s+/g, ' ').trim())"
    )
    assert found == ["File /etc/motd", "File /etc/issue", "File /etc/ducks.conf"]
    shoot("search")
    browser.press("ArrowDown", "ArrowDown", "Enter")
    wait_for_details(browser, "File[/etc/ducks.conf]")


def test_search_finds_nothing(show: Open) -> None:
    browser = show(pond())
    browser.press("/")
    browser.press(*"goose")
    assert browser.text("#completions") == "Nothing has that name."
    browser.press("Escape")
    browser.wait("return document.querySelector('#completions').hidden")


def test_arrows_walk_and_enter_selects(show: Open) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    browser.press("ArrowRight")  # into the graph
    browser.press("ArrowRight")
    browser.wait("return document.activeElement.dataset.id === arguments[0]", "Service[ducks]")
    browser.press("Enter")
    wait_for_details(browser, "Service[ducks]")
    browser.press("Escape")
    browser.wait("return document.querySelector('.details') === null")
    assert address(browser) == "#/graph"


def test_space_opens_a_container(show: Open) -> None:
    browser = show(pond())
    browser.run("document.querySelector(arguments[0]).focus()", box("Class[Loop]"))
    browser.press(" ")
    wait_for(browser, "Exec[huey]")
    browser.press(" ")
    browser.wait("return document.querySelector(arguments[0]) === null", box("Exec[huey]"))


def test_keys_change_the_view(show: Open) -> None:
    browser = show(pond())
    for key, selector in (("t", ".timeline"), ("r", ".resources"), ("p", ".problems")):
        browser.press(key)
        browser.wait("return document.querySelector(arguments[0]) !== null", selector)
    browser.press("g")
    browser.wait("return document.querySelector('.graph') !== null")


def test_help_opens_and_closes(show: Open, shoot: Shoot) -> None:
    browser = show(pond())
    browser.press("?")
    assert "search" in browser.text("dialog[open]")
    shoot("help")
    browser.press("Escape")
    browser.wait("return document.querySelector('dialog') === null")


# ---- filters


def test_a_filter_hides_a_kind_of_edge(show: Open) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for(browser, "Service[ducks]")
    browser.click(".chip.kind-notify input")
    browser.wait("return document.querySelector(arguments[0]) === null", box("Service[ducks]"))
    assert "Package[ducks]" in boxes(browser)


def test_depth_shows_a_larger_neighbourhood(show: Open) -> None:
    browser = show(pond(), "#Package[ducks]")
    wait_for_details(browser, "Package[ducks]")
    assert "Service[ducks]" not in boxes(browser)
    browser.press("]")
    wait_for(browser, "Service[ducks]")
    browser.press("[")
    browser.wait("return document.querySelector(arguments[0]) === null", box("Service[ducks]"))


# ---- cycles and races


def test_a_cycle_is_highlighted(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#Exec[huey]")
    wait_for_details(browser, "Exec[huey]")
    assert browser.run("return document.querySelectorAll('.box.cycle').length") == 3
    assert browser.run("return document.querySelectorAll('.line.cycle').length") == 3
    assert "It is in a cycle of 3 steps" in browser.text(".note.cycle")
    shoot("cycle")


def test_a_closed_container_shows_the_cycle_in_it(show: Open) -> None:
    browser = show(pond())
    assert browser.run("return document.querySelector('.box.cycle').dataset.id") == "Class[Loop]"


def test_a_race_is_highlighted(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#File[/etc/motd]")
    wait_for_details(browser, "File[/etc/motd]")
    assert browser.run("return document.querySelectorAll('.box.race').length") == 2
    assert browser.run("return document.querySelectorAll('.line.kind-race').length") == 1
    assert "It touches the path /etc/motd, as does File[/etc/issue]" in browser.text(".note.race")
    shoot("race")


def test_problems_are_listed(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#/problems")
    first = "Exec[huey] comes before Exec[dewey] require site.pp:9"
    assert browser.text(".problem.cycle li") == first
    assert browser.text(".problem.race h2") == "Race for the path /etc/motd"
    shoot("problems")
    browser.click(".problem.race a.ref")
    wait_for_details(browser, "File[/etc/motd]")


# ---- timeline and resources


def test_the_timeline_has_phases(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#/timeline")
    names = browser.run(
        "return [...document.querySelectorAll('.strip .name')].map((n) => n.textContent)"
    )
    assert names == ["Main manifest", "As applied"]
    browser.click("#row-4")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    assert address(browser) == "#/timeline/File[/etc/ducks.conf]"
    assert browser.run("return document.querySelectorAll('.ticks i').length") == 2
    shoot("timeline")


def test_resources_are_filtered(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#/resources")
    assert browser.text(".resources [role=status]") == "14 resources"
    browser.click(".resources input[type=search]")
    browser.press(*"etc")
    browser.wait("return document.querySelectorAll('.resource').length === 3")
    browser.press("Tab", "Tab", "ArrowDown", "Enter")
    wait_for_details(browser, "File[/etc/motd]")
    shoot("resources")


# ---- light, dark and paper


def colour(browser: Browser) -> str:
    found: str = browser.run("return getComputedStyle(document.body).backgroundColor")
    return found


def test_light_and_dark(show: Open, shoot: Shoot) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    light = colour(browser)
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    browser.command("Emulation.setEmulatedMedia", features=[dark])
    browser.wait("return getComputedStyle(document.body).backgroundColor !== arguments[0]", light)
    shoot("dark")
    browser.press("d")
    browser.wait("return getComputedStyle(document.body).backgroundColor === arguments[0]", light)
    browser.command("Emulation.setEmulatedMedia", features=[])
    browser.press("d")
    browser.wait("return document.documentElement.dataset.theme === 'dark'")
    assert colour(browser) != light


def contrast(browser: Browser, ink: str, paper: str) -> float:
    """Return the contrast of two colours of the style, as accessibility guidelines define it."""
    found: float = browser.run(
        """
        const element = document.createElement("canvas");
        const canvas = element.getContext("2d", { willReadFrequently: true });
        const probe = document.body.appendChild(document.createElement("i"));
        const light = (name) => {
          probe.style.color = `var(--${name})`;
          canvas.fillStyle = getComputedStyle(probe).color;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => {
            const part = each / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const both = [light(arguments[0]), light(arguments[1])].sort((a, b) => b - a);
        probe.remove();
        return (both[0] + 0.05) / (both[1] + 0.05);
        """,
        ink,
        paper,
    )
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_have_contrast(show: Open, theme: str) -> None:
    browser = show(pond())
    browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
    pairs = [(ink, paper) for ink in ("ink", "soft", "accent") for paper in ("paper", "ground")]
    pairs += [("soft", "accent-soft"), ("accent", "accent-soft"), ("alarm", "alarm-soft")]
    pairs += [("caution", "caution-soft"), ("good", "good-soft")]
    low = {pair: found for pair in pairs if (found := contrast(browser, *pair)) < 4.5}
    assert low == {}


def test_paper_shows_all_rows(show: Open) -> None:
    browser = show(lake(300), "#/resources")
    browser.run(
        "window.seen = 0;"
        "window.addEventListener('beforeprint',"
        " () => { window.seen = document.querySelectorAll('.resource').length; })"
    )
    browser.command("Page.printToPDF")
    count: Any = browser.wait("return window.seen")
    assert count >= 300
    browser.wait("return document.querySelectorAll('.resource').length < 100")


def test_everything_has_a_name_for_screen_readers(show: Open) -> None:
    browser = show(pond(), "#File[/etc/ducks.conf]")
    wait_for_details(browser, "File[/etc/ducks.conf]")
    nameless = browser.run(
        """
        const has = (each) => each.getAttribute("aria-label") || each.textContent.trim() ||
          (each.labels && each.labels.length);
        const used = "a, button, input, select, [role=button], [role=listbox]";
        return [...document.querySelectorAll(used)]
          .filter((each) => !has(each)).map((each) => each.outerHTML);
        """
    )
    assert nameless == []
    assert browser.run("return document.querySelectorAll('main, h1, nav[aria-label]').length") >= 3


# ---- pages of both languages, as the command writes them

EXAMPLES = Path(__file__).parents[2] / "examples" / "explain"


def test_the_page_of_a_manifest(
    one_browser: Browser, duckrow: Callable[..., Outcome], tmp_path: Path, shoot: Shoot
) -> None:
    path = tmp_path / "page.html"
    site = str(EXAMPLES / "site.pp")
    words = ["value", "File[/etc/motd]", "mode", site, "--format", "html", "-o", str(path)]
    assert duckrow("explain", *words)[0] == 0
    one_browser.open(path.as_uri())
    assert "File[/etc/motd] has mode => '0644'" in one_browser.text(".answer h2")
    assert address(one_browser) == "#/answer"
    shoot("answer_value")
    one_browser.click(".answer h2 a.ref")
    wait_for_details(one_browser, "File[/etc/motd]")
    assert "from the resource default" in one_browser.text(".values")
    assert one_browser.messages() == []


def test_the_page_of_a_policy(
    one_browser: Browser, duckrow: Callable[..., Outcome], tmp_path: Path, shoot: Shoot
) -> None:
    path = tmp_path / "page.html"
    policy = str(EXAMPLES / "pond.cf")
    assert (
        duckrow("explain", "promise", "call", policy, "--format", "html", "-o", str(path))[0] == 0
    )
    one_browser.open(path.as_uri())
    assert 'reports "come ashore"' in one_browser.text(".answer h2")
    one_browser.press("g")
    wait_for(one_browser, "bundle feed")
    one_browser.click(box("bundle feed"))
    one_browser.wait("return document.querySelectorAll('.box.node').length === 2")
    shoot("policy")
    one_browser.press("/")
    one_browser.press(*"ashore")
    one_browser.press("Enter")
    assert "come ashore" in one_browser.text(".details h2")
    assert 'commands "/bin/true"' in one_browser.text(".edges")
    shoot("policy_neighbourhood")
    one_browser.press("t")
    assert one_browser.text(".strip .name") == "before all bundles"
    shoot("policy_timeline")
    assert one_browser.messages() == []


# ---- odd data


ODD: dict[str, dict[str, Any]] = {
    "nothing": {"nodes": []},
    "one resource": {"nodes": [node("File", "/a")]},
    "a container that is not there": {"nodes": [node("File", "/a", "Class[Gone]")]},
    "containers in each other": {
        "nodes": [node("Class", "A", "Class[B]"), node("Class", "B", "Class[A]")]
    },
    "a resource before itself": {
        "nodes": [node("File", "/a")],
        "edges": [edge("File[/a]", "File[/a]", "require")],
        "cycles": [["File[/a]"]],
    },
    "edges to nowhere": {
        "nodes": [node("File", "/a")],
        "edges": [edge("File[/a]", "File[/gone]", "require")],
        "cycles": [["File[/gone]"]],
        "races": [{"refs": ["File[/a]", "File[/gone]"], "what": "the path /a"}],
        "phases": [{"name": "empty", "steps": []}],
    },
    "a long title": {"nodes": [node("Exec", "quack\n\t" * 2000)]},
}


@pytest.mark.parametrize("name", ODD)
def test_odd_data(name: str, show: Open) -> None:
    data = {"title": name, **ODD[name]}
    browser = show(data)
    for view in ("timeline", "resources", "problems", "graph"):
        browser.run("location.hash = `#/${arguments[0]}`", view)
        browser.wait("return document.querySelector('.view').ariaLabel === arguments[0]", view)
    for each in data["nodes"]:
        browser.run("location.hash = `#${encodeURIComponent(arguments[0])}`", each["ref"])
        wait_for_details(browser, each["ref"])
    browser.press("]", "Escape")


# ---- large catalogs


def test_five_thousand_resources(show: Open, shoot: Shoot) -> None:
    browser = show(lake(5000))
    count = "return document.querySelectorAll('.box').length"
    assert browser.run(count) < 100
    shoot("large")
    browser.press("/")
    browser.press(*"feathers 1001")
    browser.press("Enter")
    ref = "File[/srv/ducks/1001/feathers.conf]"
    wait_for_details(browser, ref)
    assert "Service[quack-1001]" in boxes(browser)
    shoot("large_neighbourhood")
    browser.press("r")
    browser.wait("return document.querySelector('.resource.chosen') !== null")
    assert browser.run("return document.querySelectorAll('.resource').length") < 100
    browser.press("t")
    browser.wait("return document.querySelector('.step.chosen') !== null")
    assert browser.run("return document.querySelectorAll('.step').length") < 100


def test_a_large_container_shows_more_on_demand(show: Open, shoot: Shoot) -> None:
    browser = show(lake(5000))
    browser.click(box("Class[Lake]"))
    group = "Class[Lake] › File"
    browser.click(box(group))
    browser.wait("return document.querySelector('.box.more') !== null")
    before = len(boxes(browser))
    shoot("large_opened")
    browser.click(".box.more")
    browser.wait("return document.querySelectorAll('.box').length > arguments[0]", before)
    assert len(boxes(browser)) < before + 50


def test_many_neighbours_are_one_box_at_first(show: Open) -> None:
    browser = show(lake(5000), "#Class[Lake]")
    wait_for_details(browser, "Class[Lake]")
    assert len(boxes(browser)) < 20
    browser.click(".box.more")
    browser.wait("return document.querySelectorAll('.box').length > 30")


@pytest.mark.skipif(not HAS_APACHE, reason="needs the puppet-module packages")
def test_apache_with_fifty_hosts(one_browser: Browser, tmp_path: Path, shoot: Shoot) -> None:
    path = tmp_path / "page.html"
    path.write_text(MadePage("apache", APACHE).text)
    one_browser.open(path.as_uri())
    wait_for(one_browser, "Class[main]")
    assert one_browser.text("nav [href='#/resources'] .count").startswith("1,1")
    shoot("apache")
    one_browser.press("/")
    one_browser.press(*"file site7.example.com.conf sym")
    one_browser.press("Enter")
    wait_for_details(one_browser, "File[25-site7.example.com.conf symlink]")
    assert "is declared by Apache::Vhost[site7.example.com]" in one_browser.text(
        ".details .reasons"
    )
    assert "from the declaration" in one_browser.text(".values")
    assert "Class[Apache::Service] notify" in one_browser.text(".details")
    shoot("apache_neighbourhood")
    one_browser.click(box("Apache::Vhost[site7.example.com]"))
    wait_for_details(one_browser, "Apache::Vhost[site7.example.com]")
    assert one_browser.messages() == []


def test_a_catalog_of_five_thousand_resources(
    one_browser: Browser, tmp_path: Path, shoot: Shoot
) -> None:
    path = tmp_path / "page.html"
    made = MadePage("a lake", LAKE)
    assert made.count > 5000
    path.write_text(made.text)
    one_browser.open(path.as_uri())
    wait_for(one_browser, "Class[Lake]")
    shoot("lake")
    one_browser.click(box("Class[Lake]"))
    one_browser.wait("return document.querySelectorAll('.box').length > 20")
    shoot("lake_opened")
    one_browser.press("/")
    one_browser.press(*"quack-512")
    one_browser.press("Enter")
    wait_for_details(one_browser, "Service[quack-512]")
    assert "Service[quack-512] is declared by Lake::Duck[512]" in one_browser.text(".reasons")
    assert {"File[/srv/ducks/512/feathers.conf]", "Class[Lake::Visitors]"} <= set(
        boxes(one_browser)
    )
    shoot("lake_neighbourhood")
    assert one_browser.messages() == []
