"""Statements of the CFRM policy for a structure: what reports say of it, so that none is lost.

A policy defines each structure as a whole: SIZE and PREFLIST are required, and an operand that is
left out has its default, whatever the policy in use says. Source: z/OS 3.1, MVS Setting Up a
Sysplex, CFRM parameters for administrative data utility.
"""

from __future__ import annotations

from collections.abc import Mapping

from model.language import mark
from model.topology import Component, Topology, Value

UNKNOWN_SIZE = "<size today>"
POLICY, POLICY_DUPLEXED = "<policy>", "<policy with DUPLEX>"
"""Names to be filled in: two only where one policy has to be active before the other."""
REST_OF_POLICY = " <CF statements and all other structures of the policy in use>"
TWO_FACILITIES = "<cf1>,<cf2>"
PUBLISHED = "https://ibm.com/docs/SSLTBW_3.1.0/com.ibm.zos.v3r1.ieaf100/subcfrm.htm"

POLICY_AS_A_WHOLE = mark("The CFRM policy (job IXCMIAPU): all its structures, or they are lost.")
"""Where sizes last. A policy that is defined with one structure has no other one any more."""


def structure_of(component: Component, topology: Topology) -> str:
    """A coupling facility structure by its name; of a group buffer pool that of its group first.

    Db2 names structures after the group (Db2 13, Data sharing group names): where a coupling
    facility's report has a single structure of such a pool, it is this one.
    """
    if component.kind == "db2_gbp" and not {"/", "_"} & {*component.name}:
        told = [one.name for one in topology.of_kind("cf_structure")]
        named = {name for name in told if name.partition("_")[2] == component.name}
        return named.pop() if len(named) == 1 else f"<group>_{component.name}"
    return component.name.replace("/", "_")


def policy_operands(
    component: Component, topology: Topology, after: Mapping[str, Value | None]
) -> dict[str, str]:
    """Operands of a structure's statement, sizes in MB or KB, with the values that are set.

    ``cfrm`` is the statement up to PREFLIST: allocated as it is to be, with the largest size never
    below that of today. ``duplexing`` is DUPLEX of the policy in use with a blank before it, and
    empty where nobody tells it; ``former_duplex`` its value, ALLOWED where nobody tells it, from
    which an operator can end duplexing (same source).
    """
    name = structure_of(component, topology)
    holders = [component, *(s for s in topology.of_kind("cf_structure") if s.name == name)]

    def today(setting: str) -> Value | None:
        told = (holder.value(setting) for holder in holders)
        return next((value for value in told if value is not None), None)

    def size(setting: str) -> float | None:
        value = after[setting] if setting in after else today(setting)
        return float(value) if isinstance(value, (int, float)) else None

    allocated, largest, initial = size("SIZE_MB"), size("POLICY_SIZE_MB"), size("INITSIZE_MB")
    if ("SIZE_MB" in after and after["SIZE_MB"] != component.value("SIZE_MB")) or initial is None:
        initial = allocated
    sizes = [s for s in (initial, allocated if largest is None else largest) if s is not None]
    duplex = today("POLICY_DUPLEX")
    return {
        "cfrm": f"NAME({name}) INITSIZE({_sized(initial)}) SIZE({_sized(max(sizes, default=None))})"
        f" PREFLIST({today('PREFLIST') or TWO_FACILITIES})",
        "duplexing": "" if duplex is None else f" DUPLEX({duplex})",
        "former_duplex": "ALLOWED" if duplex is None else str(duplex),
    }


def _sized(megabytes: float | None) -> str:
    if megabytes is None:
        return UNKNOWN_SIZE
    whole = megabytes == int(megabytes)
    return f"{int(megabytes)}M" if whole else f"{round(megabytes * 1024)}K"
