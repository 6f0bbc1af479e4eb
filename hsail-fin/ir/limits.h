/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The numbers by which the finalizer decides and which no standard gives, with the measurements
 * that they come from. docs/design/vector-code.md, "Limits that keep compile time near linear",
 * tells why they are needed: LLVM's time grows faster than the code that it gets.
 *
 * INSTRUCTIONS are those of the finalizer's own form. WEIGHTS are what fin_llvm_weight() returns:
 * instructions of LLVM IR, and more for each block. */
#ifndef HSAEMU_FIN_LIMITS_H
#define HSAEMU_FIN_LIMITS_H

enum fin_limits {
	/* ---- functions in place of their calls (module/budget.c) ---- */
	/* Without a limit, a dozen functions that each call the one before four times would become
	 * millions of instructions. These limits keep bodies in proportion to the text. */
	FIN_LIMIT_SMALL_MODULE = 7000, /* INSTRUCTIONS that a module may always have */
	FIN_LIMIT_GROWTH = 3, /* INSTRUCTIONS that a larger one may have for each of its text */
	FIN_LIMIT_LARGE_FUNCTION = 500,
	FIN_LIMIT_CALL = 4,          /* INSTRUCTIONS that a call takes at least */
	FIN_LIMIT_NESTING = 1000,    /* bodies inlined in each other: inline.c is recursive */
	FIN_LIMIT_STAY_AT_ONCE = 64, /* each round chooses one of so many functions, and one more */
	/* How many targets of an indirect call are compared with its handle (promote_calls.c): each
	 * costs a branch and a body. */
	FIN_LIMIT_TARGETS = 16,

	/* ---- parts of a module (module/parts.c) ---- */
	/* Each part is decoded anew, which takes 0.5 % of the time of the whole module. A part of
	 * PART instructions takes LLVM some 0.3 s. */
	FIN_LIMIT_PART = 1000, /* INSTRUCTIONS of the text for each part, at least */
	FIN_LIMIT_PARTS = 16,

	/* ---- regions (regions/split_kernel.c, kernel/pieces.c, opt/remat.c) ---- */
	/* 10,000 generated instructions took LLVM 17 to 19 s as one function, and 4 s in pieces.
	 * Only kernels that are longer than two times CUT are cut. */
	FIN_LIMIT_CUT = 1000,        /* INSTRUCTIONS between two cuts at least */
	FIN_LIMIT_ONE_PIECE = 1500,  /* INSTRUCTIONS of a kernel up to which it is one function */
	FIN_LIMIT_PIECE = 800,       /* INSTRUCTIONS of each function of a larger kernel */
	FIN_LIMIT_REGION_START = 20, /* INSTRUCTIONS that the start of a region counts as */
	/* With 400 ifs that have a barrier each, the finalizer took gigabytes of memory without
	 * cuts, and 110 MB with them. So a kernel is cut, too, if its regions together have more
	 * blocks than OVERLAP times its own and OVERLAP_BLOCKS more. */
	FIN_LIMIT_OVERLAP = 4,
	FIN_LIMIT_OVERLAP_BLOCKS = 100,
	/* How many INSTRUCTIONS may be run to compute a register again behind a barrier. To store
	 * and load the register takes as long as these. */
	FIN_LIMIT_AGAIN = 8,
	/* How many regions get code for rows as well as code for any ids: a kernel with 800
	 * barriers took 2.8 s with both bodies, and 0.8 s with one. */
	FIN_LIMIT_REGIONS_TWO_BODIES = 200,

	/* ---- vector or scalar code (pipeline/choose_lanes.c, gang/vector_limits.c) ---- */
	/* Vector code is 3 to 6 times as long as scalar code where work-items hardly differ, and 20
	 * to 50 times where each has its own way. LLVM takes seconds only for the longest. So
	 * kernels of fewer INSTRUCTIONS than NO_TRIAL, and vector code of fewer WEIGHTS than
	 * TRIAL_VECTOR, are never too long. Vector code may be fewer times as long as scalar code
	 * where that has more WEIGHTS than TRIAL_SCALAR. */
	FIN_LIMIT_NO_TRIAL = 100,
	FIN_LIMIT_TRIAL_VECTOR = 100000,
	FIN_LIMIT_TRIAL_SCALAR = 12000,
	/* Limits that are tested on the graph alone: as vector code, 100 blocks run by the
	 * dispatcher, or switches of some hundred labels, took LLVM minutes. */
	FIN_LIMIT_DISPATCHED = 100,     /* blocks */
	FIN_LIMIT_LABELS_BY_LANE = 200, /* labels of switches on varying values */
	FIN_LIMIT_LABELS = 1000,        /* labels of switches on uniform values */
	FIN_LIMIT_LOOP_DEPTH = 64,

