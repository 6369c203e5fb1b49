"""Figures of Net-Work nodes."""

from model.figures.figure import LESS, MORE, count, gauge, rate, ratio

FIGURES = (
    rate("messages_per_s", "messages/s", "netwk_node", "Messages per second over the link.", "", "Message rate"),
    rate("commands_per_s", "commands/s", "netwk_node", "Adabas commands per second over the link.", "", "Commands"),
    count("cpu_s", "s", "netwk_node", "CPU time of the Net-Work server.", "", "CPU time"),
    ratio("bytes_per_message", "bytes", "netwk_node", "Average length of a message.", "", "Bytes per message", over="messages_per_s"),
    count("requests_local", "requests", "netwk_node", "Requests from the local request queue.", "", "Requests from local users"),
    count("requests_remote", "requests", "netwk_node", "Requests from the remote request queue.", "", "Requests from remote users"),
    ratio("network_itr_per_cpu_s", "1/CPU s", "", "Commands per CPU second of Net-Work.", MORE, "Internal throughput (ITR) – Net-Work", gain="result", over="cpu_s"),
    ratio("cpu_per_message_us", "us", "", "CPU of one message.", LESS, "CPU per message", gain="result", over="messages_per_s"),
    gauge("link_busy_pct", "%", "", "Utilization of the link.", LESS, "Link busy", grows=True, limit=100),
)
