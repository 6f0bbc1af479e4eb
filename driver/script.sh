# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What hsaemu-cc and hsaemu-nvcc have in common: messages, words, temporary files, commands, and how clang is
# called for CUDA C. A part of both, in sh; `tool` is the name of the one, `share`, `bin` and `programs` are folders.
# shellcheck disable=SC2034,SC2154

say() { # long words and control characters may come from anywhere
	text=$*
	case $text in *[[:cntrl:]]*) clean='' ;; *) clean=1 ;; esac
	[ -n "$clean" ] && [ ${#text} -lt 260 ] ||
		text=$(printf '%s' "$text" | tr '\000-\037\177' '?' |
			LC_ALL=C.UTF-8 sed 's/\([^ ]\{160\}\)[^ ]\{60,\}\([^ ]\{40\}\)/\1...\2/g')
	printf '%s: %s\n' "$tool" "$text" >&2
}
die() { # STATUS TEXT
	status=$1
	shift
	say "error: $*"
	exit "$status"
}
usage() { die 2 "$*; see $tool --help"; }
to_stdout() { # COMMAND...
	"$@" 2>/dev/null || die 4 'cannot write standard output'
}

# ---- "did you mean" ------------------------------------------------------------------------------

similar_to() { # WORD: of those on standard input, one that it may be a mistyping of, as the end of a message
	similar=$(word=$1 LC_ALL=C awk -f "$share/similar.awk")
	[ -z "$similar" ] || printf "; did you mean '%s'?" "$similar"
}
labels() { # the options in labels of a case that is indented once
	sed -n 's/^\t\(-*[A-Za-z][^ ()]*\)).*/\1/p' | tr '|' '\n' | sed 's/=.*//; /[][*?]/d'
}
unknown_option() { # OPTION
	name=${1%%=*}
	similar=$(known_options | similar_to "$name")
	[ -z "$similar" ] || die 2 "unknown option '$name'$similar"
	usage "unknown option '$1'"
}
one_of() { # OPTION VALUE WORD...: refuses a value that is none of the words
	option=$1 value=$2
	shift 2
	for word; do
		[ "$value" != "$word" ] || return 0
	done
	similar=$(printf '%s\n' "$@" | similar_to "$value")
	set -- "$*"
	die 2 "'$value' is no value of $option ($(printf '%s' "$1" | tr ' ' '|'))$similar"
}

# ---- words ---------------------------------------------------------------------------------------

# Most of the time of a short compilation is the shell's, and most of that are its processes: what is called for each
# word sets variables.
quote() { # WORD: sets `quoted_word` to it as the shell reads it as one
	case $1 in
	*[!-A-Za-z0-9_./=+:,@%]*|'') quoted_word="'" ;;
	*) quoted_word=$1 && return ;;
	esac
	unquoted=$1
	while :; do case $unquoted in
	*\'*)
		quoted_word="$quoted_word${unquoted%%\'*}'\\''"
		unquoted=${unquoted#*\'} ;;
	*) quoted_word="$quoted_word$unquoted'" && return ;;
	esac; done
}
quoted() { # WORD: prints it so
	quote "$1"
	printf '%s' "$quoted_word"
}
add() { # VARIABLE WORD...
	add_to=$1
	shift
	for word; do
		quote "$word"
		eval "$add_to=\"\${$add_to} \$quoted_word\""
	done
}
words_of() { # NAME: the words on standard input, quoted
	all_words=$(xargs -r printf '%s\n' 2>/dev/null) || usage "a quoted word in $1 has no end"
	printf '%s\n' "$all_words" | while IFS= read -r word; do
		[ -z "$word" ] || { quoted "$word" && printf ' '; }
	done
}
words_of_file() { # FILE
	[ -r "$1" ] || die 4 "cannot read '$1'"
	words_of "'$1'" <"$1"
}

# ---- commands ------------------------------------------------------------------------------------

signals='HUP INT QUIT PIPE ALRM TERM USR1 USR2 XCPU XFSZ'
child='' # those that run
{ true <&0; } 2>/dev/null || exec </dev/null # it may be closed
end_by() { # SIGNAL: as it would have ended a tool, but with nothing left behind
	# shellcheck disable=SC2086
	trap '' $signals
	trap - EXIT
	# shellcheck disable=SC2086
	[ -z "$child" ] || { kill $child && wait $child; } 2>/dev/null
	rm -rf "$work"
	trap - "$1"
	kill -s "$1" $$
}
make_work_folder() {
	# the name comes first, so that no signal comes between the folder and what removes it
	work=$(mktemp -u "${TMPDIR:-/tmp}/$tool.XXXXXX") || exit 4
	trap 'rm -rf "$work"' EXIT
	for signal in $signals; do
		# shellcheck disable=SC2064
		trap "end_by $signal" "$signal"
	done
	mkdir -m 700 "$work" "$work/1" 2>/dev/null || # the latter is for the first file
		die 4 "cannot make folders in '${TMPDIR:-/tmp}'"
	: >"$work/names" || exit 4
}
show() { # COMMAND, quoted
	[ -z "$verbose" ] || printf '%s%s\n' "${shown_by-}" "$1" >&2
}
run() { # COMMAND, quoted: sets `status`
	eval "exec $1" <&0 & # waited for, a signal acts at once
	child=$!
	wait $child
	status=$?
	child=
}
step() { # COMMAND, quoted
	show "$1"
	run "$1"
	[ $status = 0 ] || exit $status
}
color=
[ ! -t 2 ] || [ -n "${NO_COLOR:+set}" ] || color=' --color=always'

