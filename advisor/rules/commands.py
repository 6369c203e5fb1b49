"""Statements as the products take them, made from a rule's templates and the component's settings.

A template is what is typed or coded, one statement to a line. In it ``{value}`` stands for the
value that is set, ``{name}`` for the component's own name, and ``{SETTING}`` for any other setting
of it as it is once all changes are made: a statement that several settings share is then written
alike for each of them, and complete. ``!u`` writes in capitals (``{value!u}``). What no report
says stands in angle brackets, ``<group>``: whoever types the command has to fill it in.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from advisor.rules.structures import POLICY, POLICY_DUPLEXED, policy_operands, structure_of
from model.topology import Change, Component, SetSetting, Topology, Value

RECORD_COLUMNS = 71
"""Columns of a card or an input record that all products read; IDCAMS begins in the second."""
JOB_CARD = "//IDCAMS   JOB <accounting>"
VSE_JOB = "// JOB IDCAMS"
VSE_USER_CATALOG = "// DLBL IJSYSUC,'<user catalog>',,VSAM"
IF_ALL_WELL = "IF MAXCC = 0 THEN "
"""Before a statement of Access Method Services that must not run where one before it failed."""
_COUNTED = {"BUFFERS": "buffers_allocated"}
"""Figures that say a setting where no report has the setting itself."""

PLATFORM_OF_ID = "z/VSE"
"""CICS for z/VSE calls the number of an LSR pool LSRPOOLID, CICS TS for z/OS LSRPOOLNUM."""


def shown(value: Value) -> str:
    """A value as the products write it."""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, str):
        return value
    return str(int(value)) if float(value) == int(value) else f"{value:.6g}"


def member_records(names: str) -> str:
    """A list of modules as a PROCLIB member holds it: columns 1 to 71, one record to a line.

    A record's last name is followed by a comma and a blank, that of the last record by a blank
    (IMS system definition, DFSINTxx and DFSMPLxx members).
    """
    records: list[str] = []
    for name in (part.strip() for part in names.split(",")):
        if not name:
            continue
        if records and len(records[-1]) + len(name) + 2 <= RECORD_COLUMNS:
            records[-1] += f",{name}"
        else:
            records.append(name)
    return ",\n".join(records)


def cards(line: str) -> list[str]:
    """An ADARUN statement as cards that end before column 72: operands may stand on several."""
    found: list[str] = []
    for operand in line.removeprefix("ADARUN ").split(","):
        if found and len(found[-1]) + 1 + len(operand) <= RECORD_COLUMNS:
            found[-1] += f",{operand}"
        else:
            found.append(f"ADARUN {operand}")
    return found


def in_cards(text: str) -> str:
    """What is typed, with an ADARUN statement that no card holds as several."""
    return "\n".join(
        part
        for line in text.split("\n")
        for part in (
            cards(line) if line.startswith("ADARUN ") and len(line) > RECORD_COLUMNS else [line]
        )
    )


def statements(*lines: str) -> str:
    """What is typed or coded, one statement to a line; no sentence, and in no language."""
    return "\n".join(lines)


def once(lines: Iterable[str]) -> str:
    """Statements of several changes in one go: what they share stands once, behind all of them.

    A definition is installed, a structure rebuilt, a file opened when everything is changed.
    """
    found = dict.fromkeys(reversed(tuple(lines)))
    return statements(*reversed(tuple(found)))


def csd_names(component: Component, container: Component | None) -> tuple[str, str]:
    """Group and LSRPOOL name of a CSD definition, or what stands for them in angle brackets."""
    pool = component if container is None else container
    found = {
        "GROUP": "<group>",
        "LSRPOOL": statements("<definition of pool {}>".format(pool.name.rpartition("/")[2])),
    }
    for holder in (container, component):
        for key in found:
            stated = None if holder is None else holder.value(key)
            if isinstance(stated, str) and stated:
                found[key] = stated
    return found["GROUP"], found["LSRPOOL"]


def file_steps(attribute: str) -> str:
    """A CICS file changed and installed: it must be closed and disabled meanwhile.

    Source: CICS TS for z/OS 5.6, Installing file definitions.
    """
    return statements(
        f"CEDA ALTER FILE({{name}}) GROUP({{group}}) {attribute}",
        "CEMT SET FILE({name}) CLOSED DISABLED",
        "CEDA INSTALL FILE({name}) GROUP({group})",
        "CEMT SET FILE({name}) OPEN ENABLED",
    )


def step_by_step(commands: Iterable[str]) -> str:
    """The same statements for several objects, each step for all of them before the next.

    Of CICS files over one data set none is open as before when another opens.
    """
    steps = zip(*(typed.split("\n") for typed in commands), strict=True)
    return statements(*(line for step in steps for line in step))


EACH_FILE = "{each_file_of_the_pool}"
"""In a template: its line is written once for each file that the reports have in the pool."""


def pool_steps(attributes: str) -> str:
    """An LSR pool changed and installed: it is built anew when the first of its files opens.

    Source: CICS TS for z/OS 5.4, LSRPOOL resources; a pool with an open file stays as it is.
    """
    return statements(
        f"CEDA ALTER LSRPOOL({{lsrpool}}) GROUP({{group}}) {attributes}",
        f"CEMT SET FILE({EACH_FILE}) CLOSED",
        "CEDA INSTALL LSRPOOL({lsrpool}) GROUP({group})",
        f"CEMT SET FILE({EACH_FILE}) OPEN",
    )


def sessions_steps(attribute: str, partner: str = "") -> str:
    """MRO sessions changed and installed: connection and sessions as one group, IRC closed.

    ``partner`` is the attribute at the other end, typed there as well: CICS uses the fewer of both.
    Source: CICS TS for z/OS 5.6, Installing SESSIONS definitions.
    """
    alter = "CEDA ALTER SESSIONS(<sessions>) GROUP({group}) {attribute}"
    steps = (
        (
            alter.format(group="{group}", attribute=attribute),
            partner and _THERE + alter.format(group="<group>", attribute=partner),
        ),
        ("CEMT SET IRC CLOSED", f"{_THERE}CEMT SET IRC CLOSED"),
        ("CEDA INSTALL GROUP({group})", f"{_THERE}CEDA INSTALL GROUP(<group>)"),
        ("CEMT SET IRC OPEN", f"{_THERE}CEMT SET IRC OPEN"),
    )
    return statements(
        *(line for here, there in steps for line in (here, *([there] if partner else [])))
    )


_THERE = statements("F <partner region>,")
"""Transactions of CICS as they are typed at the console for another region (MODIFY)."""


class Operands(Mapping[str, Any]):
    """What the places of a template stand for; what is not known is written ``<setting>``."""

    def __init__(self, known: Mapping[str, Any], component: Component | None = None) -> None:
        self._known = known
        self._component = component

    def __getitem__(self, name: str) -> Any:
        if name in self._known:
            return self._known[name]
        if name == "member":
            return "n"
        value = None if self._component is None else self._component.value(name)
        if value is None and self._component is not None and name in _COUNTED:
            value = self._component.measure(_COUNTED[name])
        return f"<{name.lower().replace('_', ' ')}>" if value is None else shown(value)

    def __iter__(self) -> Any:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


class _Writer(string.Formatter):
    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[str(key)]

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion == "u":
            text = str(value)
            return text if text.startswith("<") else text.upper()
        return super().convert_field(value, conversion)


def written(template: str, operands: Mapping[str, Any]) -> str:
    """The statements of a template with their operands."""
    if EACH_FILE in template:
        files = str(operands[EACH_FILE.strip("{}")]).split(",")
        template = "\n".join(
            line.replace(EACH_FILE, file)
            for line in template.split("\n")
            for file in (files if EACH_FILE in line else files[:1])
        )
    return _Writer().vformat(template, (), operands)


def operands_of(
    component: Component,
    option: tuple[Change, ...],
    topology: Topology,
    beside: tuple[Change, ...] = (),
) -> Operands:
    """Operands of a component's statements, each with its value in effect after the change.

    ``beside`` are changes made together with those of ``option``, which hold before them.
    ``lfarea`` counts pages, as IEASYSxx wants them in the form that has both sizes; leaving one
    size out would return it. ``pwcsize`` leaves positions out that nothing is known of, ``ziip`` is
    all that Natural's parameter holds besides.
    """
    after: dict[str, Value | None] = {
        c.setting: c.value
        for c in (*beside, *option)
        if isinstance(c, SetSetting) and c.component == component.id
    }

    def value(name: str) -> Value | None:
        return after[name] if name in after else component.value(name)

    def pages(name: str, each_gb: float) -> str:
        found = value(name)
        return shown(round(float(found) / each_gb)) if isinstance(found, (int, float)) else "0"

    sizes = [value(part) for part in PARTS["pwcsize"]]
    listed = ",".join("" if size is None else shown(size) for size in sizes).rstrip(",")
    pool = value("LSRPOOLID")
    if value("ACCESS") == "NSR":
        pool = "NONE"
    region = topology.ancestor(component.id, "cics_region")
    on_vse = region is not None and region.value("PLATFORM") == PLATFORM_OF_ID
    keyword = "LSRPOOLID" if on_vse else "LSRPOOLNUM"
    group, definition = csd_names(component, topology.ancestor(component.id, "lsr_pool"))
    known = {name: shown(stated) for name, stated in after.items() if stated is not None}
    return Operands(
        {
            **known,
            "name": typed_name(component, topology),
            "qualified": component.name,
            "structure": structure_of(component, topology),
            **policy_operands(component, topology, after),
            "driver": (shown(value("DRIVER") or "").split() or ["<driver>"])[0],
            "block_sizes": _block_sizes(value),
            "lfarea": f"(1M=({pages('LFAREA_1M_GB', 1 / 1024)}),2G=({pages('LFAREA_2G_GB', 2)}))",
            "pwcsize": f"({listed})",
            "ziip": _PWCSIZE.sub("", zipped(component.value("NTZIIP") or "")).strip(",") or "AUTO",
            "lsrpool_keyword": keyword,
            "lsrpool_number": f"{keyword}({'<n>' if pool is None else shown(pool)})",
            "group": group,
            "lsrpool": definition,
            **_files_of_pool(component, topology),
            "suffix": str(component.value("PRLD") or "").strip() or "<xx>",
            **_of_sisters(component, topology),
        },
        component,
    )


def of_added(template: str, component: Component, topology: Topology) -> str:
    """Statements for a component that is added: its number among its like, and its system."""
    system = topology.components.get(component.parent or "")
    known = {"member": component.name.rpartition("-")[2]}
    if system is not None:
        known["system"] = typed_name(system, topology)
    return written(template, Operands(known))


def _block_sizes(value: Callable[[str], Value | None]) -> str:
    """Operands of a Net-Work link for blocks like those of today's link; empty where unknown."""
    units = {"SNDBLKSZ": "K", "RCVBLKSZ": "K", "SNDBLKCT": "", "RCVBLKCT": ""}
    sizes = {name: value(f"{name}_KB" if unit else name) for name, unit in units.items()}
    told = [f"{name}={shown(size)}{units[name]}," for name, size in sizes.items() if size]
    return "".join(told)


