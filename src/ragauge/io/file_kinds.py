"""What a file is by its first bytes, whatever its name says, and what to do about a kind that cannot be read."""

from __future__ import annotations

import io
import zipfile

from ragauge.core.errors import InputError, Problem

ZIP = b"PK\x03\x04"
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
PARQUET = b"PAR1"
FOREIGN = {
    b"%PDF": "a PDF; export the table as CSV or XLSX",
    b"SQLite format 3": "an SQLite database; export the table as CSV",
    b"BZh": "packed by bzip2; unpack it",
    b"\xfd7zXZ": "packed by xz; unpack it",
    b"\x28\xb5\x2f\xfd": "packed by zstd; unpack it",
    b"7z\xbc\xaf": "a 7z archive; unpack it",
    b"ARROW1": "an Arrow (Feather) file; write it as Parquet",
    b"\x89PNG": "a picture; a table is needed",
    b"\xff\xd8\xff": "a picture; a table is needed",
    b"{\\rtf": "a rich text document; export the table as CSV or XLSX",
}
WEB_PAGE = ("<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<!--")


def binary_kind(data: bytes, source: str) -> str | None:
    """``xlsx``, ``parquet``, or None for what may be a text.

    Raises: InputError for a file of a kind that is no table, or cannot be read as one.
    """
    if data.startswith(PARQUET):
        return "parquet"
    if data.startswith(ZIP):
        return _zip_kind(data, source)
    if data.startswith(OLD_OFFICE):
        locked = ENCRYPTED in data
        message = "a workbook with a password; save it without one" if locked else "an old .xls workbook; save as .xlsx"
        raise InputError([Problem(f"this is {message}", source)])
    for start, message in FOREIGN.items():
        if data.startswith(start):
            raise InputError([Problem(f"this is {message}", source)])
    return None


def refuse_markup(text: str, source: str) -> None:
    """Raise InputError for a web page, which a download without a login leaves behind, and for XML."""
    start = text[:1000].lstrip().lower()
    if start.startswith(WEB_PAGE):
        message = "this is a web page, not a table; was it saved by a download that needs a login? get the file itself"
        raise InputError([Problem(message, source, 1)])
    if start.startswith("<?xml"):
        raise InputError([Problem("this is XML, not a table; save it as CSV or XLSX", source, 1)])


def _zip_kind(data: bytes, source: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            kind = archive.read("mimetype")[:100].decode("ascii", "replace") if "mimetype" in names else ""
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise InputError([Problem(f"a broken workbook or archive (was it cut?): {error}", source)]) from error
    if "xl/workbook.xml" in names:
        return "xlsx"
    raise InputError([Problem(f"this is {_other_archive(names, kind)}", source)])


def _other_archive(names: list[str], kind: str) -> str:
    if "opendocument.spreadsheet" in kind:
        return "an OpenDocument sheet (.ods); save it as .xlsx"
    if "xl/workbook.bin" in names:
        return "a binary workbook (.xlsb); save it as .xlsx"
    if "word/document.xml" in names or "opendocument" in kind:
        return "a text document; export the table as CSV or XLSX"
    if "Index/Document.iwa" in names:
        return "a Numbers or Pages file; export the table as CSV or XLSX"
    return f"a zip archive of {len(names)} files; unpack it"
