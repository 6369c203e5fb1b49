"""The samples: written by their generator, read without loss, and coherent as one engagement."""

from __future__ import annotations

import io
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from advisor.reading import read_bytes
from advisor.reading.decoding.records import shape_of, text_blocks
from tests.advisor.reading.report_reading import ROOT, SAMPLES, read, read_sample, strict

# What each file is made of.
EXPECTED = {
    "engagement/ada10-nuc1.txt": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc2.fba.ebcdic": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc3.txt": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc4.txt": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc5.vba.ebcdic": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc6.txt": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc7.txt": {"adabas-adarun", "adabas-session"},
    "engagement/ada10-nuc8.txt": {"adabas-adarun", "adabas-session"},
    "engagement/cics-aor1-dfh0stat.txt": {"cics-statistics"},
    "engagement/cics-vse-dfh0stat.txt": {"cics-statistics"},
    "engagement/mail-displays.eml": {"virtstor-displays"},
    "engagement/rmf-overview.txt": {"rmf-overview"},
    "engagement/rmf-sysa.fb133.ebcdic": {
        "rmf-cpu", "rmf-paging", "rmf-page-data-sets", "rmf-device", "rmf-io-queuing",
    },
    "engagement/rmf-sysb.txt": {
        "rmf-cpu", "rmf-paging", "rmf-page-data-sets", "rmf-device", "rmf-io-queuing", "rmf-cache",
    },
    "engagement/rmf-sysplex.txt": {"rmf-coupling", "rmf-workload"},
    "formats/active-work.txt": {"active-list", "active-work"},
    "formats/db2-databases.txt": {"db2-databases"},
    "formats/omegamon-paging.txt": {"omegamon-paging"},
    "formats/ada85-session.txt": {"adabas-adarun", "adabas-session"},
    "formats/cics-csd.txt": {"cics-csd"},
    "formats/cics-startup.txt": {"cics-sit"},
    "formats/cmf-tasks.csv": {"cics-tasks"},
    "formats/adabas-caching.txt": {"adabas-caching"},
    "formats/amblist.txt": {"amblist-listload"},
    "formats/cobol-listing.txt": {"cobol-listing"},
    "formats/db2-accounting-times.txt": {"db2-accounting"},
    "formats/db2-gbp.txt": {"db2-group-bufferpool"},
    "formats/db2-rebind.txt": {"db2-bind"},
    "formats/db2-statistics.txt": {"db2-accounting"},
    "formats/mqsmfcsv-WQ.csv": {"mq-csv"},
    "formats/smplist.txt": {"smpe-list"},
    "formats/db2-accounting.txt": {"db2-accounting"},
    "formats/db2-bufferpool-detail.txt": {"db2-bufferpool"},
    "formats/dfsort-joblog.txt": {"dfsort-messages"},
    "formats/dfsort-smf16.txt": {"dfsort-smf16"},
    "formats/ieasys00.txt": {"ieasys-members"},
    "formats/java-verbosegc.xml": {"java-verbosegc"},
    "formats/jvm.options": {"java-options"},
    "formats/monvse.csv": {"zvse-monvse"},
    "formats/mqsmfcsv-QMST.csv": {"mq-csv"},
    "formats/mqsmfcsv-QPST.csv": {"mq-csv"},
    "formats/netstat.txt": {"netstat-displays"},
    "formats/query-td.txt": {"zvse-query-td"},
    "formats/rmf-overview-batch.txt": {"rmf-overview"},
    "formats/rmf-overview.csv": {"rmf-overview-csv"},
    "formats/rmf-postprocessor.xml": {"rmf-xml"},
    "formats/rmf3-storj.txt": {"rmf-monitor3"},
    "formats/sdsf-da.txt": {"sdsf-da"},
    "formats/sms-displays.txt": {"sms-displays"},
    "formats/stat-rexx.txt": {"cics-statrexx"},
    "formats/cics-dfhstup.txt": {"cics-statistics"},
    "formats/cics-pa-summary.txt": {"cics-pa-summary"},
    "formats/rmf-cpu-threads.txt": {"rmf-cpu"},
    "formats/stress-test.csv": {"stress-test-csv"},
    "formats/zvse-console.txt": {"zvse-sir", "zvse-prty", "zvm-mdcache"},
    "formats/listcat.txt": {"vsam-listcat"},
    "formats/smf-io-rdw.bin": {"rmf-smf-io", "smf-30", "smf-42-6"},
    "formats/smf-ess-rdw.bin": {"smf-74-8"},
    "formats/smf-rmf-rdw.bin": {
        "rmf-smf", "rmf-smf-io", "smf-70-2", "smf-72-4", "smf-73", "smf-75"
    },
    "formats/smf-db2-rdw.bin": {"smf-100", "smf-101"},
    "formats/smf-110-1-rdw.bin": {"smf-110-1"},
    "formats/smf-110-1-compressed-rdw.bin": {"smf-110-1"},
    "formats/smf-113-rdw.bin": {"smf-113-1"},
    "formats/smf-119-rdw.bin": {"smf-119-2"},
    "formats/smf-products-rdw.bin": {"smf-110-2", "smf-16"},
    "formats/smf-dump-rdw.bin": {"rmf-smf", "smf-mq"},
    "formats/smf-dump.vbs": {"rmf-smf", "smf-mq"},
}  # fmt: skip


