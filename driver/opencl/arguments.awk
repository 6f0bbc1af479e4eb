# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What clang says of kernels and their arguments, as pragmas for ptx2hsail (docs/kernel-abi.md), which go through LLVM
# as module-level assembly. Goes with kernels.awk, which calls note_kernel(), note_node() and put_pragmas().

function note_kernel(name, text) {
	kernel_text[name] = text
	kernel_names[++kernel_total] = name
}

function note_node(number, text) {
	node[number] = text
}

# The text of the node that the definition of a kernel names so, or "".
function node_of(name, key) {
	if (!match(kernel_text[name], " !" key " ![0-9]+"))
		return ""
	return node[substr(kernel_text[name], RSTART + length(key) + 3, RLENGTH - length(key) - 3)]
}

# Splits a node of strings, !{!"a", !"b"}, which have no quotes in them, or of numbers, !{i32 1, i32 2}.
function split_node(text, out,    n) {
	n = 0
	if (text ~ /^!\{i32 /)
		return split(substr(text, 7, length(text) - 7), out, /, i32 /)
	while (match(text, /!"[^"]*"/)) {
		out[++n] = substr(text, RSTART + 2, RLENGTH - 3)
		text = substr(text, RSTART + RLENGTH)
	}
	return n
}

# A string of PTX within a string of LLVM IR, in which \XX stands for a byte.
function ptx_string(text) {
	return ", \\22" text "\\22"
}
function put_pragma(kind, name, words) {
	print "module asm \".pragma \\22hsaemu." kind "\\22" ptx_string(substr(name, 2)) words ";\""
}

function value_kind(type, space) {
	if (type ~ /^image[0-9].*_t$/)
		return "image"
	if (type == "sampler_t")
		return "sampler"
	if (type !~ /\*$/)
		return "by_value"
	return space == 3 ? "dynamic_shared_pointer" : "global_buffer"
}

# Kernels whose names PTX cannot have are refused later.
function put_arguments(name,    count, k, words, spaces, accesses, types, bases, qualifiers, names, named) {
	count = split_node(node_of(name, "kernel_arg_addr_space"), spaces)
	split_node(node_of(name, "kernel_arg_access_qual"), accesses)
	split_node(node_of(name, "kernel_arg_type"), types)
	split_node(node_of(name, "kernel_arg_base_type"), bases)
	split_node(node_of(name, "kernel_arg_type_qual"), qualifiers)
	named = split_node(node_of(name, "kernel_arg_name"), names)
	for (k = 1; k <= count; k++) {
		words = ptx_string("value_kind=" value_kind(bases[k], spaces[k]))
		if (spaces[k] in SPACE)
			words = words ptx_string("address_space=" SPACE[spaces[k]])
		if (accesses[k] ~ /^(read|write)_/)
			words = words ptx_string("access=" accesses[k])
		if (qualifiers[k] ~ /(^| )const( |$)/)
			words = words ptx_string("is_const")
		if (qualifiers[k] ~ /(^| )volatile( |$)/)
			words = words ptx_string("is_volatile")
		if (qualifiers[k] ~ /(^| )restrict( |$)/)
			words = words ptx_string("is_restrict")
		words = words ptx_string("type=" types[k])
		if (named && names[k] != "")
			words = words ptx_string("name=" names[k])
		put_pragma("kernel_arg", name, ptx_string(k - 1) words)
	}
}

# OpenCL's name of the type in !{<4 x i32> undef, i32 1}, of which the number says whether it is signed.
function hinted_type(text,    count, type) {
	if (match(text, /<[0-9]+ x /))
		count = substr(text, RSTART + 1, RLENGTH - 4)
	match(text, /(i8|i16|i32|i64|half|float|double)[> ]/)
	type = substr(text, RSTART, RLENGTH - 1)
	if (type in INTEGER)
		type = (text ~ /, i32 0\}$/ ? "u" : "") INTEGER[type]
	return type count
}

function put_hints(name,    text, words, size) {
	text = node_of(name, "vec_type_hint")
	if (text != "" && hinted_type(text) != "")
		words = ptx_string("vec_type_hint=" hinted_type(text))
	if (split_node(node_of(name, "work_group_size_hint"), size) == 3 && size[1] * size[2] * size[3] != 0)
		words = words ptx_string("workgroup_size_hint=" size[1] "," size[2] "," size[3])
	if (attributes[group_of[name]] ~ /"uniform-work-group-size"="true"/)
		words = words ptx_string("uniform_work_groups")
	if (words != "")
		put_pragma("kernel", name, words)
}

function put_pragmas(    k) {
	split("global constant local generic", SPACE)
	INTEGER["i8"] = "char"
	INTEGER["i16"] = "short"
	INTEGER["i32"] = "int"
	INTEGER["i64"] = "long"
	for (k = 1; k <= kernel_total; k++) {
		if (index(kernel_names[k], "\""))
			continue
		put_arguments(kernel_names[k])
		put_hints(kernel_names[k])
	}
}
