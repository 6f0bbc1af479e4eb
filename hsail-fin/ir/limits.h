/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the finalizer decides by a number that no standard gives, and what it was measured by.
 * docs/design/vector-code.md, "Limits that keep compile time near linear", tells why they are
 * needed: LLVM's time grows faster than the code that it gets.
 *
 * INSTRUCTIONS are those of the finalizer's own form, WEIGHTS are fin_llvm_weight()'s: instructions
 * of LLVM IR, and more for each block. */
#ifndef HSAEMU_FIN_LIMITS_H
#define HSAEMU_FIN_LIMITS_H

enum fin_limits {
	/* ---- functions in place of their calls (module/budget.c) ---- */
	/* A dozen functions that each call the one before four times would be millions of
	 * instructions: with these, bodies stay in proportion to the text. */
	FIN_LIMIT_SMALL_MODULE = 7000, /* INSTRUCTIONS that there may be in any case */
	FIN_LIMIT_GROWTH = 3,          /* and times those of the text */
	FIN_LIMIT_LARGE_FUNCTION = 500,
	FIN_LIMIT_CALL = 4,          /* INSTRUCTIONS that a call takes at least */
	FIN_LIMIT_NESTING = 1000,    /* of functions put in place: inline.c calls itself */
	FIN_LIMIT_STAY_AT_ONCE = 64, /* one of so many functions per round */
	/* Targets of an indirect call that are compared before it (promote_calls.c): each is a
	 * branch and a body. */
	FIN_LIMIT_TARGETS = 16,

	/* ---- regions (regions/split_kernel.c, kernel/pieces.c, opt/remat.c) ---- */
	/* 10,000 generated instructions took 17 to 19 s as one function, 4 s in pieces. */
	FIN_LIMIT_CUT = 1000, /* INSTRUCTIONS between two cuts at least; twice that are not cut */
	FIN_LIMIT_ONE_PIECE = 1500,  /* INSTRUCTIONS of a kernel that is one function */
	FIN_LIMIT_PIECE = 800,       /* and of a function of a larger one */
	FIN_LIMIT_REGION_START = 20, /* INSTRUCTIONS that a region's begin counts */
	/* Behind 400 ifs with a barrier each, memory came to gigabytes, and 110 MB with cuts. */
	FIN_LIMIT_OVERLAP = 4,          /* regions that a block is in, on the average */
	FIN_LIMIT_OVERLAP_BLOCKS = 100, /* and so many blocks more */
	/* Instructions to compute a register again behind a barrier: a load and a store of it
	 * take as long. */
	FIN_LIMIT_AGAIN = 8,
	/* Where 800 barriers took 2.8 s with bodies for rows and for any ids, 0.8 s with one. */
	FIN_LIMIT_REGIONS_TWO_BODIES = 200,

	/* ---- vector or scalar code (pipeline/choose_lanes.c, gang/vector_limits.c) ---- */
	/* Vector code is 3 to 6 times as long where work-items hardly differ, and 20 to 50 times
	 * where each has its own way: LLVM takes seconds for the larger ones only. */
	FIN_LIMIT_NO_TRIAL = 100,        /* INSTRUCTIONS below which length is not asked */
	FIN_LIMIT_TRIAL_VECTOR = 100000, /* WEIGHTS of vector code that is always taken */
	FIN_LIMIT_TRIAL_SCALAR = 12000,  /* of scalar code that is large itself */
	/* What follows from the graph alone: 100 blocks by the dispatcher and switches of some
	 * hundred labels took minutes as vector code. */
	FIN_LIMIT_DISPATCHED = 100,     /* blocks */
	FIN_LIMIT_LABELS_BY_LANE = 200, /* of a switch on a varying value */
	FIN_LIMIT_LABELS = 1000,        /* of one on a uniform value */
	FIN_LIMIT_LOOP_DEPTH = 64,