def _files_of_pool(component: Component, topology: Topology) -> dict[str, str]:
    """Files whose buffers come from a component's LSR pool, as the region's reports list them.

    None where a file's pool is not told: one that stays open keeps the pool as it is.
    """
    region = topology.ancestor(component.id, "cics_region")
    pool = (
        component if component.kind == "lsr_pool" else topology.ancestor(component.id, "lsr_pool")
    )
    number = component.value("LSRPOOLID") if pool is None else pool.name.rpartition("/")[2]
    place, blank = EACH_FILE.strip("{}"), statements("<each file of the pool>")
    if region is None or number is None:
        return {place: blank}
    pools = {
        typed_name(one, topology): one.value("LSRPOOLID")
        for one in topology.children(region.id, "vsam_file")
        if one.value("ACCESS") != "NSR"
    }
    files = sorted(name for name, told in pools.items() if told and shown(told) == shown(number))
    known = bool(files) and None not in pools.values()
    return {place: ",".join(files) if known else blank}


def typed_name(component: Component, topology: Topology) -> str:
    """A component's own name; of a VSAM file that only its data set is known of, a blank.

    A CICS FILE has a name of 1 to 8 characters (CICS TS, FILE attributes).
    """
    name = _without_place(component, topology)
    known = component.kind != "vsam_file" or (len(name) <= 8 and "." not in name)
    return name if known else statements("<each file over it>")


