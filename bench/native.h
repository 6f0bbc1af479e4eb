/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of C loops that each of the libraries loops-*.so holds (native.c): the reference of the
 * tests and the yardstick of the bench. */
#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H

#include <stddef.h>
#include <stdint.h>

/* hotspot's cells: capacity, resistances, step of time */
struct rodinia_chip {
	float cap, rx, ry, rz, step;
};
/* hotspot3D's weights of a cell's neighbours, of itself and of its power */
struct rodinia_weights {
	float east, west, north, south, top, bottom, centre, step;
};
/* srad's differences of pixels to their neighbours, and coefficients */
struct rodinia_srad {
	float *north, *south, *east, *west, *c;
};
/* streamcluster's points, as its kernel has them: weight, centre, weighted distance to it */
struct rodinia_point {
	float weight;
	int64_t assign;
	float cost;
};
struct rodinia_points {
	size_t count, dimensions;
	float *coord; /* all points' first, all points' second, ... */
	struct rodinia_point *points;
};

struct native_loops {
#define LOOP(result, name, parameters) result(*name) parameters;
#include "native.def"
};

/* These lines declare the loops of suites, which are in files of their own. */
#define LOOP(result, name, parameters) result name parameters;
#include "amd/loops.def"
#include "ispc/loops.def"
#include "rodinia/loops.def"
#undef LOOP

extern const struct native_loops native_loops; /* the libraries' only symbol */

#endif
