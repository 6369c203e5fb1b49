"""Figures of TCP/IP stacks and connections."""

from model.figures.figure import LESS, MORE, count, gauge, latest, rate

FIGURES = (
    gauge("connections", "", "tcpip_stack", "Connections.", "", "Connections"),
    count("bytes_in", "bytes", "tcp_connection tcp_interface", "Bytes received.", "", "Bytes received"),
    count("bytes_out", "bytes", "tcp_connection tcp_interface", "Bytes sent.", "", "Bytes sent"),
    count("segments_in", "segments", "tcp_connection", "Segments received.", "", "Segments received"),
    count("segments_out", "segments", "tcp_connection", "Segments sent.", "", "Segments sent"),
    count("segments_retransmitted", "segments", "tcp_connection", "Segments sent again.", LESS, "Segments sent again"),
    latest("send_queued_bytes", "bytes", "tcp_connection", "Bytes that wait to be sent.", LESS, "Bytes waiting to be sent"),
    latest("segments_in", "segments", "tcpip_stack", "Segments received since the stack was started.", "", "Segments received"),
    latest("segments_out", "segments", "tcpip_stack", "Segments sent since the stack was started.", "", "Segments sent"),
    latest("segments_retransmitted", "segments", "tcpip_stack", "Segments sent again since the stack was started.", LESS, "Segments sent again"),
    latest("retransmit_timeouts", "count", "tcpip_stack", "Timeouts that segments were sent again for, since the stack was started.", LESS, "Retransmission timeouts"),
    latest("connections_dropped", "connections", "tcpip_stack", "Connections dropped as no segment was acknowledged, since the stack was started.", LESS, "Connections dropped"),
    rate("bytes_per_s", "bytes/s", "tcp_connection", "Data rate of the transfer.", MORE, "Bytes per second"),
    gauge("rtt_ms", "ms", "tcp_connection", "Smoothed round trip time.", LESS, "Round trip time"),
    gauge("cpu_s_per_gb", "s/GB", "tcp_connection", "CPU time of this side for a GB.", "", "CPU per GB"),
    gauge("window_bytes", "bytes", "", "Window size of the connection.", "", "Window size"),
    rate("throughput_bytes_per_s", "bytes/s", "", "Most that the window lets through.", MORE, "Most that the window lets through"),
)