def _without_place(component: Component, topology: Topology) -> str:
    """A name as its own system knows it, where one of the same name elsewhere has it as well."""
    name = component.name.rpartition("/")[2]
    own, _, place = name.rpartition("@")
    namesake = place.isdigit() and component.id.removesuffix(f"@{place}") in topology
    elsewhere = f"lpar:{place}" in topology or f"cpc:{place}" in topology
    return own if own and (namesake or elsewhere) else name


_TOLD = (
    ("<cpf>", "mq_manager", "CPF"),
    ("<net-work>", "netwk_node", "JOBNAME"),
    ("<former link>", "netwk_node", "LINK"),
    ("<operands as before>", "netwk_node", "LINK_OPERANDS"),
    ("<other operands as before>", "netwk_node", "LINK_OPERANDS"),
    ("<stack>", "tcpip_stack", ""),
    ("<MXT>", "cics_region", "MXT"),
    ("<collection>", "db2_plan", "COLLECTION"),
    ("<version>", "db2_plan", "PACKAGE_VERSION"),
)
"""Blanks of many rules, and the setting that fills them: without one the component's name."""


LABEL = "// DLBL "
_DATA_SET = re.compile(r"\b(?P<way>IN|OUT)DATASET\((?P<name><[^<>]+>|[^()]+)\)")


