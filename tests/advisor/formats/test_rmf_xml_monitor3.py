"""RMF Monitor III in XML: headings stand below the rows, names are RMF's own."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

DOCUMENT = """\
<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="include/ddsml-m3.xsl"?>
<ddsml>
<server><name>RMF-DDS-Server</name><version>ZOSV2R5</version></server>
<report>
<metric id="{report}"><description>x</description><format>report</format></metric>
<resource><reslabel>,NVS7,MVS_IMAGE</reslabel><restype>MVS_IMAGE</restype></resource>
<time-data>
<local-start>20210407101000</local-start><local-end>20210407101140</local-end>
<utc-start>20210407081000</utc-start>
<display-start locale="en-us">04/07/2021 10:10:00</display-start>
</time-data>
<caption><var><name>CPCHPNAM</name><value>NVLP7</value></var>
<var><name>CPCHCPU</name><value>0000000000012AB7</value></var>
<var><name>CPCHCPNO</name><value>9</value></var><var><name>CPCHSUPN</name><value>3</value></var>
<var><name>CPCHWF</name><value>****</value></var></caption>
<row refno="1"><col>*CP</col><col/><col>7.0</col><col>61.5</col><col>600</col><col/></row>
<row refno="2"><col>NVLP7</col><col>44.0</col><col>4.0</col><col>19.6</col><col>300</col>
<col>65536</col></row>
<row refno="3"><col>NVLP8</col><col>80.2</col><col>3.0</col><col>26.7</col><col>300</col>
<col>8192</col></row>
<row refno="4"><col>PHYSICAL</col><col/><col/><col>0.3</col><col/><col/></row>
<row refno="5"><col></col><col/><col/><col/><col/><col/></row>
<row refno="6"><col>*IIP</col><col/><col/><col>5.0</col><col/><col/></row>
<row refno="7"><col>NVLP7</col><col>12.0</col><col>2.0</col><col>4.9</col><col>500</col><col/></row>
<column-headers><col type="T">CPCPPNAM</col><col type="N">CPCPLTOU</col>
<col type="N">CPCPLPNO</col><col type="N">CPCPPTOU</col><col type="N">CPCPWGHT</col>
<col type="N">CPCPCSMB</col></column-headers>
</report>
</ddsml>
"""


def test_the_partitions_of_a_machine() -> None:
    found = read(DOCUMENT.format(report="CPC"), "cpc.xml")
    assert found.formats == ("rmf-xml-monitor3",)
    assert found("lpar:NVS7", "relation.parent") == "cpc:12AB7"
    assert found("lpar:NVS7", "setting.WEIGHT") == 300
    assert found("lpar:NVS7", "setting.CPS") == 4
    assert found("lpar:NVS7", "setting.REAL_STORAGE_GB") == 64
    assert found("lpar:NVS7", "cp_busy_pct") == 44
    assert found("cpc:12AB7", "setting.CPS") == 9
    assert found("cpc:12AB7", "setting.ZIIPS") == 3
    assert found("cpc:12AB7", "cp_busy_pct") == 61.5
    assert found("cpc:12AB7", "partition_physical_pct.NVLP8") == 26.7
    assert found("cpc:12AB7", "partition_logical_pct.NVLP8") == 80.2
    assert found("cpc:12AB7", "partition_physical_pct.NVLP7.IIP") == 4.9
    assert not [item for item in found.reading.observations if "PHYSICAL" in item.metric]
    (busy,) = found.all("cpc:12AB7", "cp_busy_pct")
    assert (busy.interval.start, busy.interval.duration_s) == ("2021-04-07T10:10:00", 100)
    assert not found.sentences


def test_another_report_is_named() -> None:
    found = read(DOCUMENT.format(report="STORF"), "storf.xml")
    assert not found.reading.observations
    assert "holds STORF of RMF Monitor III" in found.sentences[0]
