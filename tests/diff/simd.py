#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: scalar code and vector code of every form must agree.

usage: simd.py [-s] FIRST COUNT FLAGS...    hsa-run on PATH; writes seeds.hsail and seeds.run

FLAGS are sets of hsail-fin's options; without -s every kernel is compiled with all of them, with it
with one of them in turn. One batch of ten is kernels with cross-lane operations, which scalar code has
not: its forms of vector code are compared. One of five is kernels whose work-items are numbered along y
or z, and so are the lanes of their vector code; and one of five is kernels whose vectors lie behind each
other. Most batches are -O1, with -s two of three: hsa-run asks for lines, and code of -O0 that has them
has the body for any group alone."""
import subprocess
import sys

from kernels import FUNCTIONS, ITEM_BYTES, Kernel

BATCH = 20  # kernels of one module
INPUT = 16384  # words
LIMIT = 600  # seconds for a batch


def words(n):
    return (n + 63) // 64 * 64


def dispatches(kernels, sets, level):
    """One image for each set of options. The first set's results are what the others have to give."""
    for n, flags in enumerate(sets):
        yield 'image seeds.hsail %s %s\n' % (level, flags)
        for k in kernels:
            name, first = 'o%d_%d' % (k.seed, n), 'o%d_0' % k.seed
            items = k.items()
            yield 'buffer %s u32[%d]\n' % (name, words(items))
            yield 'buffer s%s u32[%d]\n' % (name, words(items * ITEM_BYTES // 4))
            yield ('dispatch &k%d grid(%d, %d, %d) group(%d, %d, %d) args(in, %s, s%s)\n'
                   % ((k.seed,) + k.grid() + k.shape + (name, name)))
            if n > 0:
                yield 'check %s : each(%s[i])\n' % (name, first)
                yield 'check s%s : each(s%s[i])\n' % (name, first)


def batch(seeds, sets, level, crosses_lanes, across, stacked):
    kernels = [Kernel(s, crosses_lanes, across, stacked) for s in seeds]
    with open('seeds.hsail', 'w') as f:
        f.write('module &m:1:0:$full:$large:$default;\n' + FUNCTIONS)
        f.writelines(k.text for k in kernels)
    with open('seeds.run', 'w') as f:
        f.write('buffer in u32[%d] : random(1)\n' % INPUT)
        f.writelines(dispatches(kernels, sets, level))
    try:
        return subprocess.run(['hsa-run', '--run', 'seeds.run'], timeout=LIMIT).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main():
    args = sys.argv[1:]
    sample = args[0] == '-s'
    first, count, sets = int(args[sample]), int(args[sample + 1]), args[sample + 2:]
    bad = 0
    for start in range(first, first + count, BATCH):
        n = start // BATCH
        crosses_lanes = n % 10 == 9
        across = n % 5 == 3
        stacked = n % 5 == 2
        chosen = sets if not crosses_lanes else [s for s in sets if '--simd=off' not in s]
        if sample:
            chosen = [chosen[(n + k) % len(chosen)] for k in range(1 + crosses_lanes)]
        if across:
            chosen = ['%s --lanes-along=%s' % (s, d) for s in chosen
                      for d in ('yz' if not sample else 'yz'[n // 5 % 2])]
        if stacked:
            chosen = ['%s --stack=%s%s' % (s, p, ' --lanes-along=y' if p == 2 else '') for s in chosen
                      for p in ((2, 4, 8) if not sample else ((4, 8, 2, 4)[n // 5 % 4],))]
        if not crosses_lanes:
            chosen = ['--simd=off'] + chosen
        optimised = across or stacked or n % 4 == 1 if sample else n % 10 != 1
        level = '-O1' if optimised else '-O0'
        seeds = range(start, min(start + BATCH, first + count))
        if not batch(seeds, chosen, level, crosses_lanes, across, stacked):
            print('seeds from %d (%s; %s): not the same' % (start, level, ', '.join(chosen)),
                  flush=True)
            bad += 1
    print('%d seeds from %d, %d batches with differences' % (count, first, bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
