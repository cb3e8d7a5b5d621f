"""Puts newly measured tables into an earlier result. Each of these tables keeps its own settings.

    merge.py RESULT.json < NEW.json
"""
import json
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
result = json.loads(path.read_text())
new = json.load(sys.stdin)
for name, table in new.items():
    if name not in ("settings", "schema"):
        result[name] = {"settings": new["settings"], **table} if isinstance(table, dict) else table
path.write_text(json.dumps(result, indent=1) + "\n")
