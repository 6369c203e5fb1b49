"""Archives made for tests: what a customer's packer would write."""

from __future__ import annotations

import io
import tarfile
import zipfile


def tar(form: int = tarfile.PAX_FORMAT, **held: bytes) -> bytes:
    """A tar file of these members."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=form) as packed:
        for name, data in held.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))
    return target.getvalue()


def zipped(**held: bytes) -> bytes:
    """A ZIP file of these members, deflated."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in held.items():
            packed.writestr(name, data)
    return target.getvalue()