def story() -> dict[str, Any]:
    return tomllib.loads((SAMPLES / "story.toml").read_text())


@pytest.mark.parametrize("script", ["make_samples", "words_of_prints"])
def test_files_are_what_their_generator_writes(script: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / f"packaging/{script}.py"), "--check"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_folder_stays_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 2_000_000


NAMELESS = {
    "formats/java-verbosegc.xml",
    "formats/jvm.options",
    "formats/monvse.csv",
    "formats/query-td.txt",
    "formats/sms-displays.txt",
    "formats/zvse-console.txt",
}
"""Displays in which no system is named."""


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_sample_is_recognised_and_read_without_a_problem(name: str) -> None:
    found = read_sample(name)
    assert set(found.formats) >= EXPECTED[name]
    if name in NAMELESS:
        (said,) = found.sentences
        assert "names" in said
        assert "called" in said
    else:
        assert found.sentences == []
    assert found.reading.observations


@pytest.mark.parametrize("folder", ["engagement", "formats"])
def test_no_sample_is_refused(folder: str) -> None:
    for path in sorted((SAMPLES / folder).iterdir()):
        found = read_sample(f"{folder}/{path.name}")
        assert not found.reading.refused, path.name
        assert found.reading.observations, path.name


@pytest.mark.parametrize("path", sorted((SAMPLES / "damaged").iterdir()), ids=lambda p: p.name)
def test_damaged_samples_give_figures_or_one_clear_sentence(path: Path) -> None:
    with strict():
        (reading,) = read_bytes(path.name, path.read_bytes())
    assert reading.observations or len(reading.problems) == 1
    for problem in reading.problems:
        assert path.name in problem.sentence
        assert "Traceback" not in problem.sentence


def test_every_observation_stands_on_its_line() -> None:
    """A figure's raw text is found on the line it is linked to, unless it was counted or summed."""
    derived = {"rmf-xml"}
    for path in sorted((SAMPLES / "engagement").iterdir()):
        found = read_sample(f"engagement/{path.name}")
        if derived & set(found.formats):
            continue
        for item in found.reading.observations:
            assert 1 <= item.line <= found.reading.lines, (path.name, item)
            assert item.text.strip(), (path.name, item)


