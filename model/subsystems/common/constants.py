"""A product's constants: value, interval, what they rest on, and deterministic draws of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from functools import cache
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from model.contract.evaluation import ConstantDraws, FloatArray
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common.learned import Learned
from resources import resource

FORMAT = "plexwright-constants/1"
_SEED = 5238
_END = 1e-3
_MIDDLE = 1.0
"""Standard deviations from the middle of its range within which a value is an estimate."""

Law = Literal["normal", "lognormal", "uniform", "fixed"]


@dataclass(frozen=True)
class Constant:
    """One constant of a model.

    ``low`` and ``high`` bound 90 % of the draws (all of them for ``uniform``); ``points`` are ids
    of published points that it was fitted to, ``series`` those of published series
    (`common.series`), ``source`` cites the document and place, ``meaning``
    explains it to a customer in a sentence. ``published`` where the source states the figure
    itself, so that it is neither fitted nor assumed.
    """

    name: str
    unit: str
    meaning: str
    value: float
    low: float
    high: float
    law: Law
    source: str
    points: tuple[str, ...] = ()
    series: tuple[str, ...] = ()
    published: bool = False

    @property
    def score(self) -> float:
        """The standard normal score of the central value: 0 but where a range is not its middle."""
        if self.law != "uniform" or self.high <= self.low:
            return 0.0
        rank = (self.value - self.low) / (self.high - self.low)
        return NormalDist().inv_cdf(min(max(rank, _END), 1.0 - _END))

    @property
    def estimated(self) -> bool:
        """Whether the value is an estimate: neither a stated one nor the end of a range."""
        return self.law != "fixed" and self.high > self.low and abs(self.score) < _MIDDLE

    def at(self, scores: FloatArray) -> FloatArray:
        """The constant at standard normal scores (`score` is the central value)."""
        if self.law == "fixed":
            return np.full(scores.shape, self.value)
        if self.law == "uniform":
            normal = NormalDist()
            ranks = np.array([normal.cdf(float(score)) for score in scores])
            drawn: FloatArray = self.low + ranks * (self.high - self.low)
            return drawn
        if self.law == "lognormal":
            spread = np.log(self.high / self.low) / (2.0 * NORMAL_QUANTILE_90)
            spread_out: FloatArray = self.value * np.exp(scores * spread)
            return spread_out
        return self.value + scores * (self.high - self.low) / (2.0 * NORMAL_QUANTILE_90)


def _entry(constant: Constant) -> dict[str, Any]:
    entry = asdict(constant)
    for optional in ("series", "published"):
        if not entry[optional]:
            del entry[optional]
    return entry


class ConstantSet:
    """The constants of one product by name.

    ``learned`` is what changes told of them at one customer; ``None`` of the published ones.
    """

    def __init__(
        self, product: str, constants: Iterable[Constant], learned: Learned | None = None
    ) -> None:
        self.product = product
        self.constants = tuple(constants)
        self.learned = learned
        self._draws: dict[int, ConstantDraws] = {}

    def with_learned(self, learned: Learned) -> ConstantSet:
        """The same constants as a customer's changes have them."""
        return ConstantSet(self.product, self.constants, learned)

    def at(self, scores: FloatArray) -> FloatArray:
        """Values under rows of scores, which count from the central values: (rows, constants)."""
        columns = [
            constant.at(scores[:, column] + constant.score)
            for column, constant in enumerate(self.constants)
        ]
        return np.stack(columns, axis=1)

    def __getitem__(self, name: str) -> Constant:
        for constant in self.constants:
            if constant.name == name:
                return constant
        raise KeyError(name)

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(constant.name for constant in self.constants)

    @property
    def points(self) -> frozenset[str]:
        """Ids of all published points that the constants rest on."""
        return frozenset(point for constant in self.constants for point in constant.points)

    def draws(self, count: int) -> ConstantDraws:
        """Row 0 the central values, then ``count`` draws, the same ones every time.

        Latin hypercube: each constant's draws cover its distribution evenly, in an order that is
        shuffled independently of the other constants.
        """
        if count not in self._draws:
            self._draws[count] = ConstantDraws(self.names, self._sampled(count))
        return self._draws[count]

    def _sampled(self, count: int) -> FloatArray:
        values = np.empty((count + 1, len(self.constants)))
        generator = np.random.default_rng(_SEED)
        normal = NormalDist()
        strata = np.array([normal.inv_cdf((rank + 0.5) / count) for rank in range(count)])
        for column, constant in enumerate(self.constants):
            values[0, column] = constant.value
            drawn = generator.permutation(strata)
            values[1:, column] = drawn if self.learned else constant.at(drawn)
        if self.learned is None:
            return values
        moved = values[1:] @ self.learned.factor.T + self.learned.mean
        both = self.at(np.concatenate([self.learned.mean[None, :], moved]))
        for column, constant in enumerate(self.constants):
            if not constant.estimated:
                both[0, column] = constant.value
                both[1:, column] = constant.at(values[1:, column])
        return both

    def to_json(self) -> str:
        """The text of the product's file under ``resources/calibration``."""
        document = {
            "format": FORMAT,
            "product": self.product,
            "constants": [_entry(constant) for constant in self.constants],
        }
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


