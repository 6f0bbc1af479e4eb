#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that know x ids alone and go down the columns of matrices: scalar code and vector code
of every level must agree. Their gangs have several parts beside each other in a row, which share
indices, tests of sums that wrap, and addresses.

usage: columns.py FIRST COUNT FLAGS...    hsa-run on PATH; writes columns.hsail and columns.run

FLAGS are sets of hsail-fin's options, each of which every kernel is compiled with."""
import random
import subprocess
import sys

BATCH = 20  # kernels of one module
RING = 4096  # elements, of which an index has the lowest 12 bits
INPUT = RING + 3072  # words
WIDTH = 512  # elements of a row of the matrix that a kernel writes
ROWS = 16
GROUPS = [1, 5, 16, 20, 32, 33, 64, 100, 128, 256]
TYPES = ['u8', 's8', 'u16', 's16', 'u32', 'u32', 'u32']


class Kernel:
    """$s0 is the work-item's x id, $s1-$s6 data, $s20-$s29 scratch; $d0 and $d1 the input and the matrix, $d2 the
    result's place; registers from $s40 and $d40 on are made as they are needed."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.lines = []
        self.next = 40
        self.labels = 0
        self.depth = 0
        self.grid = self.r.choice([self.r.randrange(1, 80), self.r.randrange(1, 400)])
        self.group = self.r.choice(GROUPS)
        self.regs = ['$s%d' % k for k in range(1, 7)]
        self.text = self.make()

    def emit(self, *lines):
        self.lines.extend('\t' + line for line in lines)

    def place(self, label):
        self.lines.append(label + ':')

    def label(self):
        self.labels += 1
        return '@L%d' % self.labels

    def new(self, kind='s'):
        self.next += 1
        return '$%s%d' % (kind, self.next)

    def reg(self):
        return self.r.choice(self.regs)

    # ---- what a work-item computes

    def ids(self):
        """Numbers made of ids: some go on from vector to vector, some begin again."""
        d = self.reg()
        self.emit(*self.r.choice([
            ['add_u32 %s, %s, $s0;' % (d, d)], ['mad_u32 %s, $s0, %d, %s;' % (d, self.r.randrange(9), d)],
            ['and_b32 $s20, $s0, %d;' % self.r.choice([1, 7, 15, 16, 31, 48, 63]), 'add_u32 %s, %s, $s20;' % (d, d)],
            ['shr_u32 $s20, $s0, %d;' % self.r.randrange(7), 'xor_b32 %s, %s, $s20;' % (d, d)],
            ['rem_u32 $s20, $s0, %d;' % self.r.randrange(1, 70), 'add_u32 %s, %s, $s20;' % (d, d)],
            ['div_u32 $s20, $s0, %d;' % self.r.randrange(1, 70), 'add_u32 %s, %s, $s20;' % (d, d)],
            ['shl_u32 $s20, $s0, %d;' % self.r.randrange(20, 32), 'shr_s32 $s20, $s20, %d;' % self.r.randrange(20, 32),
             'sub_u32 %s, %s, $s20;' % (d, d)],
            ['not_b32 $s20, $s0;', 'cvt_s64_s32 $d20, $s20;', 'shr_u64 $d20, $d20, 30;', 'cvt_u32_u64 $s20, $d20;',
             'xor_b32 %s, %s, $s20;' % (d, d)]]))

    def mix(self):
        d, a, b = self.reg(), self.reg(), self.reg()
        self.emit(self.r.choice(['add_u32 %s, %s, %s;', 'xor_b32 %s, %s, %s;', 'mul_u32 %s, %s, %s;',
                                 'max_s32 %s, %s, %s;', 'sub_u32 %s, %s, %s;']) % (d, a, b))

    def floats(self):
        """A product of what work-items may have in common is added or taken away."""
        d, sign = self.reg(), self.r.choice(['neg_f32 $s20, $s20;', 'abs_f32 $s20, $s20;'])
        self.emit('ld_global_u16 $s20, [$d0 + %d];' % self.r.randrange(0, 64, 2), 'cvt_f32_u32 $s20, $s20;', sign,
                  'and_b32 $s21, %s, 255;' % self.reg(), 'cvt_f32_u32 $s21, $s21;', 'cvt_f32_u16 $s22, %s;' % self.reg(),
                  'fma_f32 $s22, $s20, $s21, $s22;', 'mov_b32 %s, $s22;' % d)

    def load_common(self, row):
        self.emit('and_b32 $s20, %s, 255;' % row, 'cvt_u64_u32 $d20, $s20;', 'mad_u64 $d20, $d20, 4, $d0;',
                  'ld_global_u32 $s20, [$d20];', self.r.choice(['add_u32', 'mul_u32', 'xor_b32']) +
                  ' %s, %s, $s20;' % ((self.reg(),) * 2))

    # ---- loops

    def guarded(self, body):
        """Runs the body for some work-items."""
        after = self.label()
        self.emit(*self.r.choice([
            ['cmp_ge_b1_%s $c1, $s0, %d;' % (self.r.choice(['u32', 's32']), self.r.randrange(1, 400))],
            ['cmp_lt_b1_u32 $c1, $s0, %d;' % self.r.randrange(1, 90)],
            ['ld_kernarg_u32 $s20, [%n];', 'cmp_ge_b1_s32 $c1, $s0, $s20;'],
            ['sub_u32 $s20, $s0, %d;' % self.r.randrange(1, 40), 'cmp_gt_b1_u32 $c1, $s20, %d;' % self.r.randrange(300)],
            ['and_b32 $s20, %s, %d;' % (self.reg(), self.r.choice([1, 3, 16])), 'cmp_eq_b1_u32 $c1, $s20, 0;']]))
        self.emit('cbr_b1 $c1, %s;' % after)
        body()
        self.place(after)

    def first_index(self, d):
        """Mostly the id; also what begins again in the next vector, or is one for each."""
        n = self.r.choice([1, 4, 15, 16, 31, 32, 48, 63, 64, 100])
        return self.r.choice([
            ['mov_b32 %s, $s0;' % d], ['mov_b32 %s, $s0;' % d], ['mul_u32 %s, $s0, %d;' % (d, self.r.choice([1, 1, 2, 3]))],
            ['and_b32 %s, $s0, %d;' % (d, n)], ['shr_u32 %s, $s0, %d;' % (d, self.r.randrange(7))],
            ['rem_u32 %s, $s0, %d;' % (d, n)], ['div_u32 %s, $s0, %d;' % (d, n)],
            ['shl_u32 %s, $s0, 26;' % d, 'shr_u32 %s, %s, 26;' % (d, d)],
            ['and_b32 $s20, $s0, 0xfffffff0;', 'and_b32 %s, $s0, 15;' % d, 'add_u32 %s, %s, $s20;' % (d, d)]])

    def column(self, row):
        """The index of a column's first element, the instructions that take it to the next row, and those that make
        an address of it."""
        width = self.r.choice([1, 16, 100, 128, 256, 300, RING - 1, RING - 16, RING - 33, RING - 64])
        is_ring, address = width > 300 or self.r.random() < .4, self.new('d')
        index, kind, bits = self.new(), self.r.choice(['u', 's']), self.r.choice([20, 20, 20, 21])
        first = self.r.randrange(RING) if is_ring else self.r.choice([0, 0, 3, 64, 500])
        self.emit(*self.first_index(index), 'add_u32 %s, %s, %d;' % (index, index, first))
        if not is_ring and self.r.random() < .3: # a pointer goes on
            self.emit('cvt_%s64_%s32 %s, %s;' % (kind, kind, address, index), 'mad_u64 %s, %s, 4, $d0;' % (address, address))
            return ['add_u64 %s, %s, %d;' % (address, address, 4 * width)], [], address, 4
        size = self.r.choice([1, 2, 4, 4, 4])
        step, make = ['add_u32 %s, %s, %d;' % (index, index, width)], []
        if is_ring:
            make = ['shl_u32 $s20, %s, %d;' % (index, bits), 'shr_u32 $s20, $s20, %d;' % bits]
        else:
            make = ['mov_b32 $s20, %s;' % index]
        if self.r.random() < .2: # another column in some rows
            make += ['cmp_%s_b1_u32 $c1, %s, %d;' % (self.r.choice(['lt', 'ne']), row, self.r.randrange(9)),
                     'cmov_b32 $s20, $c1, $s20, $s0;']
        make += ['cvt_%s64_%s32 $d20, $s20;' % (kind, kind)]
        make += self.r.choice([['mul_u64 $d20, $d20, %d;' % size, 'add_u64 %s, $d0, $d20;' % address],
                               ['mad_u64 %s, $d20, %d, $d0;' % (address, size)]])
        return step, make, address, size

    def loop(self):
        """A loop down one to three columns, and down the work-item's own one of the matrix."""
        head, row, own = self.label(), self.new(), self.new('d')
        columns = [self.column(row) for _ in range(self.r.randrange(1, 4))]
        stores = self.r.choice([None, None, 'row', 'same'])
        turns = self.r.choice(['%d' % self.r.randrange(1, ROWS)] * 3 + [self.new()])
        if turns[0] == '$':
            self.emit(self.r.choice(['and_b32 %s, $s30, 7;' % turns, 'and_b32 %s, %s, 7;' % (turns, self.reg())]),
                      'add_u32 %s, %s, 1;' % (turns, turns))
        self.emit('mov_b32 %s, 0;' % row, 'cvt_u64_u32 %s, $s0;' % own, 'mad_u64 %s, %s, 4, $d1;' % (own, own))
        self.place(head)
        for step, make, address, size in columns:
            t = self.r.choice([t for t in TYPES if int(t[1:]) <= 8 * size])
            d = self.reg()
            self.emit(*make)
            self.emit('ld_global_%s $s21, [%s + %d];' % (t, address, size * self.r.choice([0, 0, 1, 30])),
                      self.r.choice(['mad_u32 %s, %s, 3, $s21;' % (d, d), 'add_u32 %s, %s, $s21;' % (d, d),
                                     'max_u32 %s, %s, $s21;' % (d, d)]))
        for _ in range(self.r.randrange(3)):
            self.r.choice([self.ids, self.mix, self.mix, self.floats, lambda: self.load_common(row),
                           lambda: self.load_common(row)])()
        if self.r.random() < .15:
            self.guarded(lambda: (self.mix(), self.ids()))
        if stores is not None:
            self.emit('ld_global_u32 $s20, [%s];' % own, 'mad_u32 $s20, $s20, 5, %s;' % self.reg(),
                      'st_global_u32 $s20, [%s];' % own)
        if stores == 'row':
            self.emit('add_u64 %s, %s, %d;' % (own, own, 4 * WIDTH))
        for step, _, _, _ in columns:
            self.emit(*step)
        self.emit('add_u32 %s, %s, 1;' % (row, row), 'cmp_lt_b1_u32 $c0, %s, %s;' % (row, turns), 'cbr_b1 $c0, %s;' % head)

    def part(self):
        self.depth += 1
        if self.depth < 3 and self.r.random() < .3:
            self.guarded(self.part)
        self.r.choice([self.loop, self.loop, self.loop, self.ids, self.mix])()
        self.depth -= 1

    # ---- the kernel

    def make(self):
        first = self.r.choice(['workitemabsid_u32 $s0, 0;'] * 3 +
                              ['workgroupid_u32 $s20, 0;\n\tworkgroupsize_u32 $s21, 0;\n\tworkitemid_u32 $s0, 0;\n'
                               '\tmad_u32 $s0, $s20, $s21, $s0;'])
        self.emit(first, 'ld_kernarg_u64 $d0, [%in];', 'ld_kernarg_u64 $d1, [%cells];', 'ld_kernarg_u64 $d2, [%to];',
                  'ld_kernarg_u32 $s30, [%n];', 'cvt_u64_u32 $d20, $s0;', 'mad_u64 $d2, $d20, 4, $d2;')
        for k, reg in enumerate(self.regs):
            self.emit(self.r.choice(['mov_b32 %s, %d;' % (reg, k * 77), 'mad_u32 %s, $s0, %d, 9;' % (reg, k),
                                     'ld_global_u32 %s, [$d0 + %d];' % (reg, 4 * k)]))
        run = lambda: [self.part() for _ in range(self.r.randrange(1, 4))]
        self.guarded(run) if self.r.random() < .5 else run()
        for k in range(2, 7):
            self.emit('mad_u32 $s1, $s1, 31, $s%d;' % k)
        self.emit('st_global_u32 $s1, [$d2];', 'ret;')
        head = ('prog kernel &k%d(kernarg_u64 %%in, kernarg_u64 %%cells, kernarg_u64 %%to, kernarg_u32 %%n)\n{\n' % self.seed)
        return head + '\n'.join(self.lines) + '\n};\n'


