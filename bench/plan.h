/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plan of what is compared, and the rows of results. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "suite.h"

enum column {
#define COLUMN(id, name, kind, variant, usable) COLUMN_##id,
#include "columns.def"
	COLUMN_COUNT,
};

enum column_kind {
	KIND_IMAGE,   /* our tools with --simd=NAME */
	KIND_LOOPS,   /* C loops by a compiler, OpenMP when there are threads */
	KIND_OPENCL,  /* bench/opencl/NAME.cl on PoCL */
	KIND_GCCBRIG, /* the same BRIG by GCC's front end and libhsail-rt; one thread */
	KIND_COUNT,
};

/* In what a column differs from the plain one of its kind. Only plain ones are what ratios to the
 * kind are made of. */
enum column_variant {
	VARIANT_PLAIN,
	VARIANT_MVEC,    /* loops: functions of math.h of vectors, from glibc's libmvec, to 4 ulp */
	VARIANT_ASSOC,   /* loops: sums may be reordered, -fassociative-math */
	VARIANT_ISPC,    /* loops: by ispc, of the suite with its examples only */
	VARIANT_BATCHED, /* OpenCL: launches are enqueued together and waited for once */
	VARIANT_PROFILE, /* our tools: hsail-fin --profile */
	VARIANT_TIMEOUT, /* our tools: hsail-fin --preempt=timeout */
};

const char *column_name(enum column column);
enum column_variant column_variant(enum column column);
enum column_kind column_kind(enum column column);
/* Whether this processor can run it, and it is measured by default. */
bool column_usable(enum column column);

enum {
	PLAN_MAX_REPEAT = 101,
	PLAN_MAX_THREAD_COUNTS = 16,
	PLAN_TEXT = 256,
	PLAN_FOLDER = 1024,
	PLAN_PATH = 4096
};

enum plan_language {
	LANGUAGE_OPENCL,
	LANGUAGE_CUDA,
};

struct plan {
	const char *top;             /* the source tree */
	const char *source;          /* folder of the original benchmarks; NULL: our own kernels */
	enum plan_language language; /* of the kernels in it */
	const char *cpu;             /* -mcpu of hsail-fin */
	char bin[PLAN_FOLDER];       /* our tools; the libraries are in ../bench */
	char work[PLAN_FOLDER];      /* temporary folder */
	bool column[COLUMN_COUNT];
	bool *cases; /* by index */
	unsigned thread_counts[PLAN_MAX_THREAD_COUNTS];
	size_t thread_count_count;
	bool sizes[SUITE_SIZE_COUNT];
	bool growth;            /* finalize generated kernels, too */
	unsigned finalize_runs; /* of which the least is taken */
	unsigned repeat;        /* samples of which minimum and median are taken */
	bool medians;           /* print those of all rows, not of noisy ones only */
	double least_ms;        /* a sample runs the case for at least so long */
	unsigned patience_s;    /* seconds of silence until a column is given up */
};

struct cell {
	double cpu_ms[PLAN_MAX_REPEAT], wall_ms[PLAN_MAX_REPEAT];
	size_t samples;     /* 0: see `why` */
	double finalize_ms; /* CPU time of hsail-fin for the case's file, KIND_IMAGE only */
	char why[PLAN_TEXT];
};

/* The results of one case, size and number of threads. */
struct row {
	size_t index; /* into suite_cases */
	enum suite_size size;
	unsigned threads;
	bool partial;           /* a signal ended it before all samples were taken */
	struct suite_work work; /* all 0 when the case does not say */
	double triad_gbs;       /* what triad moves, in as many bytes, with as many threads */
	struct cell cells[COLUMN_COUNT];
};

/* Returns whether the row's case can have a time in that column. */
bool row_has(const struct row *row, enum column column);

/* What stands for the samples of a cell. What else runs on the machine only ever makes a sample
 * longer, so that minima are what ratios are made of; medians show what they hide. */
enum statistic {
	STATISTIC_LEAST,
	STATISTIC_MEDIAN,
};
double bench_statistic(const double *v, size_t n, enum statistic statistic);
/* Returns the CPU time for one thread, the wall time for more, 0 when there is none. */
double cell_ms(const struct row *row, enum column column, enum statistic statistic);
/* Returns by what part of its minimum a cell's median is larger, 0 with less than two samples. */
double cell_noise(const struct row *row, enum column column);
/* Returns the column with the largest noise if that makes the row a noisy one, else
 * COLUMN_COUNT. */
enum column row_noisy(const struct row *row);
/* Returns the least time of the C loops of this variant, 0 when there is none. */
double row_loops_ms(const struct row *row, enum column_variant variant, enum statistic statistic);
/* Returns the last of our columns that has a time, COLUMN_COUNT when none has. */
enum column row_subject(const struct row *row);

#endif
