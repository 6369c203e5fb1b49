"""The registry: declarations agree with each other and with what carries them."""

from __future__ import annotations

import re
from collections import defaultdict
from fnmatch import fnmatchcase

import pytest

from model.catalogue import catalogue
from model.figures import Figure, carried, carried_by, figure, figures, limit_of, unit_of

JUDGED = ("better", "label", "short", "grows", "gain", "limit", "load", "wanted", "passes")


def by_name() -> dict[str, list[Figure]]:
    found: dict[str, list[Figure]] = defaultdict(list)
    for one in figures():
        found[one.name].append(one)
    return found


def denominators(one: Figure) -> set[str]:
    return set(re.split(r"[ +×]", one.over)) - {""}


def test_a_name_is_declared_once_for_each_kind() -> None:
    pairs = [(one.name, kind) for one in figures() for kind in one.kinds or ("",)]
    assert len(pairs) == len(set(pairs))
    kinds = catalogue()
    assert {kind for _, kind in pairs if kind and kind not in kinds} == set()


def test_declarations_of_one_name_are_judged_and_called_alike() -> None:
    differing = {
        (name, what)
        for name, declared in by_name().items()
        for what in JUDGED
        if len({getattr(one, what) for one in declared}) > 1
    }
    assert differing == set()


def test_a_figure_has_one_unit_whatever_carries_it() -> None:
    units = {name: {one.unit for one in declared} for name, declared in by_name().items()}
    assert {name: found for name, found in units.items() if len(found) > 1} == {}


def test_every_declaration_says_what_it_is() -> None:
    assert [one.name for one in figures() if not one.label] == []
    assert [one.name for one in figures() if not one.defined.endswith(".")] == []
    assert [one.name for one in figures() if one.gain and not one.better] == []


def test_a_ratio_names_a_denominator_that_the_same_components_carry() -> None:
    for one in figures():
        assert (one.nature == "ratio") == bool(one.over), one.name
        known = [
            kind
            for kind in one.kinds
            if any(
                all(carried(kind, name) for name in re.split(r"[+×]", alternative))
                for alternative in one.over.split()
            )
        ]
        assert list(one.kinds) == known or one.nature != "ratio", one.name
        assert all(figure(name) for name in denominators(one)), one.name


@pytest.mark.parametrize(
    ("kind", "name", "nature"),
    [
        ("lpar", "available_frames", "gauge"),
        ("lpar", "lcu_response_ms.0A1B", "ratio"),
        ("adabas_nucleus", "cache_spaces_active", "latest"),
        ("adabas_nucleus", "cache_lock_requests", "count"),
        ("adabas_nucleus", "lock_rejects.GSL", "count"),
        ("service_class", "CPUDLYP", "gauge"),
    ],
)
def test_the_most_particular_declaration_counts(kind: str, name: str, nature: str) -> None:
    declared = carried(kind, name)
    assert declared is not None
    assert declared.nature == nature


def test_what_nobody_declared_does_not_exist() -> None:
    assert carried("lpar", "commands") is None
    assert carried("ufo", "cp_busy_pct") is None
    assert figure("speed_of_light") is None
    assert figure("LBP") is None


@pytest.mark.parametrize(
    "name", ["network_itr_per_cpu_s", "throughput_pct", "throughput_bytes_per_s", "useful_cpus"]
)
def test_more_throughput_is_better(name: str) -> None:
    declared = figure(name)
    assert declared is not None
    assert declared.better == "more"


def test_the_parts_of_a_name_are_told_apart() -> None:
    pools = Figure("gauge", "pool_size.*", "MB", "lpar", "Pools.")
    assert pools.is_part
    assert pools.part("pool_size.BP0") == "BP0"
    between = Figure("gauge", "job.*.frames", "frames", "lpar cpc", "Jobs.")
    assert between.part("job.CICSA.frames") == "CICSA"
    assert between.kinds == ("lpar", "cpc")
    whole = Figure("gauge", "[a-z]*", "", "", "Any.")
    assert whole.part("anything") == "anything"
    plain = Figure("rate", "etr_per_s", "1/s", "", "Rate.")
    assert not plain.is_part
    assert plain.part("etr_per_s") == ""
    assert plain.part("etr_per_s_of_all") == ""
    assert [one.name for one in figures() if one.name.count("*") > 1] == []
    assert plain.kinds == ()


def test_the_registry_answers_for_kinds_names_and_their_parts() -> None:
    assert {one.name for one in carried_by("lpar")} >= {"available_frames", "cp_busy_pct"}
    assert all("lpar" in one.kinds for one in carried_by("lpar"))
    assert carried_by("ufo") == ()
    assert unit_of("etr_per_s") == "1/s"
    assert unit_of("speed_of_light") == ""
    assert limit_of("cp_busy_pct") == 100.0
    assert limit_of("etr_per_s") is None
    assert limit_of("speed_of_light") is None
    # What its parts have in common may be asked of a figure of parts by the name before them.
    parts = next(one for one in figures() if one.name.endswith(".*"))
    assert figure(parts.name.removesuffix(".*")) is not None
    # One of parts is found by the most particular pattern, of the kind that was asked for.
    job = carried("lpar", "job.CICSA.frames")
    assert job is not None
    assert job.part("job.CICSA.frames") == "CICSA"
    assert carried("cpc", "job.CICSA.frames") is None


def test_a_name_of_parts_is_found_by_its_beginning_as_by_all_declarations() -> None:
    def fits(name: str) -> str | None:
        known = [f for f in figures() if f.is_part and f.name[0] != "["]
        found = [f.name for f in known if fnmatchcase(name, f.name)]
        return max(found, key=len, default=None)

    for declared in figures():
        if declared.is_part and declared.name[0] != "[":
            name = re.sub(r"\[[^]]*\]", "1", declared.name).replace("*", "x").replace("?", "y")
            found = figure(name)
            assert found is not None
            assert len(found.name) == len(str(fits(name))), name
    assert figure("no_such_figure_of_any_kind") is None
