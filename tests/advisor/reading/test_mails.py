"""Mails with attachments and encoded parts: every attachment is read under its own name."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import pytest

from advisor.reading import engine, read_bytes, read_path
from tests.advisor.reading.report_reading import SAMPLES

HEAD = b"From: a@b.example\nSubject: x\nMIME-Version: 1.0\n"


def mail() -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.example", "Reports für DB10"
    message["Date"] = "Tue, 17 Mar 2015 16:12:44 +0100"
    message.set_content("Hallo,\n\nanbei die Reports.\n")
    message.add_alternative("<html><body>Hallo</body></html>", subtype="html")
    return message


def read(data: bytes) -> dict[str, engine.FileReading]:
    found = read_bytes("mail.eml", data)
    assert len({reading.file for reading in found}) == len(found)
    return {reading.file.partition("/")[2]: reading for reading in found}


def alone(name: str) -> int:
    return sum(len(reading.observations) for reading in read_path(SAMPLES / name))


def packed(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.write(SAMPLES / name, name)
    return data.getvalue()


def test_attachments_are_read_under_their_names_and_the_letter_is_no_report() -> None:
    message = mail()
    text = (SAMPLES / "formats/netstat.txt").read_bytes()
    kind = {"maintype": "application", "subtype": "octet-stream"}
    message.add_attachment(text, filename="Übersicht.txt", **kind)
    message.add_attachment(packed("formats/db2-gbp.txt"), filename="a.zip", **kind)
    quoted = (SAMPLES / "formats/sms-displays.txt").read_text()
    message.add_attachment(quoted, filename="sms.txt", cte="quoted-printable")
    message.add_attachment(text, filename="Übersicht.txt", **kind)
    found = read(message.as_bytes())
    assert set(found) == {
        "Übersicht.txt", "a.zip/formats/db2-gbp.txt", "sms.txt", "Übersicht-2.txt",
    }  # fmt: skip
    assert len(found["Übersicht.txt"].observations) == alone("formats/netstat.txt")
    gbp = found["a.zip/formats/db2-gbp.txt"]
    assert len(gbp.observations) == alone("formats/db2-gbp.txt")
    assert len(found["sms.txt"].observations) == alone("formats/sms-displays.txt")
    outer = mail()
    outer.add_attachment(message)
    assert set(read(outer.as_bytes())) == set(found)


def test_a_text_in_base64_is_read() -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.example", "x"
    message.set_content((SAMPLES / "formats/db2-gbp.txt").read_text(), cte="base64")
    (reading,) = read_bytes("mail.eml", message.as_bytes())
    assert len(reading.observations) == alone("formats/db2-gbp.txt")


def test_a_mail_with_a_letter_alone_is_refused_once() -> None:
    (reading,) = read_bytes("mail.eml", mail().as_bytes())
    assert reading.refused
    assert "not recognised" in reading.problems[0].sentence


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (b'Content-Type: multipart/mixed; boundary="x"\n\n', "without text and attachments"),
        (b'Content-Type: multipart/mixed; boundary="x"\n\n' + b"--x\n\nA\n" * 900, "500 parts"),
        (
            b"".join(
                b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n)
                for n in range(300)
            )
            + b"x\n" * 100_000,
            "mail in a mail",
        ),
        (b"Content-Transfer-Encoding: base64\n\n!!@@", "without text and attachments"),
    ],
)
def test_a_hostile_mail_is_refused_with_a_sentence(rest: bytes, said: str) -> None:
    (reading,) = read_bytes("mail.eml", HEAD + rest)
    assert reading.refused
    assert said in reading.problems[0].sentence


def test_a_name_of_an_attachment_leads_nowhere() -> None:
    rest = (
        b'Content-Type: multipart/mixed; boundary="x"\n\n--x\n'
        b'Content-Disposition: attachment; filename="..\\\\../etc/passwd"\n\nAB CD\n--x--\n'
    )
    assert set(read(HEAD + rest)) == {"passwd"}


def test_an_outlook_message_is_refused_with_the_remedy() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "__substg1.0_".encode("utf-16-le")
    for name, content in (("a.msg", data[:600]), ("a.bin", data)):
        (reading,) = read_bytes(name, content)
        assert "Outlook" in reading.problems[0].sentence


OVERVIEW = """\
1                                        R M F   O V E R V I E W   R E P O R T
                                                                                                              PAGE 001
           z/OS V2R5                SYSTEM ID PRD2            START 04/11/2025-09.00.00  INTERVAL 00.15.00
                                    RPT VERSION V2R5 RMF      END   04/11/2025-09.30.00  CYCLE 1.000 SECONDS
-NUMBER OF INTERVALS 2               TOTAL LENGTH OF INTERVALS 00.29.59
0DATE   TIME     INT    CPU   DASD  DASD   TAPE   JOB   JOB   TSO   TSO   STC   STC   ASCH  ASCH  OMVS  OMVS SWAP DEMAND
 MM/DD HH.MM.SS HH.MM.SS BUSY  RESP  RATE   RATE   MAX   AVE   MAX   AVE   MAX   AVE   MAX   AVE   MAX   AVE RATE PAGING
 04/11 09.00.00 00.14.59 57.1   0.4  8412    0.0    31    22   104    98   253   252     0     0    22    17 0.00   0.00
 04/11 09.15.00 00.15.00 61.2   0.4  9120    0.0    29    20   110   101   253   252     0     0    22    18 0.00   0.11
"""  # noqa: E501
GREETING = "Hallo,\n\nanbei der Overview von gestern:\n"
SIGNATURE = (
    "\nMit freundlichen Gruessen\nH. Krause\nSystemtechnik z/OS\nBeispiel Rechenzentrum GmbH\n"
)


@pytest.mark.parametrize(("before", "behind"), [("", SIGNATURE), (GREETING, SIGNATURE)])
def test_a_print_with_carriage_control_is_one_in_a_letter_too(before: str, behind: str) -> None:
    def figures(text: str) -> list[tuple[str, str, object]]:
        (reading,) = read_bytes("a.txt", text.encode())
        return [(item.subject, item.metric, item.value) for item in reading.observations]

    assert len(figures(OVERVIEW)) == 20
    assert figures(before + OVERVIEW + behind) == figures(OVERVIEW)
