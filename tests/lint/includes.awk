# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks .d files against the table `includes`: awk -f includes.awk includes x.d ...
# -v build=build/release/ is cut from the names of objects.
FNR == NR && /^=/ { for (i = 2; i <= NF; i++) group[substr($1, 2)] = group[substr($1, 2)] " " $i; next }
FNR == NR && /^\+/ { within[substr($1, 2)] = " " $0 " "; next }
FNR == NR && /^[^#]/ { forbidden[$1] = $2; for (i = 3; i <= NF; i++) groups[$1] = groups[$1] " " $i; next }
FNR == NR { next }

function folder_of(file,   f, best) {
	for (f in forbidden)
		if (index(file, f "/") == 1 && length(f) > length(best))
			best = f
	return best
}

function allowed(folder, header,   n, i, m, k, g, h) {
	n = split(groups[folder], g, " ")
	for (i = 1; i <= n; i++) {
		m = split(group[g[i]], h, " ")
		for (k = 1; k <= m; k++)
			if (h[k] == header)
				return 1
	}
	return 0
}

# A folder with sub-folders is all of them, with bounds between them: see the lines with + of the table.
function sub_folder(file,   s) {
	s = file
	sub(/\/[^\/]*$/, "", s)
	return s
}

function check_within(file, folder, dep,   from, to) {
	from = sub_folder(file)
	to = sub_folder(dep)
	if (from == folder || to == from)
		return
	sub(".*/", "", to)
	if (!(from in within) || index(within[from], " " to " ") == 0)
		print file ": may not see " dep
}

# Folders beside each other may see what a line with + says, too.
function is_beside(folder, dep,   to) {
	to = sub_folder(dep)
	sub(/.*\//, "", to)
	return folder in within && index(within[folder], " " to " ") && sub_folder(sub_folder(dep)) == sub_folder(folder)
}

function check(file, folder, dep,   header) {
	if (dep ~ /^include\/hsaemu\//) {
		header = dep
		sub(/^include\/hsaemu\//, "", header)
		sub(/\.(h|def)$/, "", header)
		if (!allowed(folder, header))
			print file ": may not see " dep
	} else if (dep ~ /^\//) {
		if (dep ~ "/(" forbidden[folder] ")(/|\\.h$)" && dep !~ /linux\/elf|sys\//)
			print file ": may not see " dep
	} else if (index(dep, folder "/") == 1) {
		if (dep != file)
			check_within(file, folder, dep)
	} else if (index(dep, build folder "/") != 1 && !is_beside(folder, dep)) {
		print file ": may not see " dep
	}
}

FNR == 1 { file = FILENAME; sub("^" build, "", file); sub(/\.d$/, ".c", file); folder = folder_of(file); done = 0 }
folder == "" || done { next }
/^[^ ].*:$/ { done = 1; next }
{
	for (i = 1; i <= NF; i++)
		if ($i != "\\" && $i !~ /:$/)
			check(file, folder, $i)
}
