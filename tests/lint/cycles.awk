# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds knots of objects that need each other: awk -v build=build/release/ -f cycles.awk cycles NM, where NM is
# what `nm -A -P` says of all objects. A knot is a set of objects in which a way leads from each to each other
# when an arrow goes from who uses a symbol to who defines it: a strongly connected component, by Tarjan's
# algorithm. The table `cycles` has the bounds.
FNR == NR && /^[^#]/ { folder[++folders] = $1; bound[$1] = $2; next }
FNR == NR { next }
{
	object = $1
	sub(/:$/, "", object)
	if (index(object, build) == 1)
		object = substr(object, length(build) + 1)
	if (!(object in known)) {
		known[object] = 1
		name[++objects] = object
	}
	if ($3 == "U")
		use[++uses] = object " " $2
	else if ($3 ~ /^[A-Z]$/ && !($2 in definer))
		definer[$2] = object
}

function connect(   i, part, to) {
	for (i = 1; i <= uses; i++) {
		split(use[i], part, " ")
		if (!(part[2] in definer) || definer[part[2]] == part[1])
			continue
		to = definer[part[2]]
		if (!((part[1], to) in symbols))
			arrow[part[1], ++arrows[part[1]]] = to
		symbols[part[1], to] = symbols[part[1], to] " " part[2]
	}
}

# Numbers objects as they are met; `low` is the least number to which a way leads back.
function visit(from,   i, to) {
	number[from] = low[from] = ++numbers
	stack[++depth] = from
	waits[from] = 1
	for (i = 1; i <= arrows[from]; i++) {
		to = arrow[from, i]
		if (index(to, within) != 1)
			continue
		if (!(to in number)) {
			visit(to)
			if (low[to] < low[from])
				low[from] = low[to]
		} else if (waits[to] && number[to] < low[from])
			low[from] = number[to]
	}
	if (low[from] == number[from])
		close_knot(from)
}

function close_knot(first,   i, k, n, from, to, member, list) {
	do {
		list[++n] = stack[depth--]
		waits[list[n]] = 0
		member[list[n]] = 1
	} while (list[n] != first)
	if (n <= bound[folder[row]])
		return
	print folder[row] ": " n " files need each other, at most " bound[folder[row]] " may:"
	for (i = n; i > 0; i--) {
		from = list[i]
		for (k = 1; k <= arrows[from]; k++) {
			to = arrow[from, k]
			if (to in member)
				print "  " from " needs " to ":" symbols[from, to]
		}
	}
}

function forget(   o) {
	for (o in number)
		delete number[o]
	numbers = depth = 0
}

END {
	connect()
	for (row = 1; row <= folders; row++) {
		forget()
		within = folder[row] "/"
		found = 0
		for (o = 1; o <= objects; o++)
			if (index(name[o], within) == 1) {
				found = 1
				if (!(name[o] in number))
					visit(name[o])
			}
		if (!found)
			print "tests/lint/cycles: there are no objects in " folder[row]
	}
}
