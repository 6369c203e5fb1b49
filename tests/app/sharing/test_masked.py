"""An engagement under other names says the same, and no name is left in it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.engagement import Constraints
from advisor.report.labelled import names_in_messages
from app.importing.files import find_files, keep_files
from app.paths import sample
from app.sharing.disguise import Disguise
from app.sharing.masked import share_masked
from app.store import EngagementFile
from model.topology import (
    AddComponent,
    Component,
    RenameComponent,
    Scenario,
    SetSetting,
    Setting,
)

pytestmark = pytest.mark.usefixtures("remembered")

NAMES = ("SYSA", "SYSB", "NVPLEX", "CICSAOR1", "MQA1", "ADADB010", "NVVSECI1", "KCG21", "42A17",
         "IMSA", "Nordsee", "NVPOL01", "TARIF", "ADADB101", "NETWKA", "TXNG0107")  # fmt: skip
LPAR = "lpar:SYSA"


@pytest.fixture(scope="module")
def original(tmp_path_factory, sample_analysis) -> Path:
    path = tmp_path_factory.mktemp("share") / "demo.plexwright"
    files, _complete = find_files([str(sample("engagement"))])
    with EngagementFile.create(path, "Nordsee Versicherung a.G.") as file:
        for _kept in keep_files(file, files):
            pass
        file.set_scenarios((Scenario("more", (SetSetting(LPAR, "CPS", 18),), "Mr Smith agrees"),))
        file.decide(f"ZOS-001@{LPAR}", "rejected", "Mrs Jones is against it")
        file.set_answer("mq_manager:MQA1", "setting.MAXMSGL", 4096)
        file.set_window_state("positions", {LPAR: [1.0, 2.0]})
        file.set_window_state("goals", [[LPAR, 90.0, 0.02]])
        # A short plan is found at once; what is compared hangs on no plan.
        file.set_constraints(Constraints(max_changes=3))
    return path


@pytest.mark.thorough
def test_the_whole_engagement_says_the_same_under_other_names(original, tmp_path) -> None:
    target = tmp_path / "masked.plexwright"
    shared = share_masked(original, target)
    assert shared.differences == ()
    assert shared.dropped == ()
    assert shared.names > 100
    assert set(shared.kept) <= {"DFSMPLM1", "ICF", "IIP", "PLPA", "PROCLIB"}
    lost = [name for name in NAMES if name not in shared.kept]
    with EngagementFile.open(original) as before, EngagementFile.open(target) as after:
        assert len(after.readings()) == len(before.readings())
        for one, other in zip(before.readings(), after.readings(), strict=True):
            assert len(one.observations) == len(other.observations)
            assert (one.encoding, one.record_format, one.size_bytes) == (
                other.encoding,
                other.record_format,
                other.size_bytes,
            )
        (scenario,) = after.scenarios()
        (change,) = scenario.changes
        assert isinstance(change, SetSetting)
        assert re.fullmatch(r"lpar:[B-Z]{4}", change.component)
        assert scenario.note == ""
        (decision,) = after.decisions()
        assert decision.finding == f"ZOS-001@{change.component}"
        assert decision.reason == ""
        assert after.window_state("positions") == {change.component: [1.0, 2.0]}
        assert after.constraints() == before.constraints() == Constraints(max_changes=3)
        assert after.window_state("goals") == [[change.component, 90.0, 0.02]]
        texts = [repr((after.readings(), after.analysis(), after.sources(), after.answers()))]
        for source in after.sources():
            data = after.source_bytes(source.id)
            texts += [data.decode("latin-1"), data.decode("cp037")]
        for text in texts:
            for name in lost:
                assert not re.search(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", text, re.I), name
    whole = target.read_bytes()
    assert b"Smith" not in whole
    assert b"Nordsee" not in whole


def test_words_keep_their_shape_their_order_and_their_parts() -> None:
    disguise = Disguise(
        ["SYSA", "SYSB", "MQA1", "TOSYSA", "MQA1MSTR", "42A17", "STC04417", "CICS", "Nordsee"],
        kept=["CICS"],
        taken=["QQQQ"],
        parts=["SYSA", "MQA1"],
        random=random.Random(1),
    )
    line = "1 STC04417 SYSA  SYSB  TOSYSA  MQA1MSTR  0000000000042A17 CICS nordsee NORDSEE XSYSAX"
    text = disguise.text(line)
    assert len(text) == len(line)
    words, told = line.split(), text.split()
    by = dict(zip(words, told, strict=True))
    assert by["CICS"] == "CICS"
    assert re.fullmatch(r"STC0[1-9]{4}", by["STC04417"])
    assert by["XSYSAX"] == "XSYSAX"
    assert disguise.text("S Y S T E M  S Y S A") == "S Y S T E M  " + " ".join(by["SYSA"])
    assert by["TOSYSA"] == "TO" + by["SYSA"]
    assert by["MQA1MSTR"].endswith("MSTR")
    assert by["SYSA"] < by["SYSB"]
    assert by["nordsee"] == by["NORDSEE"].lower()
    assert re.fullmatch(r"0{11}[1-9]{2}[BCDF][1-9]{2}", by["0000000000042A17"])
    assert disguise.text(line) == text
    assert not {"SYSA", "SYSB", "NORDSEE"} & {*told}


def test_names_that_only_messages_hold_are_found() -> None:
    log = """ 09.58.40 JOB01478  $HASP373 PAYROLL1 STARTED - INIT 4    - CLASS A        - SYS S1
 09.58.40 JOB01478  IEF403I WEEKLY - STARTED
 09.58.40 JOB01478  ICH70001I SMITH    LAST ACCESS AT 09:12:33 ON MONDAY, MARCH 16, 2015
