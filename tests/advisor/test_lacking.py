"""Everything that a model lacks is asked at once."""

from __future__ import annotations

from advisor.analysis import analyse
from advisor.engagement import Options
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Link, Setting, Value


def part(kind: str, name: str, parent: str | None = None, *links: Link) -> AddComponent:
    """As it is dropped on the canvas: with its defaults."""
    settings = {
        spec.name: Setting(spec.default)
        for spec in catalogue()[kind].settings
        if spec.default is not None
    }
    return AddComponent(Component(f"{kind}:{name}", kind, name, parent, settings, {}), links)


PAPER = (
    part("cpc", "CPC1"),
    part("lpar", "SYSA", "cpc:CPC1"),
    part("dasd", "DASD1"),
    part("adabas_database", "DB1", None, Link("uses", "adabas_database:DB1", "dasd:DASD1")),
)
NUCLEUS = part(
    "adabas_nucleus", "NUC1", "lpar:SYSA", Link("member", "adabas_nucleus:NUC1",
                                                "adabas_database:DB1"),
)  # fmt: skip
GIVEN: dict[tuple[str, str], Value] = {
    ("adabas_database:DB1", "setting.USERS"): 2000,
    ("lpar:SYSA", "setting.CPS"): 8,
    ("adabas_database:DB1", "setting.ZHPF"): True,
    ("adabas_database:DB1", "setting.UPDATE_SHARE"): 0.05,
    ("adabas_database:DB1", "setting.COMMIT_SHARE"): 0.06,
}


def test_what_is_built_by_hand_is_asked_for_in_one_go_and_then_has_figures() -> None:
    asked = analyse([], Options(edits=(*PAPER, NUCLEUS), bands=False))
    needed = {(q.subject, q.metric) for q in asked.installation.questions if q.needed}
    assert needed == set(GIVEN)
    (work,) = asked.as_is.workloads
    assert work.not_projectable
    told = analyse([], Options(edits=(*PAPER, NUCLEUS), answers=GIVEN, bands=False))
    assert not any(q.needed for q in told.installation.questions)
    (work,) = told.as_is.workloads
    assert work.not_projectable is None
    assert work.metrics["etr_per_s"].value > 0.0


def test_a_component_that_is_lacking_is_no_question() -> None:
    """A database without nuclei asks for no number of them."""
    asked = analyse([], Options(edits=PAPER, bands=False))
    (item,) = asked.baseline.anchors
    assert item.missing is not None
    assert item.missing.setting in catalogue()
    assert not any(q.metric.startswith("adabas_nucleus") for q in asked.installation.questions)
