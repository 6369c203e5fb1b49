"""Subsystem models: how a product's settings and environment become demands and figures.

One module or package per product.  A module takes part in `plexwright validate` by exporting
`PREDICTOR`, an object that fulfils `model.contract.evaluation.Predictor`; nothing has to be
registered, the modules of this package are discovered.
"""

from __future__ import annotations

from functools import cache

from model.contract.evaluation import Predictor
from model.discovery import declared


@cache
def predictors() -> tuple[Predictor, ...]:
    """Every `PREDICTOR` of this package's modules, in the order of the modules' names."""
    return declared(__name__, "PREDICTOR")


def predictor_for(product: str) -> Predictor | None:
    """The predictor that answers for `product`, or None."""
    for predictor in predictors():
        if product in predictor.products:
            return predictor
    return None
