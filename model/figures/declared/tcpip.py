"""Figures of TCP/IP stacks and connections."""

from model.figures.figure import LESS, MORE, count, gauge, rate

FIGURES = (
    gauge("connections", "", "tcpip_stack", "Connections.", "", "Connections"),
    count("bytes_in", "bytes", "tcp_connection tcp_interface", "Bytes received.", "", "Bytes received"),
    count("bytes_out", "bytes", "tcp_connection tcp_interface", "Bytes sent.", "", "Bytes sent"),
    count("segments_in", "segments", "tcp_connection", "Segments received.", "", "Segments received"),
    count("segments_out", "segments", "tcp_connection", "Segments sent.", "", "Segments sent"),
    rate("bytes_per_s", "bytes/s", "tcp_connection", "Data rate of the transfer.", MORE, "Bytes per second"),
    gauge("rtt_ms", "ms", "tcp_connection", "Smoothed round trip time.", LESS, "Round trip time"),
    gauge("cpu_s_per_gb", "s/GB", "tcp_connection", "CPU time of this side for a GB.", "", "CPU per GB"),
    gauge("window_bytes", "bytes", "", "Window size of the connection.", "", "Window size"),
    rate("throughput_bytes_per_s", "bytes/s", "", "Most that the window lets through.", MORE, "Most that the window lets through"),
)
