"""Shared by all tests: no window on the screen, and property tests that repeat themselves."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from advisor.engagement import Engagement
    from advisor.observations import FileReading

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Off the screen, Qt on Windows looks for fonts in a folder that its wheels lack, and says so in the
# first test of a process that shows a text.
os.environ.setdefault("QT_QPA_FONTDIR", str(Path(__file__).parents[1] / "resources" / "fonts"))
if sys.platform == "linux":
    # Qt warns of locales that are not UTF-8 or not installed, and warnings are failures here.
    os.environ["LC_ALL"] = "C.UTF-8"

# As app/__init__.py has it, before anything loads numpy: the matrices are small, and a
# second thread that waits for work spins, which was most of the time of layered networks' tests.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# A module is compiled once for all processes of a run and the runs after it, also where images of
# containers say otherwise: each start of the program would compile it anew, half of its CPU.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Derandomised everywhere: the same tree gives the same verdict. PLEXWRIGHT_SEARCH=1 looks further.
hypothesis.settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "search", parent=hypothesis.settings.get_profile("ci"), derandomize=False, max_examples=2000
)
hypothesis.settings.load_profile("search" if os.environ.get("PLEXWRIGHT_SEARCH") else "ci")


# What runs first, and xdist hands out first. Full rounds of the garbage collector are cheap in a
# process that has done nothing else yet; what takes long follows, so that no process is left alone
# with it at the end.
FIRST = (
    "app/window/test_memory.py",
    "app/window/test_looks.py",
    "app/window/test_stress.py",
    "app/window/test_collector.py",
    "app/window/",
    "packaging/",
    "test_",
    "advisor/report/test_masking_samples.py",
    "app/cli/test_advice.py",
    "app/store/test_faults.py",
    "model/projection/",
    "model/calibration/",
    "model/queueing/",
    "advisor/report/",
    "advisor/plan/",
)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Every other process begins at the end: what one has compiled, the other only loads."""
    report = yield
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if isinstance(collector, pytest.Directory) and int(worker[-1]) % 2:
        report.result.reverse()
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the order of ``FIRST``, then the others by their names."""
    here = Path(__file__).parent

    @cache
    def place(path: Path) -> tuple[int, str]:
        name = path.relative_to(here).as_posix() if here in path.parents else ""
        first = next((n for n, first in enumerate(FIRST) if name.startswith(first)), len(FIRST))
        return first, path.as_posix()

    items.sort(key=lambda item: place(item.path))


gc.disable()  # what is imported and collected stays to the end


def pytest_collection_finish() -> None:
    """Full rounds of the garbage collector leave alone what was there before the first test.

    Some 300,000 objects of pytest's own: looking at them again and again was a fifth of the run.
    Rounds are far between: analyses and caches that stay are looked at anew in each.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that is not there yet for every test: making one looks through all before it."""
    among = tmp_path_factory.mktemp("homes")
    return (among / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _no_personal_settings(monkeypatch: pytest.MonkeyPatch, _homes: Iterator[Path]) -> None:
    """Keep tests away from the user's own configuration, cache and recovery folders."""
    home = next(_homes)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    qt = sys.modules.get("PySide6.QtCore")
    if qt is not None:
        # Qt asks the environment once in a process: the page that one test left would be the
        # first of the next one's window.
        ini, user = qt.QSettings.Format.IniFormat, qt.QSettings.Scope.UserScope
        qt.QSettings.setPath(ini, user, str(home / "xdg_config_home"))


@pytest.fixture(autouse=True, scope="module")
def _garbage_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """A module with objects of Qt's collects them on its own thread, as the program does.

    Found by the collector of a thread that saves or reads they end the process, with "Segmentation
    fault" and "Garbage-collecting" at the top of that thread's stack.
    """
    named = {str(getattr(one, "__module__", "")) for one in vars(request.module).values()}
    if not gc.isenabled() or not any(n.startswith(("PySide6", "app.window")) for n in named):
        yield
        return
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(scope="session")
def sample_readings() -> tuple[FileReading, ...]:
    """What is read of the sample engagement's reports."""
    from tests import remembering

    return remembering.readings()


@pytest.fixture(scope="session")
def sample_analysis(sample_readings: tuple[FileReading, ...]) -> Engagement:
    """The sample engagement, analysed once for all tests of a process; nobody changes it."""
    from tests import remembering

    return remembering.analyse(sample_readings, name="Nordsee")


@pytest.fixture(scope="module")
def remembered() -> Iterator[None]:
    """Commands take an analysis that was made before, where nothing that it rests on differs."""
    from tests import remembering

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("advisor.analysis.analyse", remembering.analyse)
        for room in ("model.projection", "advisor.history.experience"):
            patch.setattr(f"{room}.build_baseline", remembering.build_baseline)
        patch.setattr("model.calibration.validation.validate", remembering.validate)
        yield


@pytest.fixture(scope="session")
def _kept_sample(
    tmp_path_factory: pytest.TempPathFactory,
    sample_readings: tuple[FileReading, ...],
    sample_analysis: Engagement,
) -> Path:
    from app.store import EngagementFile

    path = tmp_path_factory.mktemp("sample") / "nordsee.plexwright"
    with EngagementFile.create(path, "Nordsee") as file:
        for number, reading in enumerate(sample_readings):
            file.add_source(reading.file, f"{number}".encode(), (reading,))
        file.keep_analysis(sample_analysis)
    return path


@pytest.fixture(scope="module")
def kept_sample(tmp_path_factory: pytest.TempPathFactory, _kept_sample: Path) -> Path:
    """The sample with its analysis, as an earlier session left it: a module's own copy."""
    return Path(shutil.copy(_kept_sample, tmp_path_factory.mktemp("kept") / _kept_sample.name))