def dispatches(kernels, sets):
    """One image for each set of options. The first set's results are what the others have to give."""
    for n, flags in enumerate(sets):
        yield 'image columns.hsail %s\n' % flags
        for k in kernels:
            to, cells = 'o%d_%d' % (k.seed, n), 'c%d_%d' % (k.seed, n)
            yield 'buffer %s u32[%d] : each(5)\n' % (to, k.grid)
            yield 'buffer %s u32[%d] : each(i)\n' % (cells, WIDTH * ROWS)
            yield ('dispatch &k%d grid(%d) group(%d) args(in, %s, %s, %d)\n'
                   % (k.seed, k.grid, k.group, cells, to, k.seed * 7 % 400))
            if n > 0:
                yield 'check %s : each(o%d_0[i])\n' % (to, k.seed)
                yield 'check %s : each(c%d_0[i])\n' % (cells, k.seed)


def batch(seeds, sets):
    kernels = [Kernel(s) for s in seeds]
    with open('columns.hsail', 'w') as f:
        f.write('module &m:1:0:$full:$large:$near;\n')
        f.writelines(k.text for k in kernels)
    with open('columns.run', 'w') as f:
        f.write('buffer in u32[%d] : random(1)\n' % INPUT)
        f.writelines(dispatches(kernels, sets))
    return subprocess.run(['hsa-run', '--run', 'columns.run']).returncode == 0


def main():
    first, count, sets = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    bad = 0
    for start in range(first, first + count, BATCH):
        if not batch(range(start, min(start + BATCH, first + count)), ['--simd=off'] + sets):
            print('seeds from %d: not the same' % start, flush=True)
            bad += 1
    print('%d seeds from %d, %d batches with differences' % (count, first, bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
