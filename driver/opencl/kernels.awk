# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM IR of OpenCL C, as clang makes it before any pass, in the form that LLVM's code generator for PTX
# can do with. Reads text, writes text; -v inline=0 leaves functions alone. Goes with unsupported.awk and
# arguments.awk.
#
# - A kernel's reqd_work_group_size becomes an annotation that the generator knows, so that it becomes
#   .reqntid.
# - Vectors of two bytes are passed and returned as 16 bits: the generator stops at some of them, and
#   reads others as if their elements had 16 bits each.
# - Functions are inlined, as compilers for GPUs do: a call takes its arguments through memory, and costs
#   more than most functions do. Left alone are those that the program says are noinline, that call
#   themselves, or that are large and called in several places. Kernels that kernels call are always
#   inlined: PTX cannot call them.
# - What clang says of arguments becomes pragmas: arguments.awk.
# - A load of sixteen bytes that need not be aligned becomes two: the generator reads them at once, as if
#   they were aligned.
# - The value of a global of type half is written as its 16 bits: the generator prints it as a double.
# - Queues of a device and pipes are refused.

BEGIN {
	LARGE = 20000 # lines, with what is inlined into them
	PAIR = "<2 x i8>"
}

/^@[^=]* = .*(global|constant) half 0xH/ { sub(/ half 0xH/, " i16 u0x") }

{ line[NR] = $0 }

/^declare / && (refused = unsupported(plain_name(name_of($0)))) != "" {
	print "hsaemu-cc: error: unsupported: " refused " of OpenCL C" >"/dev/stderr"
	has_unsupported = 1
}

/^attributes #[0-9]+ = / { attributes[$2] = $0 }

/^(define|declare) / {
	name = name_of($0)
	is_intrinsic[name] = name ~ /^@llvm\./
	if ($1 == "define") {
		current = name
		defined[name] = NR
		is_kernel[name] = / spir_kernel /
		for (i = 1; i <= NF; i++)
			if ($i ~ /^#[0-9]+$/)
				group_of[name] = $i
		if (is_kernel[name])
			note_kernel(name, $0)
		if (match($0, / !reqd_work_group_size ![0-9]+/))
			size_of[name] = substr($0, RSTART + 23, RLENGTH - 23)
	}
}

current != "" {
	lines_of[current]++
	if (/ call / && (callee = callee_of($0)) != "") {
		calls[current, ++call_count[current]] = callee
		callers[callee]++
	}
}

/^}/ { current = "" }

/^![0-9]+ = !{/ { note_node($1, substr($0, length($1) + 4)) }

/^![0-9]+ = !{i32 [0-9]+, i32 [0-9]+, i32 [0-9]+}$/ {
	split($0, word, /[ ,}]+/)
	size[$1] = "!\"reqntidx\", i32 " word[4] ", !\"reqntidy\", i32 " word[6] ", !\"reqntidz\", i32 " word[8]
}

