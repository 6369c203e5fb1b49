# ruff: noqa: E501  (report lines are as long as they are)
"""What arrives broken: collapsed, wrapped, cut, wrongly encoded, contradictory."""

from __future__ import annotations

import re
import textwrap

from story import adabas, products, rmf_io, rmf_page, rmf_storage
from story.figures import Story
from story.paper import Print, as_text, encode_cp1047


def files(story: Story) -> dict[str, bytes]:
    """By name under samples/damaged."""
    device = Print()
    rmf_io.devices(device, story, "SYSA")
    cpu = Print()
    rmf_page.cpu(cpu, story, "SYSA")
    paging = Print()
    rmf_storage.paging(paging, story, "SYSA")
    nucleus = adabas.nucleus(story, story.nuclei[0]).plain()
    collapsed = [re.sub(r"\s{2,}", " ", row).strip() for row in device.plain()]
    wrapped = []
    for row in products.mq_display(story).plain():
        wrapped += ["> " + part for part in textwrap.wrap(row, 76, drop_whitespace=True)] or [">"]
    cut = as_text(device.plain())
    contradictory = [
        f"ADARUN PROGRAM=ADANUC,DBID={story['adabas']['dbid']},NUCID=1,LBP=250M,NT=80",
    ]
    ebcdic = encode_cp1047("\n".join(cpu.plain()))
    return {
        "device-collapsed-by-pdf.txt": as_text(collapsed),
        "mq-wrapped-by-mail.txt": as_text(wrapped),
        "device-cut-in-mid-table.txt": cut[: len(cut) * 3 // 5],
        "cpu-ebcdic-read-as-latin-1.txt": ebcdic.decode("latin-1").encode("utf-8"),
        "paging-utf-16.txt": as_text(paging.plain(), "\r\n", "utf-16"),
        "adarun-contradicts-lbp.txt": as_text(contradictory),
        "session-statistics-without-newlines.txt": as_text(
            [re.sub(r"[ ]{2,}", "  ", " ".join(row for row in nucleus[44:120] if row))]
        ),
        "empty.txt": b"",
        "not-a-report.pdf": b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n",
    }
