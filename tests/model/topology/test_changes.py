"""Changes to a topology: what they do, what they refuse, and that nothing is edited in place."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.topology import (
    DEFAULT,
    AddComponent,
    AddLink,
    Catalogue,
    ChangeError,
    Component,
    ComponentKind,
    Link,
    MoveComponent,
    RemoveComponent,
    RenameComponent,
    Scenario,
    SetSetting,
    Setting,
    SettingSpec,
    Topology,
    apply_change,
    apply_changes,
    validate,
)
from model.topology.validation import not_running

KINDS = Catalogue(
    [
        ComponentKind("machine", "Machine", "hardware", (None,)),
        ComponentKind(
            "system",
            "System",
            "hardware",
            (None, "machine"),
            (SettingSpec("STORAGE", "number", "real storage", "GB", minimum=1, maximum=100),),
        ),
        ComponentKind(
            "base",
            "Database",
            "db",
            (None,),
            (
                SettingSpec("SERVERS", "integer", "servers", minimum=1, maximum=31),
                SettingSpec("MODE", "choice", "mode", choices=("one", "many")),
            ),
            counts={"SERVERS": "server"},
        ),
        ComponentKind(
            "server",
            "Server",
            "db",
            ("system",),
            (SettingSpec("FAST", "flag", "fast"),),
            links={"member": ("base",)},
        ),
    ]
)


@pytest.fixture
def shop() -> Topology:
    components = [
        Component("machine:M", "machine", "M"),
        Component("system:A", "system", "A", "machine:M", {"STORAGE": Setting(64)}),
        Component("system:B", "system", "B", "machine:M"),
        Component("base:1", "base", "1", None, {"SERVERS": Setting(3)}),
        Component("server:1-1", "server", "1-1", "system:A", {"FAST": Setting(True)}),
        Component("server:1-2", "server", "1-2", "system:B"),
        Component("server:1-3", "server", "1-3", "system:A"),
    ]
    links = tuple(Link("member", f"server:1-{n}", "base:1") for n in (1, 2, 3))
    return Topology({c.id: c for c in components}, links)


def test_setting_is_changed_in_a_copy_only(shop: Topology) -> None:
    after = apply_change(shop, SetSetting("system:A", "STORAGE", 32), KINDS)
    assert after["system:A"].value("STORAGE") == 32
    assert after["system:A"].settings["STORAGE"].origin.kind == "user"
    assert shop["system:A"].value("STORAGE") == 64
    with pytest.raises(TypeError):
        shop["system:A"].settings["STORAGE"] = Setting(1)  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (SetSetting("system:Z", "STORAGE", 1), "no component system:Z"),
        (SetSetting("system:A", "STORE", 1), "no setting STORE"),
        (SetSetting("system:A", "STORAGE", 500), "at most 100 GB"),
        (SetSetting("system:A", "STORAGE", float("nan")), "takes a number"),
        (SetSetting("base:1", "MODE", "few"), "one of one, many"),
        (SetSetting("server:1-1", "FAST", 1), "yes or no"),
        (MoveComponent("server:1-1", "machine:M"), "goes in system"),
        (MoveComponent("system:A", "system:A"), "inside itself"),
        (AddComponent(Component("system:A", "system", "A")), "already"),
        (AddComponent(Component("x", "nothing", "x")), "unknown kind"),
        (RemoveComponent("nobody"), "no component nobody"),
    ],
)
def test_illegal_changes_say_why(shop: Topology, change: object, words: str) -> None:
    with pytest.raises(ChangeError, match=words):
        apply_change(shop, change, KINDS)  # type: ignore[arg-type]


def test_count_setting_adds_members_where_fewest_are(shop: Topology) -> None:
    after = apply_change(shop, SetSetting("base:1", "SERVERS", 5), KINDS)
    servers = after.sources("base:1", "member")
    assert len(servers) == 5
    assert [s.parent for s in servers].count("system:A") == 3
    assert [s.parent for s in servers].count("system:B") == 2
    assert validate(after, KINDS) == ()


def test_count_setting_removes_members_where_most_are(shop: Topology) -> None:
    after = apply_change(shop, SetSetting("base:1", "SERVERS", 1), KINDS)
    assert len(after.sources("base:1", "member")) == 1
    assert len(after.links) == 1


@given(st.lists(st.integers(1, 31), min_size=1, max_size=6))
def test_members_follow_any_sequence_of_counts(counts: list[int]) -> None:
    base = Component("base:1", "base", "1", None, {})
    first = Component("server:1-1", "server", "1-1", "system:A")
    topology = Topology(
        {c.id: c for c in (Component("system:A", "system", "A"), base, first)},
        (Link("member", "server:1-1", "base:1"),),
    )
    changes = [SetSetting("base:1", "SERVERS", n) for n in counts]
    after = apply_changes(topology, changes, KINDS)
    assert len(after.sources("base:1", "member")) == counts[-1]
    assert after["base:1"].value("SERVERS") == counts[-1]


def test_removing_a_container_removes_its_contents_and_links(shop: Topology) -> None:
    after = apply_change(shop, RemoveComponent("machine:M"), KINDS)
    assert [c.id for c in after] == ["base:1"]
    assert after.links == ()


def test_a_scenario_keeps_only_the_last_value_of_a_setting() -> None:
    scenario = Scenario("s").with_changes(
        [SetSetting("a", "X", 1), SetSetting("a", "Y", 1), SetSetting("a", "X", 2)]
    )
    assert scenario.changes == (SetSetting("a", "Y", 1), SetSetting("a", "X", 2))


def test_hundreds_of_changes_are_appended_in_one_go_and_the_last_of_each_counts() -> None:
    """Each was compared with all before it: 240 for each of 25 loads took most of a second."""

    class Counted(str):
        compared = 0

        def __eq__(self, other: object) -> bool:
            Counted.compared += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    many = 400
    old = [SetSetting(Counted(f"c{n}"), "X", 1) for n in range(many)]
    new = [SetSetting(Counted(f"c{n}"), "X", 2) for n in range(0, many, 2)]
    after = Scenario("s", (*old, RemoveComponent("gone"))).with_changes([*new, *new])
    assert after.changes == (*old[1::2], RemoveComponent("gone"), *new)
    assert Counted.compared < 10 * many


def test_topology_survives_pickling_for_worker_threads(shop: Topology) -> None:
    assert pickle.loads(pickle.dumps(shop)) == shop


@pytest.mark.parametrize(
    ("text", "value"), [("yes", True), ("OFF", False), ("12", 12), ("1.5", 1.5), ("MANY", "many")]
)
def test_text_becomes_a_value(text: str, value: object) -> None:
    spec = {
        bool: SettingSpec("F", "flag", ""),
        int: SettingSpec("N", "integer", ""),
        float: SettingSpec("N", "number", ""),
        str: KINDS["base"].settings[1],
    }[type(value)]
    assert spec.parse(text) == value


@pytest.mark.parametrize("text", ["", "abc", "nan", "inf", "-inf", "1e999"])
def test_text_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="N takes"):
        SettingSpec("N", "number", "").parse(text)


def test_the_last_name_of_a_component_counts_and_others_keep_theirs() -> None:
    first = Scenario("s").with_changes(
        [RenameComponent("lpar:A", "ONE"), RenameComponent("lpar:B", "OTHER")]
    )
    again = first.with_changes([RenameComponent("lpar:A", "TWO")])
    assert again.changes == (RenameComponent("lpar:B", "OTHER"), RenameComponent("lpar:A", "TWO"))


def test_containers_are_told_from_the_inside_out_and_a_circle_ends() -> None:
    parents = {"a": None, "b": "a", "c": "b", "lost": "gone", "x": "y", "y": "x"}
    shop = Topology({k: Component(k, "system", k, parent) for k, parent in parents.items()})
    assert shop.containers("c") == ("b", "a")
    assert shop.containers("a") == shop.containers("lost") == ()
    assert shop.containers("x") == ("y", "x")
    assert shop.ancestor("c", "machine") is None


def _site() -> Topology:
    """A database of two servers, one slow and one fast, on two systems."""
    fast = {"FAST": Setting(True)}
    parts = [
        Component("d", "base", "d", None, {"SERVERS": Setting(2)}, {}),
        Component("a", "system", "a", None),
        Component("b", "system", "b", None),
        Component("s-1", "server", "s-1", "a", {"FAST": Setting(False)}, {}),
        Component("s-2", "server", "s-2", "b", fast, {}),
    ]
    links = [Link("member", "s-1", "d"), Link("member", "s-2", "d")]
    return Topology({part.id: part for part in parts}).with_links(links)


def test_a_member_added_by_hand_is_one_more_as_if_the_number_were_set() -> None:
    counted = apply_change(_site(), SetSetting("d", "SERVERS", 3), KINDS)
    placed = Component("s-3", "server", "s-3", "a", {"FAST": Setting(True, DEFAULT)})
    for change in (
        AddComponent(Component("s-3", "server", "s-3", "a")),
        AddComponent(placed, (Link("member", "s-3", "d"),)),
    ):
        by_hand = apply_changes(_site(), [change], KINDS)
        assert by_hand["d"].value("SERVERS") == counted["d"].value("SERVERS") == 3
        assert by_hand["s-3"].value("FAST") is counted["s-3"].value("FAST") is False
        assert set(by_hand.links) == set(counted.links)
    on_b = apply_change(_site(), AddComponent(Component("s-3", "server", "s-3", "b")), KINDS)
    assert on_b["s-3"].value("FAST") is True
    fewer = apply_change(on_b, RemoveComponent("b"), KINDS)
    assert fewer["d"].value("SERVERS") == 1


def test_a_member_of_nobody_is_refused_with_the_setting_that_adds_one() -> None:
    two = _site().with_component(Component("e", "base", "e", None, {"SERVERS": Setting(0)}, {}))
    change = AddComponent(Component("s-3", "server", "s-3", "a"))
    (said,) = not_running(two, apply_change(two, change, KINDS), [change], KINDS)
    assert "belongs to none of d and e" in said
    assert "set SERVERS" in said
    link = AddLink(Link("member", "s-3", "d"))
    assert not not_running(two, apply_changes(two, [change, link], KINDS), [change, link], KINDS)


def test_what_was_found_of_a_topology_is_taken_over_with_the_new_component() -> None:
    """Who asks a scenario's topology finds the changed component, wherever it is looked for."""
    parts = [Component("M", "machine", "M"), *(Component(n, "system", n, "M") for n in "AB")]
    before = Topology().with_components(parts).with_links([Link("uses", "A", "B")])
    for topology in (before, Topology(dict(before.components), before.links)):
        topology.of_kind("system"), topology.children("M"), topology.sources("B", "uses")
        after = topology.with_component(parts[1].with_setting("STORAGE", Setting(7)))
        for found in (after.of_kind("system"), after.children("M")):
            assert [c.value("STORAGE") for c in found] == [7, None]
        assert [c.value("STORAGE") for c in after.sources("B", "uses")] == [7]
        moved = after.with_component(Component("A", "machine", "A"))
        assert (
            [c.id for c in moved.of_kind("system")] == ["B"] == [c.id for c in moved.children("M")]
        )
        assert [c.id for c in moved.of_kind("machine")] == ["M", "A"]
        assert [c.value("STORAGE") for c in topology.of_kind("system")] == [None, None]