	/* ---- bodies of vector code (kernel/gang_kernel.c, pipeline/pipeline.c) ---- */
	/* Above, the machine's registers do not hold the values of two parts. */
	FIN_LIMIT_TWO_PARTS = 1000, /* INSTRUCTIONS */
	/* In modules of more kernels, three quarters of a small kernel's code were for groups of
	 * odd sizes. */
	FIN_LIMIT_KERNELS = 64,
	/* Scalar code that has to run as waves: as few lanes as this, unless it is so long. */
	FIN_LIMIT_FEWEST_LANES = 4,
	FIN_LIMIT_FEW_LANES = 1000, /* INSTRUCTIONS */

	/* ---- masks (gang/gang_flow.c, gang/gang_dispatch.c) ---- */
	/* A jump over a block where no lane is on costs as much as four plain instructions; and
	 * LLVM's instruction selection takes the square of a block's length. */
	FIN_LIMIT_LIGHT_BLOCK = 4,
	FIN_LIMIT_LIGHT_RUN = 16, /* blocks */
	/* A copy of the code without masks, for waves that are whole. */
	FIN_LIMIT_WHOLE_COPY = 1024, /* INSTRUCTIONS, times parts */
	/* Values in registers at every block of a dispatcher's loop. */
	FIN_LIMIT_DISPATCH_COPIES = 8192,

	/* ---- accesses (gang/gang_mem.c, gang/gang_scatter.c) ---- */
	/* 827 stores of a hash took LLVM 41 s, and 0.8 s as calls. */
	FIN_LIMIT_VARYING_ACCESSES = 64,
	FIN_LIMIT_STRIDED_ACCESSES = 256,
	FIN_LIMIT_STRIDE = 4, /* vectors that are loaded for one of elements picked from them */
	FIN_LIMIT_SCATTER_LANES = 4, /* stores one by one take as long as a scatter of all */
	FIN_LIMIT_GATHER_LANES = 4,  /* a gather of so few is no faster */

	/* ---- outlined instructions (gang/outline_worth.c) ---- */
	/* 400 sines, roots, logarithms and powers took 3 to 5 s, and 0.1 s outlined. */
	FIN_LIMIT_OUTLINE_CANDIDATES = 32,
	FIN_LIMIT_OUTLINE_WORTH = 192,
	FIN_LIMIT_OUTLINE_LENGTH = 75,       /* instructions of LLVM IR */
	FIN_LIMIT_OUTLINE_LONG = 92,         /* worth so many times as much, */
	FIN_LIMIT_OUTLINE_TIMES = 3,         /* than one that is shorter, */
	FIN_LIMIT_OUTLINE_TIMES_IN_TURN = 6, /* or done lane by lane */
	FIN_LIMIT_OUTLINE_ALIKE = 4,         /* instructions that are alike */
	FIN_LIMIT_OUTLINE_CONVERSION = 8,    /* instructions that a conversion becomes */

	/* ---- what LLVM gets (llvm/) ---- */
	/* A sort of 4,011 lines took 86 s with phis at joins of hundreds of ways, 7 s without. */
	FIN_LIMIT_PHI_WAYS = 64,
	FIN_LIMIT_BLOCK_WEIGHT = 20, /* instructions that take LLVM as long as a block does */
	/* Selection and scheduling look at a block at a time. */
	FIN_LIMIT_LLVM_BLOCK = 1500, /* instructions of LLVM IR of a block that is cut */
	FIN_LIMIT_LLVM_PIECE = 150,  /* into blocks of so many */
	/* Passes over loops tell each in terms of all before it: above, -O1. */
	FIN_LIMIT_LLVM_LARGE = 20000, /* WEIGHTS */
	FIN_LIMIT_LLVM_LOOPS = 128,
	FIN_LIMIT_LLVM_LABELS = 5000,  /* register coalescing takes quadratic time in them */
	FIN_LIMIT_LLVM_SELECTS = 2000, /* instcombine looks around each */
};

#endif
