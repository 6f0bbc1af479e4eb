#!/usr/bin/env python3
"""Random kernels: scalar code and vector code at every level must agree.

usage: simd.py FIRST COUNT [LEVEL...]      hsa-run on PATH; writes seeds.hsail and seeds.run

A kernel has nested ifs, loops with break and continue, early exits and returns, barriers with
group memory, uniform and divergent conditions, linear and any addresses, cross-part stores and
atomics. Loops burn fuel, so that all kernels end."""
import random
import subprocess
import sys

BATCH = 20  # kernels of one module
ITEMS = 600
SHAPES = [(64, 1, 1), (1, 1, 1), (7, 1, 1), (33, 1, 1), (100, 1, 1), (256, 1, 1), (16, 4, 1),
          (5, 7, 1), (8, 8, 2), (17, 3, 2), (32, 2, 1), (3, 4, 5)]


class Kernel:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.out = []
        self.labels = 0
        self.regs = ['$s%d' % i for i in range(1, 8)]
        self.shape = self.r.choice(SHAPES)
        self.depth = 0  # of divergent control flow: no barrier there

    def emit(self, text):
        self.out.append('\t' + text)

    def label(self):
        self.labels += 1
        return '@L%d' % self.labels

    def place(self, label):
        self.out.append(label + ':')

    def reg(self):
        return self.r.choice(self.regs)

    def arith(self, n):
        for _ in range(n):
            op = self.r.choice(['add_u32', 'xor_b32', 'sub_u32', 'mul_u32', 'and_b32', 'or_b32',
                                'mad_u32', 'shl_u32', 'cmov_b32', 'div_u32', 'max_s32', 'ids'])
            if op == 'mad_u32':
                self.emit('mad_u32 %s, %s, %s, %d;' % (self.reg(), self.reg(), self.reg(),
                                                       self.r.randrange(1000)))
            elif op == 'shl_u32':
                self.emit('shl_u32 %s, %s, %d;' % (self.reg(), self.reg(), self.r.randrange(5)))
            elif op == 'cmov_b32':
                self.emit('cmov_b32 %s, $c0, %s, %s;' % (self.reg(), self.reg(), self.reg()))
            elif op == 'div_u32':
                self.emit('or_b32 $s22, %s, %d;' % (self.reg(), self.r.randrange(1, 9)))
                self.emit('%s %s, %s, $s22;' % (self.r.choice(['div_u32', 'rem_u32', 'div_s32']),
                                                self.reg(), self.reg()))
            elif op == 'ids':
                self.emit(self.r.choice(['workitemid_u32 %s, 0;', 'workitemid_u32 %s, 1;',
                                         'currentworkitemflatid_u32 %s;', 'laneid_u32 %s;',
                                         'workgroupid_u32 %s, 0;', 'waveid_u32 %s;',
                                         'workitemabsid_u32 %s, 0;']) % self.reg())
            else:
                second = self.reg() if self.r.random() < .5 else str(self.r.randrange(1, 5000))
                self.emit('%s %s, %s, %s;' % (op, self.reg(), self.reg(), second))

    def condition(self):
        """Sets $c0; true for whether it is uniform."""
        uniform = self.r.random() < .3
        alike = ['$s30', '$s31'] if self.depth > 0 else ['$s30']
        source = self.r.choice(alike) if uniform else self.reg()
        self.emit('and_b32 $s21, %s, %d;' % (source, self.r.choice([1, 2, 3, 4, 7, 8, 12])))
        self.emit('cmp_%s_b1_u32 $c0, $s21, 0;' % self.r.choice(['eq', 'ne']))
        return uniform

    def memory(self):
        kind = self.r.randrange(7)
        if kind == 0:  # anywhere
            self.emit('and_b32 $s22, %s, 511;' % self.reg())
            self.emit('cvt_u64_u32 $d5, $s22;')
            self.emit('shl_u64 $d5, $d5, 2;')
            self.emit('add_u64 $d6, $d9, $d5;')
            self.emit('ld_global_u32 %s, [$d6];' % self.reg())
        elif kind == 1:
            self.emit('ld_global_u32 %s, [$d0 + %d];' % (self.reg(), 4 * self.r.randrange(4)))
        elif kind == 2:
            self.emit('ld_v2_global_u32 (%s, %s), [$d10];' % tuple(self.r.sample(self.regs, 2)))
        elif kind == 3:
            self.emit('ld_global_u32 %s, [$d10 + 4];' % self.reg())
        elif kind == 4:
            self.emit('st_global_u32 %s, [$d11];' % self.reg())
            self.emit('ld_global_u32 %s, [$d11];' % self.reg())
        elif kind == 5:
            self.emit('and_b32 $s22, %s, 15;' % self.reg())
            self.emit('shl_u32 $s22, $s22, 2;')
            self.emit('st_private_u32 %s, [%%mine][$s22];' % self.reg())
            self.emit('and_b32 $s22, %s, 60;' % self.reg())
            self.emit('ld_private_u32 %s, [%%mine][$s22];' % self.reg())
        else:
            self.emit('and_b32 $s22, %s, 60;' % self.reg())
            self.emit('atomicnoret_add_group_rlx_wg_u32 [%%counts][$s22], %s;' % self.reg())

    def exchange(self):
        """Group memory between two barriers."""
        self.emit('st_group_u32 %s, [%%tile][$s27];' % self.reg())
        self.emit('barrier;')
        self.emit('xor_b32 $s22, $s26, %d;' % self.r.randrange(1, 9))
        self.emit('rem_u32 $s22, $s22, $s28;')
        self.emit('shl_u32 $s22, $s22, 2;')
        self.emit('ld_group_u32 %s, [%%tile][$s22];' % self.reg())
        self.emit('barrier;')

    def statement(self, depth, leave, again):
        k = self.r.random()
        if depth <= 0 or k < .25:
            self.arith(self.r.randrange(1, 4))
        elif k < .4:
            self.memory()
        elif k < .47 and self.depth == 0:
            self.exchange()
        elif k < .52 and self.depth == 0:
            self.even_loop(depth)
        elif k < .65:
            self.choice(depth, leave, again)
        elif k < .85:
            self.loop(depth)
        elif leave and k < .93:
            self.jump(self.r.choice([leave, again]))
        elif k < .96:
            self.jump('@FINISH')
        else:
            self.jump('@EXIT')

    def jump(self, target):
        if self.barriers and target in ('@FINISH', '@EXIT'):
            return
        self.condition()
        self.emit('cbr_b1 $c0, %s;' % target)

    def choice(self, depth, leave, again):
        other, after = self.label(), self.label()
        uniform = self.condition()
        self.emit('cbr_b1 $c0, %s;' % other)
        self.depth += not uniform
        self.block(depth - 1, leave, again)
        self.emit('br %s;' % after)
        self.place(other)
        if self.r.random() < .6:
            self.block(depth - 1, leave, again)
        self.depth -= not uniform
        self.place(after)

    def even_loop(self, depth):
        """All work-items make the same number of rounds."""
        head = self.label()
        counter = '$s%d' % (40 + self.labels)
        self.emit('mov_b32 %s, 0;' % counter)
        self.place(head)
        self.block(depth - 1, None, None)
        self.emit('add_u32 %s, %s, 1;' % (counter, counter))
        self.emit('cmp_lt_b1_u32 $c0, %s, %d;' % (counter, self.r.randrange(2, 5)))
        self.emit('cbr_b1 $c0, %s;' % head)

    def loop(self, depth):
        head, leave, again = self.label(), self.label(), self.label()
        counted = self.r.random() < .3
        if counted:
            self.emit('mov_b32 $s31, 0;')
        self.depth += 1
        self.place(head)
        self.emit('sub_u32 $s25, $s25, 1;')
        self.emit('cmp_le_b1_s32 $c1, $s25, 0;')
        self.emit('cbr_b1 $c1, %s;' % leave)
        self.block(depth - 1, leave, again)
        self.place(again)
        self.arith(1)
        if counted:
            self.emit('add_u32 $s31, $s31, 1;')
            self.emit('cmp_lt_b1_u32 $c0, $s31, %d;' % self.r.randrange(1, 6))
        else:
            self.condition()
        self.emit('cbr_b1 $c0, %s;' % head)
        self.place(leave)
        self.depth -= 1

    def block(self, depth, leave, again):
        for _ in range(self.r.randrange(1, 4)):
            self.statement(depth, leave, again)

    def text(self):
        head = '''prog kernel &k%d(kernarg_u64 %%in, kernarg_u64 %%out, kernarg_u64 %%scratch)
{
	group_u32 %%tile[512];
	group_u32 %%counts[16];
	private_u32 %%mine[16];
	workitemflatabsid_u32 $s0;
	currentworkitemflatid_u32 $s26;
	shl_u32 $s27, $s26, 2;
	currentworkgroupsize_u32 $s28, 0;
	currentworkgroupsize_u32 $s22, 1;
	mul_u32 $s28, $s28, $s22;
	currentworkgroupsize_u32 $s22, 2;
	mul_u32 $s28, $s28, $s22;
	and_b32 $s22, $s27, 60;
	mov_b32 $s1, 0;
	st_group_u32 $s1, [%%counts][$s22];
	st_group_u32 $s1, [%%tile][$s27];
	barrier;
	ld_kernarg_u64 $d0, [%%in];
	mov_b64 $d9, $d0;
	cvt_u64_u32 $d1, $s0;
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	add_u64 $d10, $d0, $d1;
	ld_kernarg_u64 $d11, [%%scratch];
	add_u64 $d11, $d11, $d1;
	ld_global_u32 $s1, [$d0];
	mov_b32 $s25, 60;
	workgroupid_u32 $s30, 0;
	mov_b32 $s31, 0;
	cmp_eq_b1_u32 $c0, $s1, $s0;''' % self.seed
        self.barriers = self.r.random() < .5
        for k in range(16):
            self.emit('mov_b32 $s22, %d;' % k) if k == 0 else None
            self.emit('st_private_u32 $s22, [%%mine][%d];' % (4 * k))
        for k in range(2, 8):
            self.emit('mad_u32 $s%d, $s1, %d, %d;' % (k, self.r.randrange(1, 99999),
                                                     self.r.randrange(9999)))
        for _ in range(self.r.randrange(2, 6)):
            self.statement(3, None, None)
        tail = '@FINISH:\n\tmad_u32 $s2, $s3, 31, $s2;\n@EXIT:\n'
        tail += ''.join('\tmad_u32 $s1, $s1, 33, $s%d;\n' % k for k in range(2, 8))
        tail += '\tadd_u32 $s1, $s1, $s25;\n'
        if self.barriers:
            tail += '\tbarrier;\n\tand_b32 $s22, $s27, 60;\n\tld_group_u32 $s2, [%counts][$s22];\n'
            tail += '\tmad_u32 $s1, $s1, 33, $s2;\n'
        tail += '\tld_kernarg_u64 $d2, [%out];\n\tadd_u64 $d2, $d2, $d1;\n'
        tail += '\tst_global_u32 $s1, [$d2];\n};\n'
        return head + '\n' + '\n'.join(self.out) + '\n' + tail

    def grid(self):
        """Three groups in x, the last one partial."""
        x, y, z = self.shape
        return (x * 3 - x // 3, y, z)


def batch(seeds, levels):
    kernels = [Kernel(s) for s in seeds]
    with open('seeds.hsail', 'w') as f:
        f.write('module &m:1:0:$full:$large:$default;\n')
        f.writelines(k.text() for k in kernels)
    with open('seeds.run', 'w') as f:
        f.write('buffer in u32[4096] : random(1)\n')
        for n, flags in enumerate(['--simd=off'] + levels):
            f.write('image seeds.hsail -O1 %s\n' % flags)
            for k in kernels:
                name = 'o%d_%d' % (k.seed, n)
                f.write('buffer %s u32[2048]\nbuffer scratch_%s u32[2048]\n' % (name, name))
                f.write('dispatch &k%d grid(%d, %d, %d) group(%d, %d, %d) '
                        % ((k.seed,) + k.grid() + k.shape))
                f.write('args(in, %s, scratch_%s)\n' % (name, name))
                if n > 0:
                    for b in '', 'scratch_':
                        f.write('check %s%s : each(%so%d_0[i])\n' % (b, name, b, k.seed))
    return subprocess.run(['hsa-run', '--run', 'seeds.run'], timeout=600).returncode == 0


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    levels = sys.argv[3:] or ['--simd=sse', '--simd=avx2', '--simd=avx512']
    bad = 0
    for start in range(first, first + count, BATCH):
        if not batch(range(start, min(start + BATCH, first + count)), levels):
            print('seeds from %d: not the same' % start, flush=True)
            bad += 1
    print('%d seeds from %d, %d batches with differences' % (count, first, bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
