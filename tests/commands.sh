#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# commands.sh HEAPODDS: what all commands promise (exit status, one line of error, nothing on
# stdout then, files made only on success), asked of the program itself; reports in TAP.
set -u
program=$(realpath "$1")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room" || exit 2
number=0
ended_by_sigpipe=141

report() { # YES-OR-NO NAME WHY
	number=$((number + 1))
	if [ "$1" = yes ]; then
		echo "ok $number - commands::$2"
	else
		echo "not ok $number - commands::$2"
		echo "# ${3//$'\n'/$'\n'# }"
	fi
}

run() { # WORDS...: sets status; leaves out and err
	"$program" "$@" >out 2>err
	status=$?
}

# Exit 0, a silent stderr, and a pattern that stdout matches.
answers() { # NAME PATTERN WORDS...
	local name=$1 pattern=$2 good=no
	shift 2
	run "$@"
	[ $status = 0 ] && [ ! -s err ] && grep -qE -- "$pattern" out && good=yes
	report $good "$name" "$* -> $status: $(cat out err)"
}

# Exit 2, nothing on stdout, and on stderr this one line.
refuses() { # NAME LINE WORDS...
	local name=$1 line=$2 good=no
	shift 2
	run "$@"
	[ $status = 2 ] && [ ! -s out ] && [ "$(cat err)" = "$line" ] && [ "$(wc -l <err)" = 1 ] && good=yes
	report $good "$name" "$* -> $status: $(cat out err)"
}

holds() { # NAME COMMAND...: the command succeeds
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then report yes "$name" ""; else report no "$name" "$*: $said"; fi
}

answers version '^heapodds [0-9]+\.[0-9]+\.[0-9]+$' --version
answers version_of_a_command '^heapodds [0-9]+\.[0-9]+\.[0-9]+$' list --version
answers help '^  simulate ' --help
answers help_as_a_command '^  list ' help
answers help_on_a_command '^Usage: heapodds list ' help list
answers help_of_a_command '^Example:$' simulate --help
answers help_shows_defaults '\(default: 1\)' simulate --help
answers help_wins_over_errors '^Usage: heapodds list ' list --nonsense --help
refuses no_command 'heapodds: no command given (usage: heapodds COMMAND [options]; heapodds --help lists them)'
known=$("$program" --help | sed -n 's/^  \([a-z-]*\) .*/\1/p' | paste -sd, | sed 's/,/, /g')
refuses unknown_command "heapodds: unknown command \"simulat\", did you mean \"simulate\"? (known: $known)" simulat
refuses unknown_program_option \
	'heapodds: unknown option "--versio", did you mean "--version"? (known: --help, --version)' --versio

answers list_all '^format +|^workload +' list
answers list_of_one_kind '^strategy +per-byte +' list strategies
answers list_tsv $'^kind\tname\tsummary\tsource\tusage$' list --format tsv
answers list_json '^  "schema": 1,$' list --format=json
holds list_json_is_json python3 -c 'import json; d = json.load(open("out"));
assert list(d) == ["heapodds", "schema", "command", "list"], d.keys()
assert d["command"] == ["list", "--format=json"]
assert all(list(r) == ["kind", "name", "summary", "source", "usage"] for r in d["list"])'
run list estimators
holds list_leaves_out_other_kinds bash -c '! grep -E "^(strategy|workload|format) " out'
kinds='(known: all, strategies, parts, estimators, workloads, formats)'
refuses list_unknown_kind \
	"heapodds list: KIND: unknown value \"strategy\", did you mean \"strategies\"? $kinds" list strategy
refuses stray_argument 'heapodds list: unexpected argument "all"' list all all
refuses argument_behind_dashes "heapodds list: KIND: unknown value \"--help\" $kinds" list -- --help

refuses unknown_option 'heapodds simulate: unknown option "--sead", did you mean "--seed"?' simulate --sead 1
refuses unknown_far_option 'heapodds list: unknown option "--nonsense" (heapodds list --help lists the options)' \
	list --nonsense
refuses unknown_letter 'heapodds list: unknown option "-x" (options are written --name, but for -o and -h)' list -x
refuses no_value 'heapodds simulate: --seed needs a value' simulate --seed
refuses twice 'heapodds simulate: --seed is given twice' simulate --seed 1 --seed=2
refuses shared_twice 'heapodds list: --format is given twice' list --format tsv --format tsv
refuses bad_number 'heapodds simulate: --trials: "12Q" is not a count (examples: 1000, 1e6, 4K)' simulate --trials 12Q
refuses bad_format 'heapodds list: --format: unknown value "xml" (known: table, tsv, json)' list --format xml
refuses control_characters 'heapodds list: unexpected argument "a?b?[1m"' list all $'a\nb\e[1m'

run list all -o made
holds output_is_silent test "$status" = 0 -a ! -s out -a ! -s err
run list
holds output_is_the_same cmp out made
run list -omade2 --format tsv
holds output_without_blank grep -q "^kind" made2
run list --output=-
holds output_dash_is_stdout grep -q "^kind" out
run list -o never nonsense
holds output_not_made_on_error test "$status" = 2 -a ! -e never
chmod 640 made && ln -s made link
run list strategies -o link
holds output_through_a_link test -L link -a "$(stat -c %a made)" = 640 -a "$(grep -c ^workload made)" = 0
holds output_leaves_no_scraps bash -c '! ls | grep -vxE "made|made2|link|out|err"'
refuses output_no_folder 'heapodds list: cannot write no/where: No such file or directory' list -o no/where
refuses output_folder 'heapodds list: cannot write .: Is a directory' list -o .
refuses output_nameless 'heapodds list: --output: "" is no file name' list -o ''
if [ -w /dev/full ]; then
	refuses output_full_disk 'heapodds list: cannot write /dev/full: No space left on device' list -o /dev/full
	for word in strategies --help --version; do
		"$program" list $word >/dev/full 2>err
		holds "full_stdout_of_list_$word" test $? = 2 -a \
			"$(cat err)" = 'heapodds list: cannot write standard output: No space left on device'
	done
	"$program" --help >/dev/full 2>err
	holds full_stdout_of_help test $? = 2 -a -s err
fi
"$program" list >&- 2>err
holds closed_stdout test $? = 2 -a "$(wc -l <err)" = 1

# A reader that is gone before the first byte.
mkfifo pipe
(exec 3<pipe) &
bash -c 'exec 4>pipe; sleep .2; exec "$1" list >&4' - "$program" 2>err
holds broken_pipe_is_quiet test $? = $ended_by_sigpipe -a ! -s err
wait
echo "1..$number"
