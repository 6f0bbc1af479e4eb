# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# "Did you mean": prints which of the words on standard input the environment's `word` is closest to, by the rule of
# include/hsaemu/similar.h, or nothing. Run it with LC_ALL=C: distances are of bytes.
function distance(a, b,    i, j, d, best) {
	for (j = 0; j <= length(b); j++)
		d[0, j] = j
	for (i = 1; i <= length(a); i++) {
		d[i, 0] = i
		for (j = 1; j <= length(b); j++) {
			best = d[i - 1, j - 1] + (substr(a, i, 1) != substr(b, j, 1))
			if (d[i - 1, j] + 1 < best)
				best = d[i - 1, j] + 1
			if (d[i, j - 1] + 1 < best)
				best = d[i, j - 1] + 1
			if (i > 1 && j > 1 && substr(a, i - 1, 2) == substr(b, j, 1) substr(b, j - 1, 1) && d[i - 2, j - 2] + 1 < best)
				best = d[i - 2, j - 2] + 1
			d[i, j] = best
		}
	}
	return d[length(a), length(b)]
}
BEGIN {
	word = ENVIRON["word"]
	n = length(word)
	farthest = n < 3 ? 1 : n < 6 ? 2 : n < 200 ? int(n / 3) + 1 : 1
}
farthest > 1 {
	d = distance(word, $0)
	if (d < farthest && d < n) {
		farthest = d
		best = $0
	}
}
END { printf "%s", best }
