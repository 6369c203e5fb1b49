"""z/OS Communications Server: TCP windows and buffers.

A bulk transfer moves no more than one window a round trip and no more than its path offers:
X = min(path, window / round trip time, far end, CPU), softened: chunks of a window go round in the
network of the installation. The unit of work is one MB of the transfer. Document 003
(6.2) adds measured percentages for large application and TCP buffers on a short path.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from model.contract.evaluation import Conditions, ConstantDraws, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.flow import WHOLE, Flow, Got, Pool, Rest, Visit
from model.language import Name, mark, say
from model.quantiles import NORMAL_QUANTILE_90, third_sd
from model.subsystems.common import Answer, ProductModel
from model.subsystems.common.load import site_of
from model.subsystems.common.model import BaselineDraws
from model.subsystems.common.scatter import RUN_TO_RUN
from model.subsystems.tcp_rate import MB, RATE_SD, between, link_sd, on_link, uses_on_link
from model.subsystems.tcp_window import (
    CONTRADICTS,
    MAX_BUFFER_BYTES,
    SMALLEST_WINDOW,
    WINDOW_LIMITED,
    fits_by_chance,
    is_round_trips,
    least_of_other_window,
    other_window,
    under_way,
)
from model.topology import Component, ComponentKind, SettingSpec, Topology, Usual

_PROFILE = "TCP/IP profile, TCPCONFIG"
_INTERFACE = "TCP/IP profile, INTERFACE; NETSTAT DEVLINKS"

STACK_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "DEFAULTRCVBUFSIZE",
        "integer",
        "Receive buffer of a connection that asks for none.",
        unit="bytes",
        default=65_536,
        minimum=256,
        maximum=MAX_BUFFER_BYTES,
        group="TCP",
        dynamic=True,
        source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPRCVBUFRSIZE {value}",
    ),
    SettingSpec(
        "DEFAULTSNDBUFSIZE",
        "integer",
        "Send buffer of a connection that asks for none.",
        unit="bytes",
        default=65_536,
        minimum=256,
        maximum=MAX_BUFFER_BYTES,
        group="TCP",
        dynamic=True,
        source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPSENDBFRSIZE {value}",
    ),
    SettingSpec(
        "DEFLTMAXRCVBUFSIZE",
        "integer",
        "Largest receive buffer an application may ask for.",
        unit="bytes",
        default=262_144,
        minimum=256,
        maximum=MAX_BUFFER_BYTES,
        group="TCP",
        dynamic=True,
        source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPMAXRCVBUFRSIZE {value}",
    ),
    SettingSpec(
        "DEFLTMAXSNDBUFSIZE",
        "integer",
        "Largest send buffer an application may ask for.",
        unit="bytes",
        default=262_144,
        minimum=256,
        maximum=MAX_BUFFER_BYTES,
        group="TCP",
        dynamic=True,
        source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPMAXSENDBUFRSIZE {value}",
    ),
    SettingSpec(
        "DYNAMIC_RIGHT_SIZING",
        "flag",
        "Whether the stack widens the receive window of a bulk connection to match its round "
        "trip, up to 2 MB.",
        group="TCP",
        source="003, 6.2",
        label="Dynamic right sizing",
    ),
    SettingSpec("VERSION", "text", "Release of the stack.", group="Identity"),
)
CONNECTION_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "CLIENT",
        "text",
        "Address space that owns the connection.",
        group="Identity",
        source="NETSTAT ALL",
        names="JOB",
    ),
    SettingSpec(
        "LOCAL_SOCKET",
        "text",
        "Address and port of this end.",
        group="Identity",
        source="NETSTAT ALL",
        names="HOST",
        label="Local socket",
    ),
    SettingSpec(
        "FOREIGN_SOCKET",
        "text",
        "Address and port of the other end.",
        group="Identity",
        source="NETSTAT ALL",
        names="HOST",
        label="Foreign socket",
    ),
    SettingSpec(
        "RECEIVEBUFFERSIZE",
        "integer",
        "Receive buffer of the connection.",
        unit="bytes",
        default=65_536,
        minimum=256,
        maximum=MAX_BUFFER_BYTES,
        group="TCP",
        source="003, figure 6-17",
        syntax="SO_RCVBUF {value}",
    ),
    SettingSpec(
        "SENDBUFFERSIZE",
        "integer",
        "Send buffer of the connection.",
        unit="bytes",
        default=65_536,
        minimum=256,
        maximum=MAX_BUFFER_BYTES,
        group="TCP",
        source="003, figure 6-17",
        syntax="SO_SNDBUF {value}",
    ),
    SettingSpec(
        "APPLICATION_BUFFER_BYTES",
        "integer",
        "Bytes the application passes to one send or receive call.",
        unit="bytes",
        minimum=1,
        maximum=1_073_741_824,
        soft_maximum=1_048_576,
        group="Application",
        source="003, 6.2",
        label="Bytes per application call",
    ),
    SettingSpec(
        "MSG_WAITALL",
        "flag",
        "Whether receives wait for the full amount asked for.",
        group="Application",
        source="003, 6.2",
        syntax="recv() with MSG_WAITALL",
    ),
    SettingSpec(
        "DIRECTION",
        "choice",
        "Which way the bulk of the data goes.",
        choices=("receive", "send"),
        group="Application",
        source="003, 6.2",
    ),
    SettingSpec(
        "LINK_BYTES_PER_S",
        "number",
        "Rate the path offers to this connection.",
        unit="bytes/s",
        minimum=1,
        group="Path",
        source="003, 6.2",
        label="Rate of the path",
    ),
    SettingSpec(
        "RTT_MS",
        "number",
        "Round trip time of the path.",
        unit="ms",
        minimum=0.001,
        maximum=100_000,
        group="Path",
        source="003, 6.2",
        label="Round trip time",
    ),
)
INTERFACE_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "INBPERF",
        "choice",
        "How the adapter interrupts for inbound data: as the work needs it, or fixed.",
        choices=("DYNAMIC", "BALANCED", "MINLATENCY", "MINCPU"),
        group="Interface",
        source=_INTERFACE,
        syntax="INTERFACE {name} ... INBPERF {value}",
    ),
    SettingSpec(
        "WORKLOADQ",
        "flag",
        "Whether bulk, interactive and other inbound data have queues of their own.",
        group="Interface",
        source=_INTERFACE,
        syntax="INTERFACE {name} ... INBPERF DYNAMIC WORKLOADQ",
    ),
    SettingSpec(
        "SEGMENTATIONOFFLOAD",
        "flag",
        "Whether the adapter cuts outbound TCP data into segments.",
        group="Interface",
        source="TCP/IP profile, IPCONFIG; NETSTAT DEVLINKS",
        syntax="IPCONFIG SEGMENTATIONOFFLOAD",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "tcpip_stack",
        "TCP/IP stack",
        "TCP/IP",
        parents=("lpar",),
        settings=STACK_SETTINGS,
        doc="A z/OS Communications Server TCP/IP stack.",
        names="STACK",
        icon="network",
        called="TCPIP1",
        words="tcpip",
        work="mb",
        platform="z/OS",
        jobs=("{name}",),
    ),
    ComponentKind(
        "tcp_connection",
        "TCP connection",
        "TCP/IP",
        parents=("tcpip_stack",),
        settings=CONNECTION_SETTINGS,
        doc="One TCP connection, or one recurring transfer.",
        in_parent=True,
        names="CONNECTION",
        icon="link",
        called="CONN1",
        work="mb",
        platform="z/OS",
        usual={"bytes_per_s": Usual(1_000_000.0, 10.0)},
    ),
    ComponentKind(
        "tcp_interface",
        "TCP/IP interface",
        "TCP/IP",
        parents=("tcpip_stack",),
        settings=INTERFACE_SETTINGS,
        doc="An OSA-Express port in QDIO mode, as the stack defines it.",
        names="INTERFACE",
        icon="ethernet-port",
        called="OSA1",
        words="osa qdio interface",
        platform="z/OS",
    ),
)

LARGE_APPLICATION_BYTES = 1_048_576
GB = 1024.0**3
OTHER_END = mark(
    "how much of this transfer is under way at a time is in no report of this end alone: its band "
    "reaches to where a window of the other end is its limit, and knows of no lost packets; "
    "NETSTAT ALL of both ends while it runs would narrow this"
)
NO_WINDOW = mark(
    "no report states this connection's window: what is under way at a time fits the usual one, "
    "which would limit the transfer, but it may do so by chance, so that the band reaches to the "
    "measured rate; NETSTAT ALL tells the window"
)
CHUNKS = 64
"""Parts of a window that are under way by themselves."""
PATH, FAR_END = "path", "far end"
_FASTER = 1.02


class TcpModel(ProductModel):
    """TCP connections with bulk transfers (`SubsystemModel`).

    ``response_ms`` is the time of one MB, ``etr_per_s`` the MB a second.
    """

    name: ClassVar[str] = "TCP transfer"
    anchor_kind: ClassVar[str] = "tcp_connection"
    fitted: ClassVar[str] = "tcpip"
    """As published in section 6.2 of document 003."""
    grows: ClassVar[bool] = False

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Buffers, direction, round trip and rate of one connection."""
        connection = topology[anchor]
        stack = topology.ancestor(anchor, "tcpip_stack")
        received, sent = connection.measure("bytes_in"), connection.measure("bytes_out")
        direction = connection.value("DIRECTION")
        if direction is None:
            direction = "send" if (sent or 0.0) > (received or 0.0) else "receive"
        rate = connection.measure("bytes_per_s")
        duration_s = connection.measure("duration_s")
        moved = sent if direction == "send" else received
        if rate is None and duration_s and moved:
            rate = moved / duration_s
        rtt_ms = connection.number("RTT_MS") or connection.measure("rtt_ms")
        window = _window(connection, stack, str(direction))
        link = connection.number("LINK_BYTES_PER_S")
        rate = rate or None
        assumed = rate is None
        if rate is None and rtt_ms:
            # Of a transfer whose rate nobody measured, only the ceiling is known.
            rate = window / rtt_ms * 1e3
            rate = rate if link is None else min(link, rate)
        if rate is None:
            raise NotProjectable(
                say(
                    "{connection_name}: neither bytes with a duration nor the round "
                    "trip time are known",
                    connection_name=Name(connection.name),
                ),
                anchor,
                "bytes_per_s",
                "NETSTAT ALL, or the log of the transfer",
            )
        return {
            "name": connection.name,
            "direction": direction,
            "bytes_per_s": rate,
            "rate_assumed": assumed,
            "rtt_ms": rtt_ms,
            "link": link,
            "window": window,
            "window_stated": window == MAX_BUFFER_BYTES
            or connection.number(_BUFFERS[direction == "send"][0]) is not None,
            "buffers": sum(_buffer(connection, stack, *names) for names in _BUFFERS),
            "application": connection.number("APPLICATION_BUFFER_BYTES"),
            "cpu_s_per_gb": connection.measure("cpu_s_per_gb"),
        }

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """What is measured, and by published percentages; the rate is the network's to find."""
        answer = Answer()
        rate = was["bytes_per_s"] * np.ones_like(constants["window_gain"])
        _explain_window(now, was, answer)
        links = (now["link"], was["link"])
        if links[0] and not links[1] and not was["rtt_ms"]:
            rate = on_link(was["bytes_per_s"], links[0], math.inf, constants)
            known = math.exp(NORMAL_QUANTILE_90 * RATE_SD) if links[0] < was["bytes_per_s"] else 1.0
            between(answer, float(rate[0]) / known, min(was["bytes_per_s"], links[0]))
            answer.reasons.append("no report tells today's link: it is taken not to be the limit")
        if not was["rtt_ms"] and now["window"] != was["window"]:
            ends = (was["bytes_per_s"], was["bytes_per_s"] * now["window"] / was["window"])
            between(answer, min(ends), min(max(ends), now["link"] or math.inf))
            rate = np.minimum(rate, ends[1])
        if not is_round_trips(was) and links[0] and links[1] and links[0] != links[1]:
            rate = on_link(was["bytes_per_s"], links[0], links[1], constants)
            for name in ("bytes_per_s", "etr_per_s", "response_ms", "cpu_s_per_s"):
                answer.residual_sd[name] = link_sd(links[0], links[1])
            answer.most |= {"bytes_per_s": links[0], "etr_per_s": links[0] / MB}
            answer.least["response_ms"] = MB / links[0] * 1e3
            answer.reasons.append(
                "window and round trip are not its limit: whether link or far end is, is taken "
                "from how near the rate is to what transfers get of a link"
                if was["rtt_ms"]
                else "the round trip time is in no report: what the link leaves of the rate is "
                "taken from the rate itself; a round trip time would narrow this"
            )
        if now["rtt_ms"] and not was["rtt_ms"]:
            # However it was measured, no more than a window goes round in a round trip.
            most = now["window"] / now["rtt_ms"] * 1e3
            if most < was["bytes_per_s"]:
                rate = np.minimum(rate, most)
                spread = _spread(most, was["bytes_per_s"])
                for name in ("bytes_per_s", "etr_per_s", "response_ms", "cpu_s_per_s"):
                    answer.residual_sd[name] = math.hypot(answer.residual_sd.get(name, 0.0), spread)
                answer.most |= {"bytes_per_s": most, "etr_per_s": most / MB}
                answer.least["response_ms"] = MB / most * 1e3
        if was["rate_assumed"]:
            answer.reasons.append(
                "no duration is known: the rate is the most that window and round trip allow"
            )
        cpu_factor = np.ones_like(rate)
        small = was["application"] is not None and was["application"] < LARGE_APPLICATION_BYTES
        if (
            small
            and (now["application"] or 0.0) >= LARGE_APPLICATION_BYTES
            and (now["window"] >= MAX_BUFFER_BYTES)
        ):
            rate = rate * (1.0 + constants["stream_gain"])
            saved = constants["send_cpu" if now["direction"] == "send" else "receive_cpu"]
            cpu_factor = 1.0 - saved
            answer.published = True
            answer.reasons.append(
                "published percentages for 1 MB application and 2 MB TCP buffers (003, 6.2)"
            )
        farther = now["rtt_ms"] and was["rtt_ms"] and now["rtt_ms"] != was["rtt_ms"]
        if farther and not is_round_trips(was):
            answer.reasons.append(OTHER_END)
        if (farther or now["window"] != was["window"]) and fits_by_chance(was):
            answer.reasons.append(NO_WINDOW)
        answer.extrapolated.extend(_unmeasured(now, was))
        answer.metrics["bytes_per_s"] = rate
        answer.metrics["etr_per_s"] = rate / MB
        answer.metrics["response_ms"] = MB / rate * 1e3
        answer.metrics["window_bytes"] = now["window"]
        answer.metrics["storage_mb"] = now["buffers"] / MB
        if was["cpu_s_per_gb"]:
            cpu = was["cpu_s_per_gb"] * cpu_factor
            answer.metrics["cpu_s_per_gb"] = cpu
            answer.metrics["cpu_s_per_s"] = cpu * rate / GB
            answer.metrics["itr_per_cpu_s"] = 1_024.0 / cpu
        return answer

    def doubted(self, conditions: Conditions) -> tuple[str, ...]:
        """See `other_window`."""
        return other_window(conditions)

    def flow(self, now: Conditions, draws: ConstantDraws) -> Flow | None:
        """A window's worth of chunks that go round: path, CPU, round trip, and the far end.

        What window and round trip do not explain of the measured rate is time on the way where the
        transfer uses most of what its window allows, and else the pace of its far end.
        """
        was = draws.baseline if isinstance(draws, BaselineDraws) else now
        constants = {name: draws.column(name) for name in draws.names}
        if not was["rtt_ms"] or not now["rtt_ms"]:
            return None
        answer = self.respond(now, was, constants)
        gain = np.asarray(answer.metrics["bytes_per_s"]) / was["bytes_per_s"]
        window, window_was = under_way(now, was, constants)
        chunk_was, chunk = window_was / CHUNKS, window / CHUNKS
        round_s, round_was_s = now["rtt_ms"] / 1e3, was["rtt_ms"] / 1e3
        loop_s = window_was / was["bytes_per_s"]
        pools, rests = [], []
        path = _path(now, was, constants)
        if path is not None:
            pools.append(Pool(PATH, 1.0, holds=False))
            rests.append(Rest(PATH, None, add_s=chunk / path))
        visits: tuple[Visit, ...] = ()
        if was["cpu_s_per_gb"]:
            cpu = np.asarray(answer.metrics["cpu_s_per_gb"]) * chunk / GB
            visits = (Visit(site_of(now).cps, cpu, 1.0, ready=False),)
        think_s = 0.0
        if is_round_trips(was):
            # A round trip longer than the loop is a window that was larger than its buffer.
            longer_s = (round_s - round_was_s) * np.minimum(1.0, loop_s / round_was_s)
            rests.append(Rest(WHOLE, loop_s, np.inf, 1.0 / gain, longer_s))
        else:
            think_s = round_s
            pools.append(Pool(FAR_END, 1.0, holds=False))
            pace = chunk / chunk_was / gain
            rests.append(Rest(FAR_END, loop_s - round_was_s, np.inf, pace, paces=True))
        return Flow(
            np.inf,
            pools=tuple(pools),
            visits=visits,
            rests=tuple(rests),
            population=CHUNKS,
            think_s=think_s,
        )

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """The rate at which chunks go round."""
        window, window_was = under_way(now, was, constants)
        rate = got.rate_per_s * window / CHUNKS
        # As-is the measured one, be it more than buffers and path seem to allow.
        rate = rate * was["bytes_per_s"] / (got_was.rate_per_s * window_was / CHUNKS)
        link = now["link"]
        if link is not None and link != was["link"]:
            rate = np.minimum(rate, link)
        answer.metrics["bytes_per_s"] = rate
        answer.metrics["etr_per_s"] = rate / MB
        answer.metrics["response_ms"] = MB / rate * 1e3
        if "cpu_s_per_gb" in answer.metrics:
            cpu = np.asarray(answer.metrics["cpu_s_per_gb"]) * got.longer
            answer.metrics["cpu_s_per_gb"] = cpu
            answer.metrics["cpu_s_per_s"] = cpu * rate / GB
            answer.metrics["itr_per_cpu_s"] = 1_024.0 / cpu
        # A rate is as well known as the time of a unit, of which it is the inverse.
        central, measured = float(rate.flat[0]), was["bytes_per_s"]
        spread = _spread(central, measured)
        # No transfer is faster than its path; it may well be as much slower as it moved.
        most, least = max(link, central) if link is not None else math.inf, 0.0
        least_window = least_of_other_window(now, was)
        if least_window is not None:
            spread = max(spread, math.log(max(central / least_window, 1.0)) / NORMAL_QUANTILE_90)
            most, least = min(most, max(measured, central)), least_window
        elif fits_by_chance(was):
            # Its window may be a wider one that does not limit it: then it stays as measured.
            beyond = math.exp(NORMAL_QUANTILE_90 * spread)
            spread = max(spread, abs(math.log(central / measured)) / NORMAL_QUANTILE_90)
            if central > measured:
                most = min(most, central * beyond)
            else:
                least = central / beyond
        if link and was["link"] and link > was["link"] and not is_round_trips(was):
            # That the far end is what the measured rate stops at is told by no report.
            known = math.hypot(spread, link_sd(link, was["link"]))
            most = min(most, central * math.exp(NORMAL_QUANTILE_90 * known))
            spread = max(spread, math.log(max(central / measured, 1.0)) / NORMAL_QUANTILE_90)
            least = min(measured, central) * math.exp(-NORMAL_QUANTILE_90 * RUN_TO_RUN)
        if spread > 0.0 and most < math.inf:
            answer.most |= {"bytes_per_s": most, "etr_per_s": most / MB}
            answer.least["response_ms"] = MB / most * 1e3
        if spread > 0.0 and least > 0.0:
            answer.least |= {"bytes_per_s": least, "etr_per_s": least / MB}
            answer.most["response_ms"] = MB / least * 1e3
        for name in ("bytes_per_s", "etr_per_s", "response_ms", "cpu_s_per_s"):
            if name in answer.metrics and spread > 0.0:
                known = answer.residual_sd.get(name, 0.0)
                answer.residual_sd[name] = math.hypot(known, spread)
        for key, name in ((PATH, PATH), (FAR_END, FAR_END), (site_of(now).cps, "CPs")):
            if key in got.uses:
                answer.utilization[name] = np.minimum(got.uses[key], 1.0)
        if link and was["link"] and not is_round_trips(was):
            uses = uses_on_link(rate, link, was["bytes_per_s"], was["link"], constants)
            answer.utilization |= dict(zip((PATH, FAR_END), uses, strict=True))

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """Path and far end are shown at the connection."""
        return {**super().components(topology, anchor), PATH: (anchor,), FAR_END: (anchor,)}


