"""A laboratory and a command that are replaced by scripts, for tests of the programs that measure in the laboratory."""
import json
import pathlib
import stat
import tempfile
import unittest

# Skips its options and runs the command, as a laboratory does, without hosts.
PRETENDED_LAB = """#!/usr/bin/env bash
[ "$1" != check ] || exit 0
[ "$1" != enter ] || exit 0
echo called >> "$(dirname "$0")/calls"
while [ "$1" != -- ]; do shift; done
shift
export BANYAN_LAB_SETTINGS='pretended' BANYAN_LAB_HOSTFILE=/dev/null BANYAN_LAB_ID=none
exec "$@"
"""

# `validate` writes its two files, fails if the file "broken" stands beside it, and does not end if "endless" does.
PRETENDED_COMMAND = """#!/usr/bin/env bash
here=$(dirname "$0")
[ "$1" = validate ] || exit 0
[ ! -e "$here/broken" ] || { echo 'banyan: the hosts are on strike' >&2; exit 1; }
[ ! -e "$here/endless" ] || exec tail -f /dev/null
while [ "$1" != --out ]; do shift; done
cp "$here/result.json" "$2/validate.json"
echo '{"settings": {"note": "pretended"}, "trials": []}' > "$2/samples.json"
echo 'a table'
echo 'results: somewhere'
"""


class Laboratory(unittest.TestCase):
    """A test with a folder: `out` for results, `top` with the programs. `command_result` is what `validate` writes."""
    command_result = {}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)
        self.out = self.top / "out"
        (self.top / "bin").mkdir()
        self.program(self.top / "lab", PRETENDED_LAB)
        self.program(self.top / "bin/banyan", PRETENDED_COMMAND)
        (self.top / "bin/result.json").write_text(json.dumps(self.command_result))

    def program(self, file, text):
        file.write_text(text)
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def calls(self):
        """How many laboratories have been made."""
        return len((self.top / "calls").read_text().splitlines())