sed_quote() { # WORD: sets `pattern` to what stands for it in sed's s|||, on either side
	pattern='' unquoted=$1
	while :; do
		before_it=${unquoted%%[][\\.*^$|&]*}
		pattern=$pattern$before_it
		unquoted=${unquoted#"$before_it"}
		[ -n "$unquoted" ] || return 0
		behind_it=${unquoted#?}
		pattern=$pattern\\${unquoted%"$behind_it"}
		unquoted=$behind_it
	done
}
replaces() { # FILE SOURCE: messages about FILE name SOURCE, as there are no lines of FILE in them
	shown=$2
	[ "$shown" != - ] || shown='<stdin>'
	sed_quote "$1"
	to_replace=$pattern
	sed_quote "$shown"
	printf 's|^\(.\[[0-9;]*m\)*%s\(:\)|\\1%s\\2|\n' "$to_replace" "$pattern" >>"$work/names"
}
pass_named() { # FILE: messages, with the names that they are to have
	[ ! -s "$1" ] || sed -f "$work/names" "$1" >&2
}

find_program() { # VARIABLE WANTED-BY PACKAGE NAME...: sets VARIABLE to the first there is
	found_for=$1 wanted_by=$2 package=$3
	shift 3
	for name; do
		eval "$found_for=\$(command -v \"\$name\")" && return
	done
	die 4 "$wanted_by needs $1, which is not installed; it is in the Debian package $package"
}

# ---- clang ---------------------------------------------------------------------------------------

find_libclc() { # WHAT-IT-IS-FOR
	for libclc in ${HSAEMU_LIBCLC:+"$HSAEMU_LIBCLC"} /usr/lib/clc/nvptx64--nvidiacl.bc \
		/usr/share/clc/nvptx64--nvidiacl.bc /usr/lib/llvm-19/share/clc/nvptx64--nvidiacl.bc; do
		[ ! -r "$libclc" ] || return
	done
	die 4 "$1 needs libclc's nvptx64--nvidiacl.bc, which is not installed; it is in the Debian package libclc-19"
}
begin_clang() { # WHAT-IT-IS-FOR: begins `command`
	find_program clang "$1" clang-19 "${HSAEMU_CLANG:-clang-19}"
	find_libclc "$1"
	command=
	add command "$clang"
}

# clang takes the version of PTX, and so which of its builtins there are, from a CUDA toolkit that it finds on
# the machine. The same is made on all machines: no toolkit, and the last version that clang knows.
no_toolkit=--cuda-path=/dev/null
ptx_version=+ptx85

# nvcc takes blanks in <<< and >>>, alignas behind __shared__, and special registers in asm with one % for two. Where the
# source has any, clang gets another text at the source's place, with as many columns but for the last; in types >>> closes
# three lists, too.
special_registers='n\{0,1\}ctaid\.\|n\{0,1\}tid\.\|laneid\|n\{0,1\}warpid\|n\{0,1\}smid\|gridid\|lanemask_\|clock\|globaltimer'
one_percent="\(mov\.[bu][0-9]*[[:blank:]][^\"]*[[:blank:],]\)%\($special_registers\)"
add_overlay() { # SOURCE: to `command`
	grep -q "<<[[:blank:]]\{1,\}<\|__[a-z]*__[[:blank:]]\{1,\}alignas\|$one_percent" "$1" 2>/dev/null || return 0
	case $1 in /*) overlaid=$1 ;; *) overlaid=$PWD/$1 ;; esac
	case $overlaid in *["'\\"]*) return 0 ;; esac
	sed -e 's/<<\([[:blank:]]\{1,\}\)</<<<\1/g; s/>>\([[:blank:]]\{1,\}\)>/>>>\1/g; s/<\([[:blank:]]\{1,\}\)<</<<<\1/g; s/>\([[:blank:]]\{1,\}\)>>/>>>\1/g' \
		-e 's/\(\(extern\|static\)[[:blank:]]\{1,\}\)\{0,1\}\(__\(shared\|device\|constant\|managed\)__\)\([[:blank:]]\{1,\}\)\(alignas([^()]*\(([^()]*)[^()]*\)*)\)/\6\5\1\3/' \
		-e :more -e "s/$one_percent/\1%%\2/" -e tmore \
		"$1" >"$work/overlaid.cu" || return 0
	printf "{'version': 0, 'use-external-names': false, 'roots': [{'name': '%s', 'type': 'file', 'external-contents': '%s'}]}\n" \
		"$overlaid" "$work/overlaid.cu" >"$work/overlay" || return 0
	add command -ivfsoverlay "$work/overlay"
}

# clang takes its memory bit by bit, and a fifth less time where glibc's malloc has large pages. Nothing else is to get this
# from here, least of all a program that -run starts.
use_large_pages() {
	export "GLIBC_TUNABLES=${GLIBC_TUNABLES-glibc.malloc.hugetlb=1}"
}

add_cuda() { # device|host: what CUDA C is, for one of its two sides
	add command -x cuda $no_toolkit "--cuda-$1-only" -nocudainc -nocudalib -Xclang -target-sdk-version=12.0 -D__NVCC__
	# what nvcc and Debian's CUB and Thrust say otherwise than clang wants it
	add command -Wno-linker-warnings -Wno-reserved-user-defined-literal -Wno-register -Wno-c++11-narrowing
	add command -Wno-missing-template-arg-list-after-template-kw -Wno-deprecated-builtins
	add command -isystem "$share/cuda" -isystem "$share/hip" -include "$share/cuda/cuda_runtime.h"
	[ "$1" = device ] || return 0
	# contracted is what the source says, not what libclc's functions compute with care
	add command -ffp-contract=fast-honor-pragmas "--cuda-gpu-arch=$arch" --cuda-feature=$ptx_version
}