def _spread(rate: float, before: float) -> float:
    """Standard deviation (of the logarithm) of a rate that moved: a third of how far it did.

    It is known no better than runs repeat.
    """
    moved = abs(math.log(rate / before))
    return max(third_sd(moved), RUN_TO_RUN) if moved >= _MOVED else 0.0


_MOVED = 1e-3


def _path(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
) -> FloatArray | float | None:
    """Bytes a second of the path; by the published gain of a long one where a window grows."""
    if now["link"] is not None:
        measured: float = was["bytes_per_s"] if was["link"] is None else was["link"]
        # A transfer measured to be faster than its path has another path than is stated.
        stated: float = now["link"] * max(1.0, _FASTER * was["bytes_per_s"] / measured)
        return stated
    if now["window"] <= was["window"]:
        return None
    found: FloatArray = was["bytes_per_s"] * np.maximum(constants["window_gain"], 1.0)
    return found


_BUFFERS = (
    ("RECEIVEBUFFERSIZE", "DEFAULTRCVBUFSIZE"),
    ("SENDBUFFERSIZE", "DEFAULTSNDBUFSIZE"),
)
"""What states a connection's buffers, and what those have that ask for none: receiving, sending."""


def _buffer(connection: Component, stack: Component | None, own: str, default: str) -> float:
    stated = connection.number(own) or (stack.number(default) if stack is not None else None)
    return stated or SMALLEST_WINDOW


