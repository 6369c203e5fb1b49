"""Stands in a bundle for a module that its package imports and that nothing of ours calls."""

from typing import NoReturn

__all__: list[str] = []


class Absent:
    """Whatever is asked of the module; says so when it is used after all."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise NotImplementedError(f"{self._name} was left out of this bundle")


def __getattr__(name: str) -> Absent:
    if name.startswith("__"):
        raise AttributeError(name)
    return Absent(f"{__name__}.{name}")
