"""The story's figures and all that follows from them by arithmetic."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


def even(total: int, parts: int, seed: str, spread: float = 0.06) -> list[int]:
    """``total`` in ``parts`` nearly even whole parts, the same for the same seed."""
    draw = random.Random(seed)
    weights = [1.0 + draw.uniform(-spread, spread) for _ in range(parts)]
    scale = total / sum(weights)
    values = [int(weight * scale) for weight in weights]
    values[0] += total - sum(values)
    return values


@dataclass(frozen=True)
class Nucleus:
    """One cluster nucleus over the measured span; counts are whole."""

    number: int
    system: str
    commands: int
    cpu_s: float
    logical_reads: int
    physical_reads: int
    asso_reads: int
    data_reads: int
    asso_writes: int
    data_writes: int
    work_writes: int
    plog_writes: int

    @property
    def io(self) -> int:
        """All container I/Os."""
        writes = self.asso_writes + self.data_writes + self.work_writes + self.plog_writes
        return self.physical_reads + writes


@dataclass(frozen=True)
class Volume:
    """One volume as one system sees it."""

    serial: str
    number: int
    group: str
    io_per_s: float
    response_ms: float
    iosq_ms: float
    pend_ms: float
    disc_ms: float
    conn_ms: float


@dataclass(frozen=True)
class Story:
    """``samples/story.toml`` with what follows from it."""

    raw: dict[str, Any]
    nuclei: tuple[Nucleus, ...] = field(default=())

    def __getitem__(self, section: str) -> Any:
        return self.raw[section]

    @property
    def seconds(self) -> int:
        return int(self.raw["engagement"]["duration_s"])

    def system(self, name: str) -> dict[str, Any]:
        return next(s for s in self.raw["systems"] if s["name"] == name)

    def on(self, system: str) -> tuple[Nucleus, ...]:
        """The nuclei of one system."""
        return tuple(n for n in self.nuclei if n.system == system)

    def index(self, system: str) -> int:
        return [s["name"] for s in self.raw["systems"]].index(system)

    def captured_cpu_s(self, system: str) -> float:
        """CPU seconds of nuclei, generators and everything else on a system."""
        per_command = self.raw["adabas"]["generator_us_per_command"] * 1e-6
        own = sum(n.cpu_s + n.commands * per_command for n in self.on(system))
        return own + float(self.system(system)["other_cpu_s"])

    def mvs_busy_pct(self, system: str) -> float:
        described = self.system(system)
        used = self.captured_cpu_s(system) / described["capture_ratio"]
        return 100.0 * used / (self.seconds * described["cps"])

    def paging(self, system: str) -> tuple[float, float]:
        """Page-ins and page-outs per second."""
        where = self.index(system)
        return (
            float(self.raw["paging"]["page_ins_per_s"][where]),
            float(self.raw["paging"]["page_outs_per_s"][where]),
        )

    def volumes(self, system: str) -> tuple[Volume, ...]:
        """The 80 volumes with this system's activity; rates add up to its nuclei's I/Os."""
        dasd = self.raw["dasd"]
        own = self.on(system)
        rates = {
            "DATA": sum(n.data_reads + n.data_writes for n in own) / self.seconds,
            "ASSO": sum(n.asso_reads + n.asso_writes for n in own) / self.seconds,
            "LOGS": sum(n.work_writes + n.plog_writes for n in own) / self.seconds,
            "SYST": float(dasd["other_io_per_s"][self.index(system)]),
        }
        counts = {
            "DATA": dasd["data_volumes"],
            "ASSO": dasd["asso_volumes"],
            "LOGS": dasd["log_volumes"],
            "SYST": dasd["other_volumes"],
        }
        volumes = []
        number = 0x2300
        for group, prefix in (("DATA", "ADD"), ("ASSO", "ADA"), ("LOGS", "ADL"), ("SYST", "NVS")):
            count = counts[group]
            mine = range(count)
            if group == "LOGS":  # each nucleus has WORK and PLOG on its own volume
                half = count // 2
                mine = range(half) if self.index(system) == 0 else range(half, count)
            shares = iter(even(round(rates[group] * 1000), len(mine), f"{system}{group}"))
            draw = random.Random(f"{system}{group}times")
            for position in range(count):
                rate = next(shares) / 1000 if position in mine else 0.0
                times = [
                    round(dasd[f"{part}_ms"] * (1.0 + draw.uniform(-0.12, 0.12)), 3)
                    for part in ("iosq", "pend", "disc", "conn")
                ]
                if group == "LOGS":  # writes end in the cache: hardly any disconnect time
                    times[0], times[2] = 0.0, round(times[2] * 0.08, 3)
                if rate == 0.0:
                    times = [0.0, 0.0, 0.0, 0.0]
                volumes.append(
                    Volume(f"{prefix}{position + 1:03d}", number, f"ADA{group}"
                           if group != "SYST" else "NVSYST", rate, round(sum(times), 3), *times)
                )  # fmt: skip
                number += 1
        return tuple(volumes)


def _over(base: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    """``base`` with what ``later`` says otherwise."""
    whole = dict(base)
    for key, value in later.items():
        known = whole.get(key)
        both = isinstance(known, dict) and isinstance(value, dict)
        whole[key] = _over(known, value) if both else value
    return whole


def load(path: Path, *later: Path) -> Story:
    """Read the story, and what later ones say otherwise, and work out the nuclei's counts."""
    raw: dict[str, Any] = {}
    for file in (path, *later):
        raw = _over(raw, tomllib.loads(file.read_text(encoding="utf-8")))
    adabas, measured = raw["adabas"], raw["adabas"]["measured"]
    if abs(sum(measured["shares"]) - 1.0) > 1e-9:
        raise ValueError("the nuclei's shares in the story do not add up to 1")
    total = round(measured["etr_per_s"] * raw["engagement"]["duration_s"])
    hosts = {number: s["name"] for s in raw["systems"] for number in s["nuclei"]}
    nuclei = []
    for number, share in enumerate(measured["shares"], start=1):
        commands = round(total * share)
        draw = random.Random(f"nucleus{number}")

        def count(
            name: str, commands: int = commands, draw: random.Random = draw
        ) -> int:  # small differences between nuclei, none in the mean
            return round(commands * measured[name] * (1.0 + draw.uniform(-0.004, 0.004)))

        reads = count("reads_per_command")
        asso = round(reads * 0.287)
        nuclei.append(
            Nucleus(
                number,
                hosts[number],
                commands,
                round(commands / measured["itr_per_cpu_s"] * (1.0 + draw.uniform(-0.006, 0.006))),
                count("logical_reads_per_command"),
                reads,
                asso,
                reads - asso,
                count("asso_writes_per_command"),
                count("data_writes_per_command"),
                count("work_writes_per_command"),
                count("plog_writes_per_command"),
            )
        )
    if adabas["nt"] < 1:
        raise ValueError("a nucleus needs threads")
    return Story(raw, tuple(nuclei))