def _window(connection: Component, stack: Component | None, direction: str) -> float:
    """Bytes that may be under way: what this side's buffer allows."""
    window = _buffer(connection, stack, *_BUFFERS[direction == "send"])
    sized = stack is not None and stack.value("DYNAMIC_RIGHT_SIZING") is True
    if direction != "send" and sized and window >= SMALLEST_WINDOW:
        return float(MAX_BUFFER_BYTES)
    return window


_MOST_LINK, _MOST_WINDOW, _MOST_RTT = 10.0, 32.0, 5.0
"""How many times as fast a link, as wide a window and as long a round trip published transfers
compare: 1 and 10 Gbit/s, 5 and 25 ms (MQ Performance, Hursley), 64 KB and 2 MB (003, 6.2)."""


def _unmeasured(now: Conditions, was: Conditions) -> list[str]:
    """Sentences where a path or a window becomes what no published transfer compares."""
    said: list[str] = []
    link, window, rtt = (
        max(now[key], was[key]) / min(now[key], was[key]) if now[key] and was[key] else 1.0
        for key in ("link", "window", "rtt_ms")
    )
    if was["link"] and was["bytes_per_s"] > CONTRADICTS * was["link"]:
        said.append(
            say(
                "it moved {rate:,.3g} bytes a second over a path of {link:,.3g}: the path is "
                "another one than is stated",
                rate=was["bytes_per_s"],
                link=was["link"],
            )
        )
    if rtt > _MOST_RTT:
        said.append(
            say(
                "round trips of which one is {times:,.3g} times as long as the other; {most:g} "
                "times were measured",
                times=rtt,
                most=_MOST_RTT,
            )
        )
    if link > _MOST_LINK:
        said.append(
            say(
                "links of which one is {times:,.3g} times as fast as the other; {most:g} times "
                "were measured",
                times=link,
                most=_MOST_LINK,
            )
        )
    if window > _MOST_WINDOW:
        said.append(
            say(
                "windows of which one is {times:,.3g} times as wide as the other; {most:g} times "
                "were measured",
                times=window,
                most=_MOST_WINDOW,
            )
        )
    return said


def _explain_window(now: Conditions, was: Conditions, answer: Answer) -> None:
    """What is said where a larger window may do nothing."""
    rate, rtt_ms = was["bytes_per_s"], was["rtt_ms"]
    if now["window"] <= was["window"]:
        return
    if not rtt_ms:
        answer.reasons.append(
            "the round trip time is in no report; whether the window limits this transfer is not "
            "known, and a larger one is not projected"
        )
        return
    limit = was["window"] / rtt_ms * 1e3
    if rate < WINDOW_LIMITED * limit:
        answer.reasons.append(
            say(
                "the transfer uses {rate:.0%} of what its window allows: the window is not its "
                "limit",
                rate=rate / limit,
            )
        )
    elif now["link"] is None:
        answer.reasons.append(
            "the path's own rate is not known: the published gain of a long path is taken as the "
            "limit (39.6 to 78.3 GB in 2.5 hours, 003, figure 6-15)"
        )


MODELS = (TcpModel(),)
