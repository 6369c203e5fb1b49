"""Names of VSAM components and of the clusters they belong to."""

from __future__ import annotations

_SUFFIXES = {"data": (".DATA", ".D"), "index": (".INDEX", ".I")}


def cluster_of(name: str, part: str) -> str:
    """The cluster of a component, where its name shows it as installations name them.

    ``part`` is ``data`` or ``index``. IDCAMS names them freely; LISTCAT tells.
    """
    for suffix in _SUFFIXES.get(part, ()):
        if name.endswith(suffix):
            return name.removesuffix(suffix)
    return name
