"""SMF 72 subtype 3: a service or report class on one system, from sections to sums.

Where the fields stand is in ``resources/layouts/smf72-3.csv``; formulas are RMF's as smf2db applies
them. Sums of several systems make the figures that the postprocessor
prints for a sysplex: everything is kept as a sum until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from advisor.reading.layout.smf import hexadecimal, layout, section, sections, text, u8, unsigned

_CONTROL, _PERIODS = 36, 60
_LEAST = 404
"""Length of a period's section up to R723CIOT: no shorter one can say what I/O took."""
_RESIDENCY_S = 1024e-6
_IO_UNIT_MS = 0.128
_MOST = 1e12


@dataclass(frozen=True, slots=True)
class Sums:
    """What one class (and period) used on one system within the interval; times in seconds."""

    ended: float = 0.0
    elapsed_s: float = 0.0
    execution_s: float = 0.0
    queued_s: float = 0.0
    cpu_s: float = 0.0
    srb_s: float = 0.0
    rct_iit_hst_s: float = 0.0
    ziip_s: float = 0.0
    ziip_as_cp_s: float = 0.0
    """``ziip_s`` at the speed of general purpose processors, as it stands in ``cpu_s``."""
    ziip_on_cp_s: float = 0.0
    ios: float = 0.0
    io_conn_ms: float = 0.0
    io_disc_ms: float = 0.0
    io_pend_ms: float = 0.0
    io_iosq_ms: float = 0.0
    page_ins: float = 0.0
    block_page_ins: float = 0.0
    resident_s: float = 0.0
    """Without enclaves, which have no storage of their own."""
    swapped_in_s: float = 0.0
    frame_s: float = 0.0
    enclave_s: float = 0.0
    using: float = 0.0
    delayed: float = 0.0
    samples: float = 0.0
    cpu_using: float = 0.0
    cpu_delayed: float = 0.0
    io_using: float = 0.0
    io_delayed: float = 0.0

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(Sums)))


@dataclass(frozen=True, slots=True)
class Class:
    """A class as the record's control section names it."""

    name: str
    report: bool
    workload: str
    policy: str


@dataclass(frozen=True, slots=True)
class Period:
    """A period: ``goal`` is metric, value, unit and field of what it is to achieve."""

    number: int
    importance: int
    sums: Sums
    goal: tuple[tuple[str, float, str, str], ...] = ()


def work_class(record: bytes) -> Class | None:
    """R723MCNM and what stands around it; ``None`` where the section does not name a class."""
    at = next(sections(record, _CONTROL), None)
    if at is None or unsigned(record, _CONTROL + 4, 2) < 176:
        return None
    name = text(record, at + 120, 8)
    if not name:
        return None
    return Class(
        name, bool(u8(record, at) & 0x80), text(record, at + 80, 8), text(record, at + 4, 8)
    )


def periods(record: bytes) -> Iterator[Period]:
    """The class's periods; those of releases that had fewer fields have zeros for the others."""
    control = next(sections(record, _CONTROL), None)
    if control is None:
        return
    cpu, srb = unsigned(record, control + 52, 4), unsigned(record, control + 64, 4)
    adjustment = unsigned(record, control + 172, 4)
    per_cpu = adjustment / (1600.0 * cpu) if cpu else 0.0
    per_srb = adjustment / (1600.0 * srb) if srb else 0.0
    wide = unsigned(record, _CONTROL + 4, 2)
    ziip_factor = unsigned(record, control + 244, 4) / 256 if wide >= 248 else 1.0
    length = unsigned(record, _PERIODS + 4, 2)
    if length < _LEAST:
        return
    for at in sections(record, _PERIODS):
        data = section(record, at, length, _FIELDS.size)
        yield Period(
            data[8],
            int.from_bytes(data[18:20], "big"),
            _sums(data, per_cpu, per_srb, ziip_factor or 1.0),
            _goal(data),
        )


_PERCENTILE, _MEAN, _VELOCITY = 0x80, 0x40, 0x20
_GOAL_MS = {0x80: 1.0, 0x40: 1e3, 0x20: 6e4, 0x10: 3.6e6}
"""R723CRTF: what a response goal counts in, in milliseconds."""
_MOST_VELOCITY = 99