def labelled(lines: Sequence[str]) -> list[str]:
    """Statements with labels for the data sets that they copy, each label before its first use.

    VSE/VSAM allocates nothing by a data set's name: REPRO and BLDINDEX take INFILE and OUTFILE
    (VSE/VSAM Commands, SC33-8315).
    """
    labels: dict[str, str] = {}

    def label(operand: re.Match[str]) -> str:
        name = labels.setdefault(operand["name"], f"FILE{len(labels) + 1}")
        return f"{operand['way']}FILE({name})"

    found = [_DATA_SET.sub(label, line) for line in lines]
    place = next((n for n, line in enumerate(found) if line != lines[n]), 0)
    found[place:place] = [f"{LABEL}{file},'{name}',,VSAM" for name, file in labels.items()]
    return found


REBUILD = "SETXCF START,REBUILD,STRNAME="
STRUCTURE = statements("IXCMIAPU: STRUCTURE ")
ACTIVATED = "SETXCF START,POLICY,TYPE=CFRM,POLNAME="


def _rebuilt(text: str, component: Component, topology: Topology) -> str:
    """Statements of which one rebuilds a structure, with duplexing ended before and begun after.

    A structure that is duplexed cannot be rebuilt. Where the policy has DUPLEX(ENABLED) the system
    would duplex it again as soon as it ends: another policy is active meanwhile.

    Source: z/OS 2.1, Sysplex Services Guide, Stopping a duplexing rebuild.
    """
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines) if line.startswith(REBUILD)), None)
    if at is None:
        return text
    name = lines[at].removeprefix(REBUILD)
    ended = f"SETXCF STOP,REBUILD,DUPLEX,STRNAME={name},KEEP=OLD"
    if ended in lines:
        return text
    pools = [one for one in topology.of_kind("db2_gbp") if structure_of(one, topology) == name]
    if not any(one.value("DUPLEX") is True for one in (component, *pools)):
        return text
    if all(one.value("POLICY_DUPLEX") != "ENABLED" for one in (component, *pools)):
        again = f"SETXCF START,REBUILD,DUPLEX,STRNAME={name}"
        return "\n".join([*lines[:at], ended, lines[at], again, *lines[at + 1 :]])
    stated = next((line for line in lines if line.startswith(STRUCTURE)), None)
    before = [line for line in lines[:at] if not line.startswith((STRUCTURE, ACTIVATED))]
    if stated is None:
        stated = STRUCTURE + policy_operands(component, topology, {})["cfrm"]
    stated = stated.replace(" DUPLEX(ENABLED)", "")
    return "\n".join(
        [
            *before,
            f"{stated} DUPLEX(ALLOWED)",
            f"{ACTIVATED}{POLICY}",
            ended,
            lines[at],
            f"{stated} DUPLEX(ENABLED)",
            f"{ACTIVATED}{POLICY_DUPLEXED}",
            *lines[at + 1 :],
        ]
    )


