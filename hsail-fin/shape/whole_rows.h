/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole rows: sums of ids divided by a number of the group, as in `row = i / width; column = i %
 * width`. If the divisor is a multiple of the lanes, and lane 0 of each part has a number that is,
 * no part has the end of a row. One test where the group starts tells that for all of them
 * (docs/design/vector-code.md, "Whole rows"). */
#ifndef HSAEMU_FIN_WHOLE_ROWS_H
#define HSAEMU_FIN_WHOLE_ROWS_H

#include "shape/id_sums.h"

struct fin_whole_rows {
	/* registers that are linear without a risk where the test holds, with those that `sums`
	 * tests */
	struct fin_bits sure;
	bool some;
	/* whether nothing but divisions by registers has risky rows, so that all may be shorter
	 * than a part, and begin with it */
	bool may_be_even;
};

/* Finds these, of a kernel whose shapes for groups in rows are `s`. */
struct fin_whole_rows fin_whole_rows(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_id_sums *sums);

#endif
