"""Cognos Dynamic Cubes: no report of the world describes it, so the consultant does."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, sample

MODULES = ("java.cognos",)
SERVER = "cognos_server:BI"
PLACED = {
    (SERVER, "relation.parent"): "lpar:SYSB",
    (SERVER, "setting.SERVERS"): 2,
    (SERVER, "setting.CUBES"): 4,
}

CASES = [
    Case(
        "COG-001",
        sample("formats/ieasys00.txt"),
        sets={"SERVERS": 3, "MEMORY_GB": 480, "CPS": 24},
        effect="etr_per_s",
        answers={**PLACED, (SERVER, "cubes_wanted"): 6},
        right_answers={**PLACED, (SERVER, "cubes_wanted"): 4},
        left_answers=PLACED,
        says="hold the cubes wanted",
        asks="cubes",
    ),
]
GUARDS = []