def _on_vse(component: Component, topology: Topology) -> bool:
    region = topology.ancestor(component.id, "cics_region")
    system = topology.ancestor(component.id, "lpar")
    told = (region and region.value("PLATFORM")) or (system and system.value("OPSYS"))
    return told == PLATFORM_OF_ID


def filled(text: str, component_id: str, topology: Topology) -> str:
    """What is typed for a component, with what reports say of it or what it is in for blanks.

    On z/VSE statements name the data sets that they copy by labels.
    """
    known = topology.components.get(component_id)
    if known is not None and "DATASET(" in text and _on_vse(known, topology):
        text = "\n".join(labelled(text.split("\n")))
    if known is not None:
        text = _rebuilt(text, known, topology)
    for blank, kind, setting in _TOLD:
        if blank not in text or component_id not in topology:
            continue
        owner: Component | None = topology[component_id]
        if owner is not None and owner.kind != kind:
            owner = topology.ancestor(component_id, kind)
        if owner is not None:
            stated = owner.value(setting) if setting else typed_name(owner, topology)
            if blank.startswith("<other ") and stated is not None:
                stated = _others(shown(stated), text)
            text = text if stated is None else text.replace(blank, shown(stated))
    return text


def _others(operands: str, text: str) -> str:
    """Operands of a statement without those that ``text`` gives itself."""
    found = re.findall(r"[A-Z0-9]+=(?:\([^()]*\)|[^,]*)", operands)
    return ",".join(one for one in found if f"{one.partition('=')[0]}=" not in text)


PARTS = {"pwcsize": ("PWCSIZE_PRINT_KB", "PWCSIZE_READ_KB", "PWCSIZE_WRITE_KB")}
"""Operands that several settings make up, in their order."""

_STATE = re.compile(r"^\s*STATUS\s?=\s?")


def zipped(printed: Value) -> str:
    """Natural's ZIIP as it is typed: sessions print STATUS=, which stands first without a name.

    Source: Natural 9.2, Parameter Reference, ZIIP.
    """
    return _STATE.sub("", str(printed))


_PWCSIZE = re.compile(r",?\bPWCSIZE\s?=\s?(?:\([^()]*\)|[^,()]*)")
"""The sizes of Natural's caches among the subparameters of ZIIP."""


_MEMBERSHIP = (
    "SVC", "DEVICE", "CLUGROUPNAME", "CLUCACHENAME", "CLULOCKNAME", "LP", "DUALPLD", "DUALPLS",
)  # fmt: skip
"""ADARUN operands that make a nucleus one of its cluster, and that its own data sets go by."""


_CACHED = ("CASSOV64", "CDATAV64")
"""ADARUN operands that say which blocks the caches hold: as one, whichever nucleus reports them."""


def _of_sisters(database: Component, topology: Topology) -> dict[str, str]:
    """Operands of a nucleus that is added, as all nuclei of the database have them today.

    ``membership`` begins with a comma. PLOGs are counted in blocks (DUALPLS), which ADAFRM takes
    with a B behind the number; WORK is larger than its part 1 (LP) by parts that no report tells.
    """
    if database.kind != "adabas_database":
        return {}
    sisters = topology.sources(database.id, "member")
    number = _without_place(database, topology)
    kept: dict[str, str] = {}
    for name in _MEMBERSHIP:
        found = {one.value(name) for one in sisters}
        if len(found) == 1 and (value := found.pop()) is not None:
            kept[name] = f"{value:.0f}" if isinstance(value, (int, float)) else value
    ranges: dict[str, str] = {}
    for name in _CACHED:
        told = {value for one in sisters if (value := one.value(name)) is not None}
        if len(told) == 1:
            ranges[name] = shown(told.pop())
    plog = f"{kept['DUALPLS']}B" if "DUALPLS" in kept else "<cylinders of PLOG of this nucleus>"
    return {
        **ranges,
        "dbid": number if number.isdigit() else "<number>",
        "membership": "".join(f",{name}={value}" for name, value in kept.items()),
        "plog_size": plog,
        "plog_device": kept.get("DUALPLD", "<device type>"),
    }
