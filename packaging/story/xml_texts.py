"""RMF postprocessor reports in XML, in the structure that V2R5 documents have; own figures.

Element order and column names: documents of all five reports in the public repository RMF-Static.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

Row = Sequence[object]

_HEAD = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?xml-stylesheet type="text/xsl" href="include/ddsml-pp.xsl"?>',
    "<ddsml>",
    "  <server>",
    "    <name>RMF-DDS-Server</name>",
    "    <version>ZOSV2R1</version>",
    "    <functionality>2650</functionality>",
    "    <platform>z/OS</platform>",
    "  </server>",
]


def _report(
    metric: str, title: str, body: list[str], name: str = "SYSA", kind: str = "SYSTEM"
) -> list[str]:
    return [
        "  <postprocessor>",
        f'    <metric id="{metric}">',
        f"      <description>{title}</description>",
        "      <type>Interval</type>",
        "    </metric>",
        "    <version>",
        "      <smf-data>z/OS V2R1</smf-data>",
        "      <rmf-report>z/OS V2R1</rmf-report>",
        "    </version>",
        "    <resource>",
        f"      <resname>{name}</resname>",
        f"      <restype>{kind}</restype>",
        "    </resource>",
        "    <time-data>",
        '      <display-start locale="en-us">03/17/2015-10.00.00</display-start>',
        '      <display-end locale="en-us">03/17/2015-10.45.00</display-end>',
        '      <report-interval unit="minutes">45:00:003</report-interval>',
        '      <cycle unit="milliseconds">1000</cycle>',
        "    </time-data>",
        *body,
        "  </postprocessor>",
    ]


def _segment(name: str, *parts: list[str]) -> list[str]:
    rows = ["    <segment>", f"      <name>{name}</name>"]
    for part in parts:
        rows += part
    return [*rows, "    </segment>"]


def _part(name: str, *content: list[str]) -> list[str]:
    rows = ["      <part>"] + ([f"        <name>{name}</name>"] if name else [])
    for lines in content:
        rows += lines
    return [*rows, "      </part>"]


def _variables(*pairs: tuple[str, object]) -> list[str]:
    rows = ["        <var-list>"]
    for name, value in pairs:
        rows.append(f"          <var><name>{name}</name><value>{value}</value></var>")
    return [*rows, "        </var-list>"]


def _table(headers: Sequence[str], rows: Sequence[Row]) -> list[str]:
    lines = ["        <table>", "          <column-headers>"]
    lines += [f'            <col type="T">{header}</col>' for header in headers]
    lines.append("          </column-headers>")
    for number, row in enumerate(rows, 1):
        cells = "".join(
            "<col />" if cell == "" else f"<col>{escape(str(cell))}</col>" for cell in row
        )
        lines.append(f'          <row refno="{number}">{cells}</row>')
    return [*lines, "        </table>"]


def _cpu() -> list[str]:
    busy = [26.31, 25.98, 26.89, 25.70, 26.82, 26.41, 25.67, 26.75, 25.62, 26.57, 25.70, 25.75,
            26.55, 27.51, 26.83, 27.34]  # fmt: skip
    rows: list[Row] = [
        (n, "CP", "100.00", f"{b:.2f}", f"{b * 1.0061:.2f}", "0.00", "100.0", "", "2480.10", "21.1")
        for n, b in enumerate(busy)
    ]
    rows.append(("TOTAL/AVERAGE", "CP", "", "26.40", "26.56", "", "1600", "", "39681.6", "21.1"))
    rows += [
        (16, "IIP", "100.00", "22.12", "22.26", "0.00", "100.0", "", "", ""),
        (17, "IIP", "100.00", "21.88", "22.01", "0.00", "100.0", "", "", ""),
        ("TOTAL/AVERAGE", "IIP", "", "22.00", "22.14", "", "200.0", "", "", ""),
    ]
    activity = _segment(
        "CPU Activity",
        _part(
            "",
            _variables(
                ("CPU", 2827), ("Model", 716), ("H/W Model", "HA1"),
                ("Sequence Code", "0000000000042A17"), ("HiperDispatch", "NO"),
                ("CPC Capacity", 2011), ("Change Reason", "NONE"),
            ),
            _table(
                ("CPU Number", "CPU Type", "Time% Online", "Time% LPAR Busy", "Time% MVS Busy",
                 "Time% Parked", "LOG PROC Share%", "HiperDispatch Priority",
                 "I/O Interrupts Rate", "I/O Interrupts% via TPI"),
                rows,
            ),
        ),
    )  # fmt: skip
    partition = _segment(
        "Partition Data Report",
        _part("", _variables(("MVS Partition Name", "NVLP1"), ("Image Capacity", 2011))),
        _part(
            "Number of Physical Processors",
            _table(
                ("Type", "Number"),
                [
                    ("General purpose processor (CP)", 16),
                    ("Integrated Information Processor (zIIP)", 2),
                    ("Internal Coupling Facility (ICF) processor", 0),
                    ("Total", 18),
                ],
            ),
        ),
        _part(
            "Partition Data",
            _table(
                ("Partition Name", "Partition Status", "Boost Type", "Partition Weight",
                 "MSU Defined", "MSU Actual", "Capping Defined", "Capping WLM%",
                 "Num of LOG PROCs", "PROC Type", "Effective Dispatch Time", "Total Dispatch Time",
                 "Avg Util%: LOG PROC Effective", "Avg Util%: LOG PROC Total",
                 "Avg Util%: PHYS PROC LPAR MGMT", "Avg Util%: PHYS PROC Effective",
                 "Avg Util%: PHYS PROC Total"),
                [
                    ("NVLP1", "Active", "None", 900, 0, 531, "N N N", "0.0", 16, "CP",
                     "03.10.04.800", "03.10.26.400", "26.40", "26.45", "0.05", "26.40", "26.45"),
                    ("NVTEST", "Active", "None", 100, 0, 12, "N N N", "0.0", 2, "CP",
                     "00.04.19.200", "00.04.20.100", "4.80", "4.82", "0.00", "0.60", "0.60"),
                    ("*PHYSICAL*", "", "", "", "", "", "", "", "", "CP",
                     "", "00.00.08.640", "", "", "0.02", "", "0.02"),
                    ("TOTAL", "", "", 1000, "", "", "", "", "", "CP",
                     "03.14.24.000", "03.14.55.140", "", "", "0.07", "27.00", "27.07"),
                ],
            ),
        ),
    )  # fmt: skip
    return activity + partition


def _paging() -> list[str]:
    headers = (
        "Category", "Page-In Swap", "Page-In Non-Swap Block", "Page-In Non-Swap Non-Block",
        "Page-In Total Rate", "Page-In Total %", "Page-Out Swap", "Page-Out Non-Swap",
        "Page-Out Total Rate", "Page-Out Total %",
    )  # fmt: skip
    total = ("0.00", "462.00", "3738.00", "4200.00", 100, "0.00", "3900.00", "3900.00", 100)
    rates = _segment(
        "Central Storage Paging Rates - in Pages Per Second",
        _part("", _variables(("OPT", "IEAOPT00"))),
        _part("Address Spaces", _table(headers, [("Non-VIO", *total), ("Sum", *total)])),
        _part("Total System", _table(headers, [("Non-VIO", *total), ("Sum", *total)])),
        _part("Page Movement", _variables(("Page-In Events (Page Fault Rate)", "3882.38"))),
    )
    frames = ("21480", "9612", "14370", "43900", "32938112", "0", "1024")
    counts = _segment(
        "Frame and Slot Counts",
        _part("", _variables(("Samples", 2700))),
        _part(
            "Central Storage Frames",
            _table(
                ("Category", "Total", "Available", "SQA", "LPA", "CSA", "LSQA", "Regions + SWA",
                 "High Shared", "High Common"),
                [
                    ("Min", 33554432, 1612, *frames),
                    ("Max", 33554432, 5930, *frames),
                    ("Avg", 33554432, 2874, *frames),
                ],
            ),
        ),
    )  # fmt: skip
    return rates + counts


def _page_space() -> list[str]:
    headers = (
        "Page Space Type", "Volume Serial", "Device Number", "Device Type", "Slots Allocated",
        "Slots Used Min", "Slots Used Max", "Slots Used Avg", "Bad Slots", "% In Use",
        "Page Transfer Time", "Number IO Requests", "Pages Transferred", "VIO", "Data Set Name",
        "Message",
    )  # fmt: skip
    rows: list[Row] = [
        ("PLPA", "NVS001", "0234C", "33909", 54000, 17226, 17226, 17226, 0, "0.00", "0.000", 0, 0,
         "", "SYS1.SYSA.PLPA.PAGE", ""),
        ("LOCAL", "NVS002", "0234D", "33909", 3600000, 2660, 2710, 2688, 0, "0.02", "0.001", 41,
         118, "Y", "SYS1.SYSA.LOCAL1.PAGE", ""),
        ("SCM", "N/A", "N/A", "N/A", 16777216, 1841000, 1865000, 1853000, 0, "18.40", "0.000",
         5467500, 21870000, "", "N/A", ""),
    ]  # fmt: skip
    return _segment(
        "Page Data Set and SCM Usage",
        _part("", _variables(("Samples", 2700)), _table(headers, rows)),
    )


def _devices() -> list[str]:
    headers = (
        "Storage Group", "Device Number", "Device Type", "Number of Cylinders",
        "Volume Serial Number", "Available PAV Devices", "HyperPAV", "LCU Number",
        "Device Activity Rate", "Average Response Time", "Average IOS Queue Time",
        "Average CMR Delay", "Average Device Busy Delay", "Average Interrupt Delay Time",
        "Average Device Pending Time", "Average Device Disconnect Time",
        "Average Device Connect Time", "% Device Connect Time", "% Device Utilized",
        "% Device Reserved", "Average Number Allocated", "% Device Allocated", "Message",
    )  # fmt: skip
    rows: list[Row] = [
        ("ADADATA", "02300", "33909", 65520, "NVA001", "8.0", "H", "0042", "564.985", "3.980",
         "1.380", "0.210", "0.000", "0.000", "0.526", "1.290", "0.779", "7.34", "19.53", "0.0",
         "8.0", "100.0", ""),
        ("", "02301", "33909", 65520, "NVA002", "8.0", "H", "0042", "20.015", "0.610", "0.000",
         "0.180", "0.000", "0.000", "0.210", "0.100", "0.300", "0.60", "0.80", "0.0", "8.0",
         "100.0", ""),
    ]  # fmt: skip
    return _segment(
        "Direct Access Device Activity",
        _part("", _variables(("Total Samples", 2700), ("IODF Name Suffix", "A2"))),
        _part("", _table(headers, rows)),
    )


def _workload() -> list[str]:
    time = "Transaction Time (HHH.MM.SS.FFFFFF)"
    idle = ["      <message>", "        <description>All data zero</description>",
            "        <severity>1</severity>", "      </message>"]  # fmt: skip
    busy = _segment(
        "Service Class NVCICS",
        _part("", _variables(("Policy", "NVPOL01"), ("Workload", "ONLINE"),
                             ("Service Class", "NVCICS"), ("Description", "CICS regions"))),
        _part("Transactions", _variables(("Average", "6.50"), ("MPL", "6.50"), ("Ended", 118440),
                                         ("Ended/sec", "43.87"))),
        _part(time, _variables(("Actual", "000.00.00.038250"), ("Execution", "000.00.00.031004"),
                               ("Queued", "000.00.00.000000"))),
        _part("Service", _variables(("CPU", 1063325), ("SRB", 80035), ("Total", 1143360))),
        _part("Service Time", _variables(("CPU", "361.200"), ("SRB", "12.400"), ("zIIP", "N/A"))),
        _part("Application Time %", _variables(("CP", "13.84"), ("zIIP on CP", "0.00"),
                                               ("zIIP", "N/A"))),
        _part("DASD I/O", _variables(("SSCH/sec", "612.0"), ("Response Time", "1.4"))),
        _part("Storage Frames", _variables(("Average", "101204.01"), ("Total", "101204.01"))),
        _part("Page-In Rates", _variables(("Single", "92.8"), ("Blocked", "1.7"))),
    )  # fmt: skip
    empty = _segment("Service Class NVBATCH", _part("", _variables(("Policy", "NVPOL01"))), idle)
    return busy + empty


def lines() -> list[str]:
    """The document."""
    return [
        *_HEAD,
        *_report("CPU", "CPU Activity Report", _cpu()),
        *_report("PAGING", "Paging Activity Report", _paging()),
        *_report("PAGESP", "Page Data Set Activity Report", _page_space()),
        *_report("DEVICE", "Device Activity Report", _devices()),
        *_report("WLMGL", "Workload Activity Report", _workload(), "NVPLEX", "SYSPLEX"),
        "</ddsml>",
    ]