_NONE: Mapping[str, ConstantSet] = MappingProxyType({})
_INSTEAD: ContextVar[Mapping[str, ConstantSet]] = ContextVar("constants_instead", default=_NONE)


@contextmanager
def constants_instead(sets: Mapping[str, ConstantSet]) -> Iterator[None]:
    """Other constants than the shipped ones: those of a fit that left rows out, to test it."""
    token = _INSTEAD.set({**_INSTEAD.get(), **sets})
    try:
        yield
    finally:
        _INSTEAD.reset(token)


def load_constants(stem: str) -> ConstantSet:
    """The constants of a product: the shipped ones but within :func:`constants_instead`."""
    return _INSTEAD.get().get(stem) or _shipped(stem)


@cache
def _shipped(stem: str) -> ConstantSet:
    """From ``resources/calibration/<stem>.json``."""
    text = resource("calibration", f"{stem}.json").read_text(encoding="utf-8")
    document = json.loads(text)
    if document["format"] != FORMAT:
        raise ValueError(f"calibration/{stem}.json is {document['format']}, not {FORMAT}")
    return ConstantSet(
        document["product"],
        (
            Constant(
                **{
                    **entry,
                    "points": tuple(entry["points"]),
                    "series": tuple(entry.get("series", ())),
                }
            )
            for entry in document["constants"]
        ),
    )


@dataclass(frozen=True)
class Fitted:
    """What a fit finds of one constant; the other fields of a constant are stated in its file."""

    value: float
    low: float
    high: float
    series: tuple[str, ...] = ()

    @classmethod
    def within(cls, value: float, factor: float) -> Fitted:
        """A value known up to a factor either way."""
        return cls(value, value / factor, value * factor)


def fitted(stem: str, found: Mapping[str, Fitted]) -> ConstantSet:
    """The constants of a product as its file states them, with what a fit finds of some."""
    stated = _shipped(stem)
    if unknown := found.keys() - set(stated.names):
        raise KeyError(f"calibration/{stem}.json states no {', '.join(sorted(unknown))}")
    return ConstantSet(
        stated.product,
        (
            replace(
                constant,
                value=fit.value,
                low=fit.low,
                high=fit.high,
                series=fit.series or constant.series,
            )
            if (fit := found.get(constant.name)) is not None
            else constant
            for constant in stated.constants
        ),
    )


@cache
def published_points() -> Mapping[str, Mapping[str, Any]]:
    """The published points of the non-Adabas products by id."""
    text = resource("measurements", "other-products.json").read_text(encoding="utf-8")
    return {point["id"]: point for point in json.loads(text)["points"]}