END {
	if (has_unsupported)
		exit 3
	for (name in defined)
		if (attributes[group_of[name]] ~ /[ {]alwaysinline /)
			vanishes[name] = 1
	for (name in defined)
		expanded_size(name)
	for (i = 1; i <= NR; i++)
		put(line[i])
	for (group in wanted)
		print wanted[group]
	put_sizes()
	put_pragmas()
}

# ---- names ------------------------------------------------------------------------------------------

# The global that is declared or defined, with its @.
function name_of(text) {
	sub(/^[^@]*/, "", text)
	sub(/\(.*/, "", text)
	return text
}

# The function that is called by name, or "".
function callee_of(text) {
	sub(/^.* call /, "", text)
	if (!match(text, /@[^ (]+\(/) || text ~ /^[^@]*%[^ (]+\(/ || text ~ /^[^@]* asm /)
		return ""
	return substr(text, RSTART, RLENGTH - 1)
}

# The name that the source has for a function that clang calls.
function plain_name(name) {
	if (match(name, /^@_Z[0-9]+/))
		return substr(name, RLENGTH + 1, substr(name, 4, RLENGTH - 3))
	sub(/^@_*/, "", name)
	return name
}

# ---- what is inlined --------------------------------------------------------------------------------

# Lines of a function with those of the functions that are inlined into it; also finds these.
function expanded_size(name,    k, sum, callee) {
	if (state[name] == "known")
		return total[name]
	if (state[name] == "open") { # it calls itself, perhaps through others
		recursive[name] = 1
		return 0
	}
	state[name] = "open"
	sum = lines_of[name]
	for (k = 1; k <= call_count[name]; k++) {
		callee = calls[name, k]
		if (!(callee in defined))
			continue
		expanded_size(callee)
		if (state[callee] == "open")
			recursive[name] = 1 # all of a cycle, from where it was entered
		else if (callee in inlined)
			sum += total[callee]
	}
	total[name] = sum
	state[name] = "known"
	if ((name in callers) && !(name in recursive) && !(name in vanishes) && (is_kernel[name] || inline &&
		attributes[group_of[name]] !~ /[ {]noinline / && (sum <= LARGE || callers[name] == 1)))
		inlined[name] = 1
	return sum
}

function always_inline(text, name,    group, other) {
	group = group_of[name]
	other = "#" 900000 + substr(group, 2)
	if (!(other in wanted)) {
		wanted[other] = attributes[group]
		sub(/#[0-9]+ = \{ /, other " = { alwaysinline ", wanted[other])
		gsub(/ (noinline|optnone) /, " ", wanted[other])
		sub(/ (noinline|optnone) /, " ", wanted[other])
	}
	sub(" " group " ", " " other " ", text)
	return text
}

# ---- pairs of bytes -----------------------------------------------------------------------------------

# Where the argument list that begins at the first "(" from `from` on ends.
function closing(text, from,    depth, k, c) {
	for (k = from; k <= length(text); k++) {
		c = substr(text, k, 1)
		depth += (c == "(") - (c == ")")
		if (c == ")" && depth == 0)
			return k
	}
	return length(text)
}

# Splits at commas outside of all brackets.
function split_arguments(text, out,    depth, k, c, n, start) {
	start = 1
	for (k = 1; k <= length(text); k++) {
		c = substr(text, k, 1)
		if (index("([{<", c))
			depth++
		else if (index(")]}>", c))
			depth--
		else if (c == "," && depth == 0) {
			out[++n] = substr(text, start, k - start)
			start = k + 2
		}
	}
	if (text != "")
		out[++n] = substr(text, start)
	return n
}

# The list with pairs as 16 bits. `before` gets instructions that make them, `after` those that make pairs
# of them again.
function sixteen_bits(list, is_call,    n, k, words, value, result) {
	n = split_arguments(list, argument)
	for (k = 1; k <= n; k++) {
		if (index(argument[k], PAIR) == 1) {
			value = substr(argument[k], length(PAIR) + 1)
			sub(/^( noundef| noalias)* ?/, "", value)
			if (value == "" || value == "...")
				argument[k] = "i16"
			else if (!is_call) {
				argument[k] = "i16 " value ".bits"
				after = after "  " value " = bitcast i16 " value ".bits to " PAIR "\n"
			} else if (value ~ /^%/) {
				made++
				before = before "  %bits." made " = bitcast " PAIR " " value " to i16\n"
				argument[k] = "i16 %bits." made
			} else
				argument[k] = "i16 bitcast (" PAIR " " value " to i16)"
		}
		result = result (k > 1 ? ", " : "") argument[k]
	}
	return result
}

function returns_pair(text, from) {
	return match(substr(text, 1, from), /<2 x i8> [@%][^ ]*$/) > 0
}

# A definition, declaration or call with the name at `at`: the "(" behind it begins its arguments.
function by_bits(text, at, is_call,    open, shut, head) {
	open = at + index(substr(text, at), "(") - 1
	shut = closing(text, open)
	head = substr(text, 1, open - 1)
	if (returns_pair(head, length(head)))
		sub(/(noundef )?<2 x i8> [@%][^ ]*$/, "i16 " substr(text, at, open - at), head)
	return head "(" sixteen_bits(substr(text, open + 1, shut - open - 1), is_call) substr(text, shut)
}

function put_call(text,    at, result, name) {
	before = after = ""
	name = callee_of(text)
	if (name == "" ? text !~ / call [^@]*%[^ (]+\(/ : (name in is_intrinsic) && is_intrinsic[name] || (name in vanishes)) {
		print text
		return
	}
	match(text, name == "" ? " call [^@]*%[^ (]+[(]" : " call [^@]*@[^ (]+[(]")
	at = RSTART + RLENGTH - 1
	while (substr(text, at, 1) !~ /[@%]/)
		at--
	if (returns_pair(substr(text, 1, at + index(substr(text, at), "(") - 2), 1e6) && match(text, /^ *%[^ ]+ = /)) {
		result = substr(text, RSTART, RLENGTH)
		sub(/^ */, "", result)
		made++
		at += length("%pair." made " = ") - length(result)
		sub(/^ *%[^ ]+ = /, "  %pair." made " = ", text)
		after = "  " result "bitcast i16 %pair." made " to " PAIR "\n"
	}
	text = by_bits(text, at, 1)
	printf "%s%s\n%s", before, text, after
}

# ---- output -------------------------------------------------------------------------------------------

# A load of sixteen bytes, as two of eight.
function put_halves(text,    result, head, place, tail) {
	result = text
	sub(/ = .*/, "", result)
	sub(/^ */, "", result)
	match(text, / = load (volatile )?/)
	head = substr(text, RSTART, RLENGTH) "<8 x i8>, "
	place = substr(text, index(text, "<16 x i8>, ") + 11)
	tail = place
	sub(/, align .*/, "", place)
	tail = substr(tail, length(place) + 1)
	print "  " half_name(result, "lower") head place tail
	print "  " half_name(result, "at") " = getelementptr i8, " place ", i64 8"
	sub(/[^ ]*$/, half_name(result, "at"), place)
	print "  " half_name(result, "upper") head place tail
	print "  " result " = shufflevector <8 x i8> " half_name(result, "lower") ", <8 x i8> " half_name(result, "upper") \
		", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>"
}

# A name that goes with another one, which may be quoted.
function half_name(result, which) {
	gsub(/[%"]/, "", result)
	return "%\"hsaemu." which "." result "\""
}

function put(text,    name) {
	if (text ~ /^(define|declare) /) {
		name = name_of(text)
		inside = text ~ /^define / ? name : ""
		before = after = ""
		is_by_bits = index(text, PAIR) && !(name in vanishes) && !is_intrinsic[name]
		returns_bits = 0
		if (is_by_bits) {
			returns_bits = text ~ /^[^(@]*<2 x i8> @/
			text = by_bits(text, index(text, "@"), 0)
		}
		if (name in inlined)
			text = always_inline(text, name)
		print text
		pending = after
		return
	}
	if (pending != "" && text ~ /^[^ ].*:/) { # the label of the first block
		print text
		printf "%s", pending
		pending = ""
	} else if (text ~ / = load (volatile )?<16 x i8>, .*, align [1248](,|$)/)
		put_halves(text)
	else if (index(text, PAIR) && text ~ / call /)
		put_call(text)
	else if (inside != "" && returns_bits && text ~ /^  ret <2 x i8> /) {
		before = after = ""
		sub(/^  ret <2 x i8> /, "", text)
		split(text, word, /, !dbg /)
		name = sixteen_bits(PAIR " " word[1], 1)
		printf "%s  ret %s%s\n", before, name, word[2] != "" ? ", !dbg " word[2] : ""
	} else {
		if (text ~ /^!nvvm\.annotations = / && !has_sizes++) {
			for (name in size_of)
				more = more ", !" 1000000 + count++
			sub(/}$/, more "}", text)
		}
		print text
	}
}

function put_sizes(    name, n) {
	for (name in size_of)
		print "!" 1000000 + n++ " = !{ptr " name ", " size[size_of[name]] "}"
}