	/* ---- bodies of vector code (kernel/gang_kernel.c, pipeline/pipeline.c) ---- */
	/* Longer kernels have one part at a time, because two make LLVM's work twice as long. */
	FIN_LIMIT_TWO_PARTS = 1000, /* INSTRUCTIONS */
	/* So have kernels of which one part keeps more values at once: the values of two lie in
	 * memory then. With 16 and with 32 registers of vectors, loops that keep up to 20 were as
	 * fast with two parts or up to 1.9 times faster, and those that keep 26 to 42 up to 2 times
	 * slower. There are seven registers of masks. */
	FIN_LIMIT_PART_VECTORS = 24,
	FIN_LIMIT_PART_MASKS = 3,
	/* Loops down columns have four parts, in shorter kernels that keep no more in each. */
	FIN_LIMIT_FOUR_PARTS = 150,    /* INSTRUCTIONS */
	FIN_LIMIT_QUARTER_VECTORS = 7, /* half of it where there are 16 registers */
	/* Longer kernels with barriers have no gangs of half as many lanes, of which each region
	 * would have its own. */
	FIN_LIMIT_NARROW = 400,        /* INSTRUCTIONS */
	FIN_LIMIT_SKIP_BARRIERS = 256, /* INSTRUCTIONS: there is code for several rows, too */
	/* Longer kernels do not gain from loops over rows, where ids take 20 instructions less. */
	FIN_LIMIT_ROW_BY_ROW = 256, /* INSTRUCTIONS */
	/* In shorter rows, the masked gang before the first line's end costs what is gained. */
	FIN_LIMIT_ALIGNED_ROW = 128, /* WORK-ITEMS */
	/* Stacked parts are a body more, of several parts. */
	FIN_LIMIT_STACK = 300, /* INSTRUCTIONS */
	/* A product of matrices with 16 sums in each work-item takes as long with two parts as with
	 * four, but LLVM takes twice as long for four. */
	FIN_LIMIT_STACK_CARRIED = 8, /* vectors from one iteration to the next, in each part */
	/* Modules of more kernels have no NARROW bodies: with these, three quarters of a small
	 * kernel's code were for work-groups of odd sizes. */
	FIN_LIMIT_KERNELS = 64,
	/* Scalar code that has to run as waves gets as few lanes as this, unless it is long. */
	FIN_LIMIT_FEWEST_LANES = 4,
	FIN_LIMIT_FEW_LANES = 1000, /* INSTRUCTIONS from which such code is long */

	FIN_LIMIT_ORS = 6, /* depth to which it is looked for bits that are zero (shape/ors.c) */

	/* ---- loops in line (shape/align.c) ---- */
	/* Such loops are there twice, so only small ones are. */
	FIN_LIMIT_ALIGNED = 100,       /* INSTRUCTIONS */
	FIN_LIMIT_ALIGNED_BLOCKS = 16, /* blocks */
	FIN_LIMIT_UNROLLED = 24,       /* INSTRUCTIONS of a loop along rows (shape/unroll_rows.c) */
	/* How many iterations lanes may wait for others: 4 more than the longest lane has. */
	FIN_LIMIT_WAIT_UNKNOWN = 4,
	FIN_LIMIT_WAIT = 256,
	/* Processors with fewer lanes have no masked accesses: a convolution took 0.85 ms with
	 * copies and 0.76 without. */
	FIN_LIMIT_LANES_APART = 8,

	/* ---- masks (gang/gang_flow.c, gang/gang_dispatch.c) ---- */
	/* A jump over a block where no lane is on costs as much as four plain instructions, so a
	 * block of no more runs without a jump; one that only finds a condition may have more. But
	 * after LIGHT_RUN instructions of such blocks in a row there is a jump, because LLVM's
	 * instruction selection takes the square of a block's length. */
	FIN_LIMIT_LIGHT_BLOCK = 4,
	FIN_LIMIT_LIGHT_TEST = 12,
	FIN_LIMIT_LIGHT_CHAIN = 5,
	FIN_LIMIT_LIGHT_RUN = 96,
	/* INSTRUCTIONS, times parts, up to which code has a copy without masks for whole waves. */
	FIN_LIMIT_WHOLE_COPY = 1024,
	/* How many values times blocks a dispatcher's loop may have: a value in a register needs a
	 * phi at each block. In larger loops values stay in memory. */
	FIN_LIMIT_DISPATCH_COPIES = 8192,

