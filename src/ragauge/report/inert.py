"""Text for the log of a build service, where a line of data must not be taken for a command."""

from __future__ import annotations

import re

COMMANDS = (
    "add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-set-repo-path|notice|remove-matcher|"
    "save-state|set-env|set-output|stop-commands|warning"
)
# GitHub takes ::name at the start of a line and ##[name] anywhere; Azure ##vso[, TeamCity ##teamcity[
_COLONS = re.compile(rf"::(?=(?:{COMMANDS})\b)", re.IGNORECASE)
_HASHES = re.compile(r"##(?=(?:vso|teamcity)?\[)", re.IGNORECASE)


def inert(text: str) -> str:
    """The text, with a space inside what a build service would run.

    A line may be broken anywhere, so commands are cut wherever they stand.

    >>> inert("::error file=a::b"), inert("a ##[error]b"), inert("Doc::section")
    (': :error file=a::b', 'a # #[error]b', 'Doc::section')
    """
    return _HASHES.sub("# #", _COLONS.sub(": :", text))
