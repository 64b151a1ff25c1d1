"""From the name of a collection to a folder with it: whole, checked, once."""

from __future__ import annotations

import json
import shutil
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.backends.web import is_address
from ragauge.core.errors import InputError, Problem
from ragauge.io.collections.checksums import check_digest, digests, disagreement
from ragauge.io.collections.downloading import DownloadError, download
from ragauge.io.collections.places import alone
from ragauge.io.collections.squad import squad_to_beir
from ragauge.io.collections.unpacking import unpack_beir
from ragauge.io.files import existing_file, shown
from ragauge.io.writing import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ragauge.io.collections.known import Collection

    Step = Callable[[int, int], None]
    Progress = Callable[[str], AbstractContextManager[Step]]

RECORD = "source.json"
UNCHECKED = "none"
SLACK = 2
"""A file may be so many times as large as the published one before it is not read on."""


def _silent(_label: str) -> AbstractContextManager[Step]:
    return nullcontext(lambda _done, _all: None)


@dataclass(frozen=True, slots=True)
class Wish:
    """Where a collection is to come from, if not from its makers.

    - ``source``: a file at hand; nothing is downloaded;
    - ``url``: the address of the folder that the file is in;
    - ``digest``: the checksum that the file must have, in place of the published one; ``none``: any;
    - ``again``: fetch it although it is here.

    Raises: InputError for an address or a checksum that is none.
    """

    source: Path | None = None
    url: str | None = None
    digest: str | None = None
    again: bool = False

    def __post_init__(self) -> None:
        if self.url is not None and not is_address(self.url):
            raise InputError("the url of a collection is http(s)://host/path without a name or password")
        if self.digest not in (None, UNCHECKED):
            check_digest(str(self.digest))


def fetch(collection: Collection, root: Path, wish: Wish | None = None, progress: Progress = _silent) -> bool:
    """Make the folder of a collection in the folder ``root``; False where it was there already.

    The folder appears whole and at once: a download that broke off is gone on with, anything else that was left by
    an earlier call is done anew. In ``source.json`` stands where it is from, and what it has.

    Raises: InputError for a file that cannot be had or is not what it should be, and for a folder that was changed.
    """
    wish = wish or Wish()
    folder = root / collection.name
    root.mkdir(parents=True, exist_ok=True)
    with alone(root, collection.name):
        if folder.exists():
            _check_folder(folder, again=wish.again)
            if not wish.again:
                return False
        part = root / f".{collection.name}.part"
        if wish.source is None:
            origin, sums = _downloaded(collection, part, wish, progress)
        else:
            origin, sums = _at_hand(collection, existing_file(wish.source), wish)
        made = root / f".{collection.name}.new"
        shutil.rmtree(made, ignore_errors=True)
        try:
            with told(made):
                made.mkdir()
                with progress(f"unpacking {collection.file}") as step:
                    _make(collection, wish.source or part, made, step)
                _record(made, collection, {"from": origin, **sums})
                _put(made, folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
        part.unlink(missing_ok=True)
    return True


def is_fetched(collection: Collection, root: Path) -> bool:
    """Whether the folder is there and as it was made."""
    folder = root / collection.name
    sizes = _recorded(folder)
    return sizes is not None and not _changed(folder, sizes)


def _downloaded(collection: Collection, part: Path, wish: Wish, progress: Progress) -> tuple[str, dict[str, str]]:
    url = f"{(wish.url or collection.base).rstrip('/')}/{collection.file}"
    resumed = part.exists()
    try:
        with progress(f"downloading {url} ({collection.size / 1e6:.1f} MB)") as step, told(part):
            download(url, part, most=max(SLACK * collection.size, 1 << 20), progress=step, expected=collection.size)
    except DownloadError as error:
        go_on = f"ragauge data {collection.name} --from {collection.file}"
        why = f"cannot be downloaded: {error}; without a network, bring the file and call: {go_on}"
        raise InputError([Problem(why, url)]) from error
    except InputError:
        part.unlink(missing_ok=True)
        raise
    sums = digests(part)
    wanted = wish.digest or collection.digest
    wrong = None if wanted == UNCHECKED else disagreement(sums, wanted)
    if wrong is None:
        return url, sums
    part.unlink()
    if resumed:  # the beginning may be of another file
        return _downloaded(collection, part, wish, progress)
    raise InputError([Problem(f"{wrong}; nothing was kept", url)])


def _at_hand(collection: Collection, file: Path, wish: Wish) -> tuple[str, dict[str, str]]:
    sums = digests(file)
    wanted = wish.digest or collection.digest
    wrong = None if wanted == UNCHECKED else disagreement(sums, wanted)
    if wrong is not None:
        message = f"not {collection.name} as it is published, or damaged: {wrong}; --sum none takes it all the same"
        raise InputError([Problem(message, shown(file))])
    return shown(file.name), sums


def _make(collection: Collection, file: Path, into: Path, progress: Step) -> None:
    if collection.shape == "squad":
        squad_to_beir(file, into)
    else:
        unpack_beir(file, into, progress)


def _record(folder: Path, collection: Collection, origin: dict[str, str]) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
    published = origin.get("md5") == collection.digest or origin.get("sha256") == collection.digest
    facts = {"collection": collection.name, **origin, "as published": published, "bytes": sizes}
    (folder / RECORD).write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _put(made: Path, folder: Path) -> None:
    if not folder.exists():
        made.rename(folder)
        return
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    folder.rename(old)
    made.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _check_folder(folder: Path, *, again: bool) -> None:
    """Refuse a folder that is not as it was made; to make it anew, one in which others have put something."""
    sizes = _recorded(folder)
    if sizes is None:
        why = f"this was not made by ragauge data, or its {RECORD} is damaged; move it away"
        raise InputError([Problem(why, shown(folder))])
    if again:
        found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
        strange = sorted(set(found) - {*sizes, RECORD})
        why = "this was not fetched and would be lost; move it away"
        problems = [Problem(why, shown(folder / name)) for name in strange]
    else:
        changed = _changed(folder, sizes)
        why = "was changed or is gone; --force makes the folder anew"
        problems = [Problem(why, shown(folder / name)) for name in changed]
    if problems:
        raise InputError(problems)


def _changed(folder: Path, sizes: dict[str, int]) -> list[str]:
    """The files that are not as they were made."""
    places = {name: folder / name for name in sizes}
    return [name for name, path in places.items() if not path.is_file() or path.stat().st_size != sizes[name]]


def _recorded(folder: Path) -> dict[str, int] | None:
    """The sizes of the files of a folder when it was made; None where nothing tells."""
    try:
        facts: Any = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        return {str(name): int(size) for name, size in dict(facts["bytes"]).items()}
    except (OSError, ValueError, TypeError, KeyError):
        return None
