"""How far off approximations are: ``resources/docs/accuracy.json``, measured by ``bench``."""

from __future__ import annotations

import json

from app.guide.markdown import paragraphs, plain, table
from app.guide.pages import Page
from resources import resource

_METHODS = {
    "linearizer": "`linearizer`: by stations, or Linearizer",
    "schweitzer": "`schweitzer`: approximate MVA",
}


def pages() -> list[Page]:
    """One page."""
    return [Page("models-accuracy", "Models: errors of the methods", "Models", _page)]


def _page() -> str:
    kept = json.loads(resource("docs", "accuracy.json").read_text(encoding="utf-8"))
    rows = [
        (
            plain(row["said"]),
            _METHODS[row["method"]],
            str(row["networks"]),
            f"{row['median_pct']:.1f} %",
            f"{row['most_pct']:.1f} %",
            f"{row['worst_pct']:.0f} %",
        )
        for row in kept["rows"]
    ]
    return paragraphs(
        "# Models: errors of the methods",
        "Each row: random networks, small enough for an exact answer (the "
        "network's own Markov chain, or product form), solved by an approximation. The error of a "
        "network is that of the throughput of its worst class; what a starving class reaches is "
        "held against a twentieth of what it would reach alone. `auto` solves layered networks and "
        "product form of this size exactly; the approximations are for larger ones, where they are "
        "rather better. The others are just beyond what `auto` solves exactly: 60,000 to 90,000 "
        "states. "
        "Approximate answers of `plexwright solve` state the figures of the row they belong to.",
        table(("Networks", "Method", "Number", "Median", "19 in 20 within", "Worst"), rows),
        f"Networks are those of the seed {kept['seed']}, which nothing was made with; a thorough "
        "test measures them again. `python -m app.bench.accuracy --seed 1` tries others, families "
        "of larger networks against simulation among them.",
    )