//NIGHTLY  JOB (0815),'DB10',CLASS=A
F NETWK,D STATS
most calls (      1,498,220) initiated by user  JONES
//STEP1    EXEC PGM=ADARUN
"""
    assert names_in_messages(log) == {"PAYROLL1", "WEEKLY", "SMITH", "NIGHTLY", "NETWK", "JONES"}


def test_shapes_are_names_wherever_they_stand() -> None:
    from advisor.report.masking import shapes

    disguise = Disguise((), shapes=shapes(), random=random.Random(1))
    line = "mail hans.meier@firma.de about PROD.DB2.LOAD(MEMBER) on 10.20.30.40"
    text = disguise.text(line)
    assert len(text) == len(line)
    for word in ("hans", "meier", "firma", "PROD"):
        assert word not in text


@pytest.mark.thorough
def test_what_a_reader_needs_stays_and_is_told(tmp_path, monkeypatch) -> None:
    """A keyword that was taken for a name would cost the report its figures."""
    from advisor.report import masking

    path = tmp_path / "small.plexwright"
    files, _complete = find_files([str(sample("engagement") / "ada10-nuc1.txt")])
    with EngagementFile.create(path, "A") as file:
        for _kept in keep_files(file, files):
            pass
        count = len(file.readings()[0].observations)
    real = masking.build_mask

    def eager(engagement, further=()):
        mask = real(engagement, further)
        return masking.Mask({**mask.names, "ADARUN": "NAME-99"})

    monkeypatch.setattr(masking, "build_mask", eager)
    monkeypatch.setattr(masking, "product_words", frozenset)
    target = tmp_path / "masked.plexwright"
    shared = share_masked(path, target)
    assert "ADARUN" in shared.kept
    assert shared.differences == ()
    with EngagementFile.open(target) as file:
        assert len(file.readings()[0].observations) == count
    assert replace(shared, names=0).names == 0


def test_names_that_the_consultant_gave_are_not_sent(tmp_path) -> None:
    """Of scenarios, which are called as anybody likes, and of parts that no report prints."""
    path, target = tmp_path / "small.plexwright", tmp_path / "masked.plexwright"
    files, _complete = find_files([str(sample("engagement") / "ada10-nuc1.txt")])
    planned = Component("lpar:MUELLER", "lpar", "MUELLER", settings={"CPS": Setting(4)})
    with EngagementFile.create(path, "Nordsee Versicherung") as file:
        for _kept in keep_files(file, files):
            pass
        file.set_edits((AddComponent(planned), RenameComponent("lpar:MUELLER", "MUELLER2")))
        file.set_scenarios(
            (
                Scenario("Mr Smith's wish", (SetSetting("lpar:MUELLER", "CPS", 8),)),
                Scenario("Nordsee 2027", (), base="Mr Smith's wish"),
            )
        )
    assert share_masked(path, target).differences == ()
    with EngagementFile.open(target) as file:
        first, second = file.scenarios()
        added, renamed = file.edits()
    assert (first.name, second.name, second.base) == ("Scenario 1", "Scenario 2", "Scenario 1")
    assert isinstance(added, AddComponent)
    assert isinstance(renamed, RenameComponent)
    assert first.changes == (SetSetting(added.component.id, "CPS", 8),)
    assert renamed.component == added.component.id
    content = target.read_bytes().upper()
    assert not [word for word in (b"MUELLER", b"SMITH", b"NORDSEE") if word in content]


def test_of_a_name_that_a_reader_knows_by_its_beginning_no_more_is_kept(tmp_path) -> None:
    """The reader takes IMSA.PROCLIB for a data set of the IMS system IMSA."""
    path = tmp_path / "small.plexwright"
    names = ("ims-proclib.txt", "ims-monitor.txt")
    files, _complete = find_files([str(sample("engagement") / name) for name in names])
    with EngagementFile.create(path, "A") as file:
        for _kept in keep_files(file, files):
            pass
    target = tmp_path / "masked.plexwright"
    shared = share_masked(path, target)
    assert shared.differences == ()
    assert "IMSA" not in shared.kept
    with EngagementFile.open(target) as file:
        told = repr(file.readings())
        systems = set(re.findall(r"ims_system:(\w+)", told))
    assert not re.search(r"(?<![A-Z0-9])IMSA(?![A-Z0-9])", told)
    assert len(systems) == 1
    assert re.fullmatch("IMS[B-Z]", systems.pop())
