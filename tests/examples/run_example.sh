#!/usr/bin/env bash
# Runs the command that an example names and compares its status and its standard output with the expected ones.
# examples/README.md must give the same command. Usage: run_example.sh EXAMPLES PROGRAMS NAME STATUS in_order|any_order
set -euo pipefail
examples=$1 programs=$2 name=$3 wanted_status=$4 order=$5
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
complain() { echo "run_example: $name: $1" >&2; cat "$scratch/errors" >&2; exit 1; }
: > "$scratch/errors"

command=$(sed -n 's,^// Run: *,,p' "$examples/$name.cpp")
[ -n "$command" ] || complain "the program has no line '// Run:'"
grep -q "^| \[$name\]($name.cpp) |.*| \`$command\` |\$" "$examples/README.md" || complain "README.md does not give the command '$command'"
[ "$(wc -l < "$examples/$name.cpp")" -le 60 ] || complain "more than 60 lines"

# A virtual machine of its own: none of the user's is used.
export XDG_RUNTIME_DIR=$scratch PATH=$programs:$PATH
unset "${!BANYAN_@}"
status=0
mkdir "$scratch/work"  # for the files of the example
(cd "$scratch/work" && bash -c "$command") > "$scratch/output" 2> "$scratch/errors" < /dev/null || status=$?
[ "$status" = "$wanted_status" ] || complain "ends with status $status, not $wanted_status"

arranged() { if [ "$order" = any_order ]; then sort; else cat; fi; }
diff <(arranged < "$examples/$name.expected") <(arranged < "$scratch/output") >> "$scratch/errors" ||
    complain "the output differs from $name.expected"
