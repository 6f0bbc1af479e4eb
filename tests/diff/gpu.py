#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: code for the host and machine code of a GPU must agree.

usage: gpu.py FIRST COUNT    hsa-run on PATH; writes seeds.hsail, host.run, gpu.run and NAME.bin

One batch of five has cross-lane operations. LLVM optimises every other one."""
import subprocess
import sys

from kernels import FUNCTIONS, ITEM_BYTES, Kernel

BATCH = 20  # kernels of one module
INPUT = 16384  # words
LIMIT = 600  # seconds for a batch


def is_defined(k):
    """Whether a GPU can run the kernel, and its results are defined: it has no recursive functions; no work-items
    that count in group memory and end before the barrier behind which others read that; and no operations across
    lanes where it is not known which lanes come together again."""
    if '&down' in k.text or (k.crosses_lanes and k.tangled):
        return False
    return not ('[%counts]' in k.text and '@EXIT;' in k.text)


def words(n):
    return (n + 63) // 64 * 64


def statements(kernels, level, ends):
    """The dispatches; `ends` is what comes after them for each buffer."""
    yield 'buffer in u32[%d] : random(1)\n' % INPUT
    yield 'image seeds.hsail %s\n' % level
    for k in kernels:
        items = k.items()
        yield 'buffer x%d u32[%d]\n' % (k.seed, words(items))
        yield 'buffer y%d u32[%d]\n' % (k.seed, words(items * ITEM_BYTES // 4))
        yield ('dispatch &k%d grid(%d, %d, %d) group(%d, %d, %d) args(in, x%d, y%d)\n'
               % ((k.seed,) + k.grid() + k.shape + (k.seed, k.seed)))
    for k in kernels:
        for b in 'xy':
            yield ends.replace('NAME', b + str(k.seed))


def run(path, *options):
    try:
        return subprocess.run(['hsa-run', *options, '--run', path], timeout=LIMIT).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def batch(seeds, level, crosses_lanes):
    kernels = [Kernel(s, crosses_lanes) for s in seeds]
    kernels = [k for k in kernels if is_defined(k)]
    with open('seeds.hsail', 'w') as f:
        f.write('module &m:1:0:$full:$large:$default;\n' + FUNCTIONS)
        f.writelines(k.text for k in kernels)
    with open('host.run', 'w') as f:
        f.writelines(statements(kernels, level, 'write NAME "NAME.bin"\n'))
    with open('gpu.run', 'w') as f:
        f.writelines(statements(kernels, level, 'check NAME : @"NAME.bin"\n'))
    return run('host.run') and run('gpu.run', '--deep=none')


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    bad = 0
    for n, start in enumerate(range(first, first + count, BATCH)):
        level = '-O1' if n % 2 == 1 else '-O0'
        seeds = range(start, min(start + BATCH, first + count))
        if not batch(seeds, level, n % 5 == 4):
            print('seeds from %d (%s): not the same' % (start, level), flush=True)
            bad += 1
    print('%d seeds from %d, %d batches with differences' % (count, first, bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