def _goal(data: bytes) -> tuple[tuple[str, float, str, str], ...]:
    """R723CVAL by R723CRGF; discretionary and system goals are none."""
    unit, kind = data[9] & 0xF0, data[10] & 0xF8
    value, share = int.from_bytes(data[12:16], "big"), int.from_bytes(data[16:18], "big")
    if kind == _VELOCITY and 0 < value <= _MOST_VELOCITY:
        return (("goal_velocity_pct", float(value), "%", f"R723CVAL={value}"),)
    if kind not in (_PERCENTILE, _MEAN) or not value or unit not in _GOAL_MS:
        return ()
    raw = f"R723CVAL={value} R723CRTF={unit:02X}"
    response = ("goal_response_ms", value * _GOAL_MS[unit], "ms", raw)
    if kind == _MEAN:
        return (response,)
    if not 0 < share <= 100:
        return ()
    return response, ("goal_pct", float(share), "%", f"R723CPCT={share}")


# R723CCPU, CSRB, CPIR, CBPI, CPRS, CTRR, CRCT, CIIT, CHST, CRCP, CTET, CXET, CCUS, CTOT, CCDE,
# CICT, CIWT, CIDT, CIRC, CTOU, CIOU, CIOD, CTSA, CIOT, CQDT, CIEA, CSUP, CSUC, CTETX, CXETX
_FIELDS = layout(
    (32, 8), (56, 8), (64, 8), (80, 8), (120, 8), (136, 8), (152, 8), (160, 8), (168, 8), (184, 4),
    (200, 8), (208, 8), (224, 4), (228, 4), (232, 4), (316, 8), (324, 8), (332, 8), (340, 4),
    (344, 4), (348, 4), (352, 4), (388, 8), (396, 8), (404, 8), (436, 8), (544, 8), (552, 8),
    (720, 8), (728, 8),
)  # fmt: skip


def _sums(data: bytes, per_cpu: float, per_srb: float, ziip_factor: float) -> Sums:
    (
        cpu, srb, page_ins, blocks, page_s, resident, rct, iit, hst, ended, elapsed, execution,
        cpu_using, delayed, cpu_delayed, conn, pend, disc, ios, using, io_using, io_delayed,
        samples, iosq, queued, enclave, ziip, on_cp, fine, fine_execution,
    ) = _FIELDS.unpack(data)  # fmt: skip
    long = hexadecimal
    elapsed_s, execution_s = long(elapsed) * _RESIDENCY_S, long(execution) * _RESIDENCY_S
    fine_s = long(fine) * 1e-6
    if fine_s > 0 and abs(fine_s - elapsed_s) <= _RESIDENCY_S * ended + 0.01 * elapsed_s:
        # the same, not rounded to 1,024 us
        elapsed_s, execution_s = fine_s, long(fine_execution) * 1e-6
    resident_s, enclave_s = long(resident) * _RESIDENCY_S, long(enclave) * _RESIDENCY_S
    ziip_s = long(ziip) * per_cpu
    return Sums(
        ended=ended,
        elapsed_s=elapsed_s,
        execution_s=execution_s,
        queued_s=long(queued) * _RESIDENCY_S,
        cpu_s=long(cpu) * per_cpu,
        srb_s=long(srb) * per_srb,
        rct_iit_hst_s=(long(rct) + long(iit) + long(hst)) * 1e-6,
        ziip_s=ziip_s,
        ziip_as_cp_s=ziip_s * ziip_factor,
        ziip_on_cp_s=long(on_cp) * per_cpu,
        ios=ios,
        io_conn_ms=long(conn) * _IO_UNIT_MS,
        io_disc_ms=long(disc) * _IO_UNIT_MS,
        io_pend_ms=long(pend) * _IO_UNIT_MS,
        io_iosq_ms=long(iosq) * _IO_UNIT_MS,
        page_ins=long(page_ins),
        block_page_ins=long(blocks),
        resident_s=max(0.0, resident_s - enclave_s),
        swapped_in_s=resident_s,
        frame_s=long(page_s) * _RESIDENCY_S,
        enclave_s=enclave_s,
        using=using,
        delayed=delayed,
        samples=long(samples),
        cpu_using=cpu_using,
        cpu_delayed=cpu_delayed,
        io_using=io_using,
        io_delayed=io_delayed,
    )