	/* ---- accesses (gang/gang_mem.c, gang/gang_scatter.c) ---- */
	/* 827 stores of a hash took LLVM 41 s as straight code, and 0.8 s as calls. */
	FIN_LIMIT_VARYING_ACCESSES = 64,
	FIN_LIMIT_STRIDED_ACCESSES = 256,
	/* so many definitions are looked at to find that what widened a sum is narrowed again */
	FIN_LIMIT_HALF = 8,
	FIN_LIMIT_STRIDE = 4,        /* vectors that may be loaded to pick one's elements from */
	FIN_LIMIT_SCATTER_LANES = 4, /* so few stores, one by one, are as fast as a scatter */
	/* A counter's address, load, sum and store are that many instructions (opt/counters.c), and
	 * its address is made of that many that depend on each other. */
	FIN_LIMIT_COUNTER = 24,
	FIN_LIMIT_COUNTER_DEPTH = 8,
	/* An island has so many instructions besides loads and lies among so many (gang/islands.c):
	 * what takes longer is better done as vectors. */
	FIN_LIMIT_ISLAND = 8,
	FIN_LIMIT_ISLAND_SPAN = 32,
	FIN_LIMIT_GATHER_LANES = 4, /* so few loads, one by one, are as fast as a gather */

	/* ---- groups that run as one (shape/alike_groups.c) ---- */
	/* A call of an entry takes 13 ns, which is 3 us at 16 lanes for so many INSTRUCTIONS. */
	FIN_LIMIT_TILE_INSTRUCTIONS = 1 << 18, /* INSTRUCTIONS of all work-items together */
	FIN_LIMIT_TILE_WITH_LOOPS = 256,       /* work-items of a kernel that has loops */

	/* ---- stores past the caches (shape/streams.c) ---- */
	FIN_LIMIT_STREAM = 100, /* INSTRUCTIONS of a kernel that waits for memory, at most */

	/* ---- outlined instructions (gang/outline_worth.c) ---- */
	/* 400 sines, roots, logarithms and powers took LLVM 3 to 5 s, and 0.1 s outlined. */
	FIN_LIMIT_OUTLINE_CANDIDATES = 32, /* instructions that could be outlined, at least */
	FIN_LIMIT_OUTLINE_WORTH = 192,     /* sum over those that would be, at least */
	FIN_LIMIT_OUTLINE_LENGTH = 75,     /* instructions of the function in LLVM IR, at least */
	/* What an instruction that becomes a call counts toward WORTH: 1, TIMES if the function has
	 * LONG instructions or more, or TIMES_IN_TURN if it goes lane by lane. */
	FIN_LIMIT_OUTLINE_LONG = 92,
	FIN_LIMIT_OUTLINE_TIMES = 3,
	FIN_LIMIT_OUTLINE_TIMES_IN_TURN = 6,
	FIN_LIMIT_OUTLINE_ALIKE = 4,      /* instructions that share a function, at least */
	FIN_LIMIT_OUTLINE_CONVERSION = 8, /* instructions that a conversion becomes */

	/* ---- what LLVM gets (llvm/) ---- */
	/* A sort of 4,011 lines took LLVM 86 s with phis at joins of hundreds of edges, and 7 s
	 * without. */
	FIN_LIMIT_PHI_WAYS = 64,
	FIN_LIMIT_BLOCK_WEIGHT = 20, /* a block takes LLVM as long as so many instructions */
	/* LLVM's selection and scheduling take more than linear time in the length of a block. So
	 * blocks of more instructions of LLVM IR than LLVM_BLOCK are cut into pieces. */
	FIN_LIMIT_LLVM_BLOCK = 1500,
	FIN_LIMIT_LLVM_PIECE = 150,
	/* LLVM's passes over loops express how often each runs in terms of all before it. A
	 * module with a function of more instructions of LLVM IR, or of more loops, gets the passes
	 * of -O1. */
	FIN_LIMIT_LLVM_LARGE = 20000,
	FIN_LIMIT_LLVM_LOOPS = 128,
	/* A module of more instructions in all does without unrolling loops and without counting
	 * them in the width of addresses: that took a third of the time of k-means, and its speed
	 * and that of AMD's and Rodinia's kernels is the same. The loop is most of a sparse matrix
	 * product in scalar code, which takes 1.1 to 1.4 times as long without. */
	FIN_LIMIT_LLVM_SHORT = 1500,
	FIN_LIMIT_LLVM_LABELS = 5000,  /* register coalescing takes quadratic time in labels */
	FIN_LIMIT_LLVM_SELECTS = 2000, /* instcombine looks around each select */
};

#endif
