"""Cognos Dynamic Cubes on z/OS: capacity by server instances."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.effects import published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import Subject

MEMORY_GB, CPS = 160, 8


def _servers(subject: Subject) -> Advice | str:
    wanted = subject.need_figure("cubes_wanted", "users_wanted_factor")
    now = subject.need("SERVERS")
    cubes = subject.number("CUBES")
    if "cubes_wanted" in subject.component.measured:
        if cubes is None or wanted <= cubes:
            return subject.say(
                "{name}: {now:,g} servers hold the cubes wanted (fewer than wanted is too few).",
                now=now,
            )
        count = math.ceil(now * wanted / cubes)
    else:
        if wanted <= 1:
            return subject.say("{name}: no growth is wanted (more than today is looked into).")
        count = math.ceil(now * wanted)
    factor = 1 + (count / now - 1) * 0.95
    return Advice(
        subject.say(
            "{name} is to carry {wanted:,g} with {now:,g} server instances.", wanted=wanted, now=now
        ),
        (
            (
                subject.set("SERVERS", count),
                subject.set("MEMORY_GB", count * MEMORY_GB),
                subject.set("CPS", count * CPS),
            ),
        ),
        effects=(
            published(
                "etr_per_s",
                subject.figure("tx_per_s"),
                (factor * 0.95, factor, factor * 1.02),
                "95 % scale efficiency, response within 5 % (003, Table 5-1)",
            ),
        ),
    )


RULES = (
    Rule(
        "COG-001",
        "More Cognos server instances",
        "Cognos",
        "tuning",
        "yes",
        "Instances against cubes or users wanted.",
        "More is wanted than runs.",
        "Each instance holds its cubes in memory; instances hardly disturb each other.",
        "An instance more with about 160 GB and 8 CPs.",
        ("003, section 5.1, Table 5-1",),
        threshold="What is wanted.",
        verify="Transactions per CPU second and response.",
        back_out="Stop the instance.",
        risk=Risk("low"),
        prerequisites="Memory and CPs.",
        effect="1 to 3 servers: rate 2.87, response 0.96.",
        effect_conditions="Two cubes and 8 CPs per server, 164 to 511 GB.",
        projection="Cognos model; else 95 % scale efficiency.",
        report="the growth that is planned (cubes or users)",
        on=("cognos_server",),
        check=_servers,
        applying=advised("hardware", Role.HARDWARE, Role.APPLICATION),
    ),
)
