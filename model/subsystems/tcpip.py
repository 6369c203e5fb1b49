"""z/OS Communications Server: TCP windows and buffers.

A bulk transfer moves no more than one window a round trip and no more than its path offers:
X = min(path, window / round trip time). The unit of work is one MB of the transfer. Document 003
(6.2) adds measured percentages for large application and TCP buffers on a short path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import numpy as np

from model.projection.protocol import NotProjectable
from model.subsystems.common import Answer, Constant, ConstantSet, ProductModel, load_constants
from model.subsystems.common.model import HEADLINE_UNITS
from model.subsystems.evaluation import Conditions, FloatArray
from model.topology import Component, ComponentKind, MeasureSpec, SettingSpec, Topology

_PROFILE = "TCP/IP profile, TCPCONFIG"
MAX_BUFFER_BYTES = 2_097_152

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
    ),
    SettingSpec("VERSION", "text", "Release of the stack.", group="Identity"),
)
CONNECTION_SETTINGS: tuple[SettingSpec, ...] = (
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
    ),
)
CONNECTION_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Age of the connection or length of the transfer."),
    MeasureSpec("bytes_in", "bytes", "Bytes received."),
    MeasureSpec("bytes_out", "bytes", "Bytes sent."),
    MeasureSpec("segments_in", "segments", "Segments received."),
    MeasureSpec("segments_out", "segments", "Segments sent."),
    MeasureSpec("bytes_per_s", "bytes/s", "Data rate of the transfer."),
    MeasureSpec("rtt_ms", "ms", "Smoothed round trip time."),
    MeasureSpec("cpu_s_per_gb", "s/GB", "CPU time of this side for a GB."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "tcpip_stack",
        "TCP/IP stack",
        "TCP/IP",
        parents=("lpar",),
        settings=STACK_SETTINGS,
        measures=(MeasureSpec("connections", "count", "Connections."),),
        doc="A z/OS Communications Server TCP/IP stack.",
    ),
    ComponentKind(
        "tcp_connection",
        "TCP connection",
        "TCP/IP",
        parents=("tcpip_stack",),
        settings=CONNECTION_SETTINGS,
        measures=CONNECTION_MEASURES,
        doc="One TCP connection, or one recurring transfer.",
    ),
)

LARGE_APPLICATION_BYTES = 1_048_576
WINDOW_LIMITED = 0.5
"""A transfer at this share of window / round trip or more is taken to be limited by its window."""
MB = 1_048_576.0


def fit_constants() -> ConstantSet:
    """Published percentages of section 6.2 of document 003."""
    return ConstantSet(
        "TCP/IP",
        (
            Constant(
                "stream_gain",
                "ratio",
                "Throughput gained by large buffers on a short path.",
                0.12,
                0.06,
                0.18,
                "normal",
                "003, figure 6-14",
            ),
            Constant(
                "send_cpu",
                "ratio",
                "CPU per byte that the sender saves with large buffers.",
                0.0845,
                0.05,
                0.12,
                "normal",
                "003, figure 6-14",
            ),
            Constant(
                "receive_cpu",
                "ratio",
                "CPU per byte that the receiver saves with large buffers.",
                0.16,
                0.10,
                0.22,
                "normal",
                "003, figure 6-14: over 16 %",
            ),
            Constant(
                "window_gain",
                "ratio",
                "Throughput of a long path with a 2 MB window against 64 KB, where the path set "
                "the limit.",
                78.3 / 39.6,
                1.0,
                2.0 * 78.3 / 39.6 - 1.0,
                "uniform",
                "003, figure 6-15",
            ),
        ),
    )


class TcpModel(ProductModel):
    """TCP connections with bulk transfers (`SubsystemModel`).

    ``response_ms`` is the time of one MB, ``etr_per_s`` the MB a second.
    """

    name: ClassVar[str] = "TCP transfer"
    anchor_kind: ClassVar[str] = "tcp_connection"
    grows: ClassVar[bool] = False
    units: ClassVar[Mapping[str, str]] = {
        **HEADLINE_UNITS,
        "bytes_per_s": "bytes/s",
        "window_bytes": "bytes",
        "cpu_s_per_gb": "s/GB",
    }

    @property
    def constants(self) -> ConstantSet:
        """As published in section 6.2 of document 003."""
        return load_constants("tcpip")

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
        rtt_ms = connection.measure("rtt_ms") or connection.number("RTT_MS")
        window = _window(connection.number, stack, str(direction))
        link = connection.number("LINK_BYTES_PER_S")
        rate = rate or None
        assumed = rate is None
        if rate is None and rtt_ms:
            # Of a transfer whose rate nobody measured, only the ceiling is known.
            rate = window / rtt_ms * 1e3
            rate = rate if link is None else min(link, rate)
        if rate is None:
            raise NotProjectable(
                f"{connection.name}: neither bytes with a duration nor the round trip time are "
                "known",
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
            "buffers": (connection.number("RECEIVEBUFFERSIZE") or 65_536.0)
            + (connection.number("SENDBUFFERSIZE") or 65_536.0),
            "application": connection.number("APPLICATION_BUFFER_BYTES"),
            "cpu_s_per_gb": connection.measure("cpu_s_per_gb"),
        }

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Rate by window, round trip and path; CPU by published percentages."""
        answer = Answer()
        rate = was["bytes_per_s"] * _window_factor(now, was, constants, answer)
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
        if now["link"] is not None:
            rate = np.minimum(rate, max(now["link"], was["bytes_per_s"]))
        answer.metrics["bytes_per_s"] = rate
        answer.metrics["etr_per_s"] = rate / MB
        answer.metrics["response_ms"] = MB / rate * 1e3
        answer.metrics["window_bytes"] = now["window"]
        answer.metrics["storage_mb"] = now["buffers"] / MB
        if was["cpu_s_per_gb"]:
            cpu = was["cpu_s_per_gb"] * cpu_factor
            answer.metrics["cpu_s_per_gb"] = cpu
            answer.metrics["cpu_s_per_s"] = cpu * rate / 1024**3
            answer.metrics["itr_per_cpu_s"] = 1_024.0 / cpu
        return answer


