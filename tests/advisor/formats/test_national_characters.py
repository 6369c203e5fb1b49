"""Names with the national characters that z/OS has in them are read whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.reading import read_path
from app.paths import sample

NAMES = {"SYSA": "P@#$", "SYSB": "LOG#", "MQA1": "MQ#$", "IMSA": "IM$#", "NVPLEX": "PL@EX$"}
"""Of the sample's systems and subsystems, each as long."""


def named(name: str, folder: Path) -> set[str]:
    """Of a report of the sample whose systems are called so: what is told, and where it runs."""
    data = (sample("engagement") / name).read_bytes()
    code = "cp037" if "ebcdic" in name else "latin-1"
    for old, new in NAMES.items():
        data = data.replace(old.encode(code), new.encode(code))
    path = folder / name
    path.write_bytes(data)
    seen = [o for reading in read_path(path) for o in reading.observations]
    return {o.subject for o in seen} | {str(o.value) for o in seen if o.metric == "relation.parent"}


@pytest.mark.parametrize(
    ("name", "whole", "cut"),
    [
        ("rmf-sysa.fb133.ebcdic", "lpar:P@#$", "lpar:P"),
        ("rmf-sysb.txt", "lpar:LOG#", "lpar:LOG"),
        ("mq-mqa1-joblog.txt", "mq_manager:MQ#$", "mq_manager:MQ"),
        ("ims-monitor.txt", "ims_region:IM$#/MPR", "ims_region:IM"),
        ("ada10-nuc1.txt", "lpar:P@#$", "lpar:P"),
    ],
)
def test_a_name_is_not_cut_at_its_last_character(
    name: str, whole: str, cut: str, tmp_path: Path
) -> None:
    """SYSTEM ID P@#$ was read as P, beside a report that has it whole: two systems of one."""
    found = named(name, tmp_path)
    assert whole in found
    assert cut not in {each.partition("/")[0] for each in found}