@pytest.fixture(scope="module")
def engagement() -> dict[str, dict[str, list[object]]]:
    """All figures of the engagement: subject, metric, values."""
    found: dict[str, dict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((SAMPLES / "engagement").iterdir()):
        for item in read_sample(f"engagement/{path.name}").reading.observations:
            found[item.subject][item.metric].append(item.value)
    return found


def total(figures: dict[str, dict[str, list[object]]], kind: str, metric: str) -> float:
    return sum(
        float(metrics[metric][-1])
        for subject, metrics in figures.items()
        if subject.startswith(kind + ":") and metric in metrics
    )


def test_volumes_carry_what_the_systems_see(engagement) -> None:
    for system in ("SYSA", "SYSB"):
        volumes = total(engagement, "dasd_volume", f"io_per_s.{system}")
        seen = float(engagement[f"lpar:{system}"]["dasd_io_per_s"][-1])
        assert volumes == pytest.approx(seen, rel=1e-3)


def test_box_does_the_ios_of_both_systems(engagement) -> None:
    systems = sum(float(engagement[f"lpar:{s}"]["dasd_io_per_s"][-1]) for s in ("SYSA", "SYSB"))
    box = next(m for subject, m in engagement.items() if subject.startswith("dasd:"))
    rate = next(v[-1] for name, v in box.items() if name.startswith("io_per_s.SSID"))
    assert float(rate) == pytest.approx(systems, rel=1e-3)


def test_eight_nuclei_process_the_commands_the_story_states(engagement) -> None:
    nuclei = [s for s, m in engagement.items() if s.startswith("adabas_nucleus:") and
              "commands" in m]  # fmt: skip
    assert len(nuclei) == 8
    commands = total(engagement, "adabas_nucleus", "commands")
    stated = story()
    seconds = float(engagement[nuclei[0]]["duration_s"][-1])
    assert commands / seconds == pytest.approx(stated["adabas"]["measured"]["etr_per_s"], rel=0.02)


def test_processor_time_of_nuclei_fits_the_busy_systems(engagement) -> None:
    """Nuclei cannot have used more than the processors of both systems were busy for."""
    nuclei = [m for s, m in engagement.items() if s.startswith("adabas_nucleus:")]
    cpu_s = sum(float(m["cpu_s"][-1]) for m in nuclei if "cpu_s" in m)
    seconds = max(float(m["duration_s"][-1]) for m in nuclei if "duration_s" in m)
    busy_s = sum(
        float(engagement[f"lpar:{s}"]["cp_busy_pct"][-1]) / 100
        * float(engagement[f"lpar:{s}"]["setting.CPS"][-1]) * seconds
        for s in ("SYSA", "SYSB")
    )  # fmt: skip
    assert 0.5 * busy_s < cpu_s < busy_s


# What no printer folds, for the names in it are sensitive to case.
SENSITIVE = {"formats/java-verbosegc.xml", "formats/jvm.options", "formats/rmf-postprocessor.xml"}


def decoded(path: Path) -> str | None:
    """The lines of a sample as an editor shows them; ``None`` for a dump."""
    data = path.read_bytes()
    shape = shape_of(data, True)
    if shape.binary:
        return None
    blocks = text_blocks(io.BytesIO(data).read, shape, len(data))
    return "\n".join(line for lines, _ in blocks for line in lines)


@pytest.mark.parametrize("name", sorted(EXPECTED.keys() - SENSITIVE))
def test_a_print_of_capitals_only_says_the_same(name: str) -> None:
    """Consoles, editors and print exits that fold letters do no harm."""

    def figures(text: str) -> set[tuple[object, ...]]:
        return {
            (seen.subject.upper(), seen.metric.upper(), said(seen.value), seen.unit, seen.interval)
            for seen in read(text, Path(name).name).reading.observations
        }

    def said(value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    text = decoded(SAMPLES / name)
    if text is not None:
        assert figures(text.upper()) == figures(text)


def test_a_folded_report_is_found_in_a_mail_that_is_not() -> None:
    text = (SAMPLES / "formats/rmf3-storj.txt").read_text(encoding="utf-8")
    found = read("Hello, please find the delays below.\n\n" + text.upper() + "\nRegards\n")
    assert "rmf-monitor3" in found.formats
    assert len(found.reading.observations) == len(read(text).reading.observations)


@pytest.mark.parametrize("name", ["engagement/rmf-sysb.txt", "engagement/mq-mqa1-joblog.txt"])
@pytest.mark.parametrize("step", [1, 100])
def test_line_numbers_of_an_editor_are_no_part_of_a_report(name: str, step: int) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    lines = text.splitlines()
    numbered = "\n".join(f"{step * at:06} {line}" for at, line in enumerate(lines, start=1))
    (plain,) = read_bytes("a.txt", text.encode())
    (found,) = read_bytes("a.txt", numbered.encode())
    assert [(o.subject, o.metric, o.value, o.line) for o in found.observations] == [
        (o.subject, o.metric, o.value, o.line) for o in plain.observations
    ]
    assert "line numbers" in found.record_format