def _window(
    number: Callable[[str], float | None], stack: Component | None, direction: str
) -> float:
    """Bytes that may be under way: what this side's buffer allows."""
    if direction == "send":
        return number("SENDBUFFERSIZE") or 65_536.0
    window = number("RECEIVEBUFFERSIZE") or 65_536.0
    if stack is not None and stack.value("DYNAMIC_RIGHT_SIZING") is True and window >= 65_536.0:
        return float(MAX_BUFFER_BYTES)
    return window


def _window_factor(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray], answer: Answer
) -> FloatArray:
    """Change of the rate with the window."""
    one = np.ones_like(constants["window_gain"])
    rate, rtt_ms, link = was["bytes_per_s"], was["rtt_ms"], now["link"]
    if now["window"] == was["window"]:
        return one
    ratio = now["window"] / was["window"]
    limit = None if not rtt_ms else was["window"] / rtt_ms * 1e3
    if ratio < 1.0:
        cap = rate * ratio if limit is None else limit * ratio
        return np.full_like(one, min(1.0, cap / rate))
    if limit is None:
        answer.reasons.append(
            "the round trip time is in no report; whether the window limits this transfer is not "
            "known, and a larger one is not projected"
        )
        return one
    if rate < WINDOW_LIMITED * limit:
        answer.reasons.append(
            f"the transfer uses {rate / limit:.0%} of what its window allows: the window is not "
            "its limit"
        )
        return one
    if link is not None:
        return np.full_like(one, max(1.0, min(ratio, link / rate)))
    answer.reasons.append(
        "the path's own rate is not known: the published gain of a long path is taken as the "
        "limit (39.6 to 78.3 GB in 2.5 hours, 003, figure 6-15)"
    )
    gain: FloatArray = np.minimum(ratio, np.maximum(constants["window_gain"], 1.0))
    return gain


MODELS = (TcpModel(),)
FITS = {"tcpip": fit_constants}
