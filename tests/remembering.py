"""Analyses that many tests ask for, made once for all processes and runs of the same sources.

An analysis is a function of readings, options and the program. It is kept under a hash of all three
in ``.pytest_cache``, so that a run after a change of tests, window or report begins where the last
one was. Tests that look at how an analysis comes about (progress, cancelling, whether it is the
same twice) call :mod:`advisor.analysis` itself.
"""

from __future__ import annotations

import contextlib
import copyreg
import hashlib
import io
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar, TypeVar

from advisor import analysis
from advisor.engagement import Constraints, Engagement, Options
from advisor.observations import FileReading
from advisor.rules import base
from model import projection
from model.calibration import validation
from model.calibration.published import Point
from model.catalogue import subsystem_models
from model.contract.evaluation import Predictor
from model.contract.protocol import SubsystemModel
from model.projection import Baseline, Past, Projection
from model.projection.baseline import NO_PAST
from model.topology import Scenario, Topology

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "analyses"
SOURCES = ("advisor", "model", "resources")
Made = TypeVar("Made")

_shipped = base.rules
_untouched = analysis.analyse, analysis.groundwork, analysis.planned
_calibrated = projection.build_baseline
_validated = validation.validate


@cache
def readings() -> tuple[FileReading, ...]:
    """What is read of the sample engagement's reports."""
    from advisor.reading import read_path
    from app.paths import sample

    return tuple(read_path(sample("engagement")))


def analyse(
    given: Sequence[FileReading], options: Options | None = None, name: str = "", **watched: object
) -> Engagement:
    """As ``advisor.analysis.analyse``; made anew for who watches its progress or may cancel it, and
    where a test has other rules in place of those that are shipped."""
    if base.rules is not _shipped or any(watcher is not None for watcher in watched.values()):
        return _untouched[0](given, options, name, **watched)  # type: ignore[arg-type]
    options = options or Options()
    key = _key(given, options)

    def make() -> Engagement:
        return _untouched[2](groundwork(given, options), options)

    return replace(_remembered(f"analysis-{key}", make), name=name)


def groundwork(given: Sequence[FileReading], options: Options) -> analysis.Groundwork:
    """As ``advisor.analysis.groundwork``; it says nothing of limits and rejections."""
    if base.rules is not _shipped:
        return _untouched[1](given, options)
    options = replace(options, constraints=Constraints(), rejected=())
    key = _key(given, options)

    def make() -> analysis.Groundwork:
        ground = _untouched[1](given, options)
        assert ground.diagnosis  # kept with it, as every plan rests on it
        return ground

    return _remembered(f"ground-{key}", make)


def build_baseline(topology: Topology, past: Past = NO_PAST) -> Baseline:
    """As ``model.projection.build_baseline``."""
    key = hashlib.sha256(f"{topology!r} {past!r}".encode()).hexdigest()[:24]
    return _remembered(f"baseline-{key}", lambda: _calibrated(topology, past))


def validate(
    points: Iterable[Point], instead: Mapping[str, Predictor] | None = None
) -> validation.Validation:
    """As ``model.calibration.validation.validate``."""
    asked = tuple(points)
    if instead:
        return _validated(asked, instead)
    key = hashlib.sha256(repr(asked).encode()).hexdigest()[:24]
    return _remembered(f"runs-{key}", lambda: _validated(asked))


def project(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    *,
    bands: bool = True,
    live: bool = False,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Projection, ...]:
    """As ``model.projection.project``; what a scenario is called does not matter to its figures,
    and what is kept goes on from nothing that was asked before."""
    asked = (
        f"{baseline.topology!r} {baseline.past!r} {[one.changes for one in scenarios]!r} {bands}"
    )
    found = _remembered(
        f"projections-{hashlib.sha256(asked.encode()).hexdigest()[:24]}",
        lambda: projection.project(baseline, scenarios, bands=bands, cancel=cancel),
    )
    return tuple(
        replace(one, scenario=scenario) for one, scenario in zip(found, scenarios, strict=True)
    )


def _key(given: Sequence[FileReading], options: Options) -> str:
    return hashlib.sha256(f"{_said(tuple(given))} {options!r}".encode()).hexdigest()[:24]


@cache
def _said(given: tuple[FileReading, ...]) -> str:
    return hashlib.sha256(repr(given).encode()).hexdigest()


@cache
def _sources() -> str:
    found = hashlib.sha256(sys.version.encode())
    for room in SOURCES:
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(str(path.relative_to(ROOT)).encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:24]


_made: dict[str, object] = {}


def _remembered(name: str, make: Callable[[], Made]) -> Made:
    if name not in _made:
        _made[name] = _kept(name, make)
    return _made[name]  # type: ignore[return-value]


def _kept(name: str, make: Callable[[], Made]) -> Made:
    folder = KEPT / _sources()
    if not folder.is_dir():
        shutil.rmtree(KEPT, ignore_errors=True)  # what other sources gave
        folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.pickle"
    with _alone(folder / f"{name}.lock"):
        if path.is_file():
            return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]
        found = make()
        aside = path.with_suffix(f".{os.getpid()}")
        # What cannot be written down is made by each process; a run of other sources takes the
        # folder away.
        unwritten = pickle.PicklingError, AttributeError, TypeError, FileNotFoundError
        with contextlib.suppress(*unwritten):
            content = io.BytesIO()
            _Pickler(content).dump(found)
            aside.write_bytes(content.getvalue())
            aside.replace(path)
    return found


def _model(number: int) -> SubsystemModel:
    return subsystem_models()[number]


class _Pickler(pickle.Pickler):
    """There is one of each performance model in a process, and the store knows it by that."""

    dispatch_table: ClassVar = copyreg.dispatch_table | {
        type(model): lambda model: (_model, (subsystem_models().index(model),))
        for model in subsystem_models()
    }


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Where locks are had, one process makes what the others wait for."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