def figures(sums: Sums, seconds: float) -> list[tuple[str, float, str, str]]:
    """What the postprocessor prints of sums over an interval: metric, value, unit, fields.

    A mean of nothing is no figure.
    """
    cp_s = sums.cpu_s + sums.srb_s + sums.rct_iit_hst_s - sums.ziip_as_cp_s
    found = [
        ("ended", sums.ended, "transactions", "R723CRCP"),
        ("ended_per_s", sums.ended / seconds, "transactions/s", "R723CRCP by the interval"),
        ("mpl", sums.swapped_in_s / seconds, "", "R723CTRR by the interval"),
        ("enclaves", sums.enclave_s / seconds, "", "R723CIEA by the interval"),
        ("cpu_s", sums.cpu_s, "s", "R723CCPU*R723MADJ/(1600*R723MCPU)"),
        ("srb_s", sums.srb_s, "s", "R723CSRB*R723MADJ/(1600*R723MSRB)"),
        ("ziip_cpu_s", sums.ziip_s, "s", "R723CSUP*R723MADJ/(1600*R723MCPU)"),
        ("appl_cp_pct", 100 * max(0.0, cp_s) / seconds, "%", "CPU+SRB+RCT+IIT+HST-IIP"),
        ("appl_iip_pct", 100 * sums.ziip_s / seconds, "%", "R723CSUP"),
        ("appl_iipcp_pct", 100 * sums.ziip_on_cp_s / seconds, "%", "R723CSUC"),
        ("io_per_s", sums.ios / seconds, "I/O/s", "R723CIRC by the interval"),
        ("frames", sums.frame_s / seconds, "frames", "R723CPRS by the interval"),
    ]
    if sums.ended:
        found += [
            ("response_ms", 1e3 * sums.elapsed_s / sums.ended, "ms", "R723CTET/R723CRCP"),
            ("execution_ms", 1e3 * sums.execution_s / sums.ended, "ms", "R723CXET/R723CRCP"),
            ("queued_ms", 1e3 * sums.queued_s / sums.ended, "ms", "R723CQDT/R723CRCP"),
        ]
    if sums.ios:
        parts = (
            ("conn", sums.io_conn_ms), ("disc", sums.io_disc_ms), ("pend", sums.io_pend_ms),
            ("iosq", sums.io_iosq_ms),
        )  # fmt: skip
        total = sum(value for _, value in parts)
        found.append(("io_response_ms", total / sums.ios, "ms", "all four by R723CIRC"))
        found += [(f"io_{name}_ms", value / sums.ios, "ms", "by R723CIRC") for name, value in parts]
    if sums.resident_s > 0:
        single, block = sums.page_ins / sums.resident_s, sums.block_page_ins / sums.resident_s
        found += [
            ("page_ins_per_s", single, "pages/s", "R723CPIR/(R723CTRR-R723CIEA)"),
            ("block_page_ins_per_s", block, "pages/s", "R723CBPI/(R723CTRR-R723CIEA)"),
        ]
    if sums.using + sums.delayed > 0:
        velocity = 100 * sums.using / (sums.using + sums.delayed)
        found.append(("velocity_pct", velocity, "%", "R723CTOU/(R723CTOU+R723CTOT)"))
    if sums.samples > 0:
        found += [
            (name, 100 * count / sums.samples, "%", f"{field}/R723CTSA")
            for name, count, field in (
                ("CPUUSGP", sums.cpu_using, "R723CCUS"),
                ("CPUDLYP", sums.cpu_delayed, "R723CCDE"),
                ("IOUSGP", sums.io_using, "R723CIOU"),
                ("IODLYP", sums.io_delayed, "R723CIOD"),
            )
        ]
    # A damaged floating point field is negative or beyond all measure as likely as not.
    return [one for one in found if 0 <= one[1] < _MOST]
