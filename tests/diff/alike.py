#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that know where work-items are by sums of ids: code that runs several work-groups as
one must agree with code that does not, which is that of -O0.

usage: alike.py FIRST COUNT FLAGS...    hsa-run on PATH; writes alike.hsail and alike.run

FLAGS are sets of hsail-fin's options, each of which every kernel is compiled with."""
import random
import subprocess
import sys

BATCH = 20  # kernels of one module
SIZES = [1, 1, 2, 3, 4, 5, 8, 8, 16, 16, 20, 31, 32, 33, 64, 100, 128, 256]


class Kernel:
    """A kernel stores to each of its outputs, at the work-item's place in the grid, one number made of
    ids. Most are made so that groups are alike; some tell them apart."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.dims = self.r.choice([1, 1, 1, 2, 2, 3])
        self.shape = [1, 1, 1]
        self.grid = [1, 1, 1]
        for d in range(self.dims):
            room = 256 // (self.shape[0] * self.shape[1] * self.shape[2])
            self.shape[d] = self.r.choice([s for s in SIZES if s <= room])
            most = {1: 9000, 2: 120, 3: 30}[self.dims]
            self.grid[d] = self.r.randrange(1, most)
        # knows x ids alone, so all rows do the same
        self.by_x = self.dims == 1 and self.r.random() < 0.6
        if self.by_x and self.r.random() < 0.4:
            self.shape[1] = self.r.choice([s for s in (1, 2, 3, 4) if s * self.shape[0] <= 256])
            self.grid[1:] = self.r.randrange(1, 6), self.r.randrange(1, 3)
            self.grid[0] = self.grid[0] % 700 + 1
        self.outputs = self.r.randrange(1, 4)
        self.lines = []
        self.next32, self.next64 = 1, 0
        self.private = False
        self.honest = self.r.random() < 0.8
        self.required = self.r.random() < 0.2
        self.before = self.r.choice([0, 0, 1, 6, 15])  # elements before the outputs' first one
        self.text = self.make()

    def items(self):
        return self.grid[0] if self.by_x else self.grid[0] * self.grid[1] * self.grid[2]

    def s(self):
        self.next32 += 1
        return '$s%d' % self.next32

    def d(self):
        self.next64 += 1
        return '$d%d' % self.next64

    def emit(self, line):
        self.lines.append(line)

    def size_of(self, d):
        if self.r.random() < 0.4:
            # a constant that is the size, or now and then is not
            n = self.shape[d] if self.honest or self.r.random() < 0.7 else self.r.choice(SIZES)
            return None, n
        x = self.s()
        self.emit('workgroupsize_u32 %s, %d;' % (x, d))
        return x, None

    def item(self, d):
        t = self.s()
        self.emit('workitemid_u32 %s, %d;' % (t, d))
        return t

    def first(self, d):
        """workgroupid * size, in 32 bits"""
        g, x = self.s(), self.s()
        self.emit('workgroupid_u32 %s, %d;' % (g, d))
        reg, n = self.size_of(d)
        if n is not None and n & (n - 1) == 0 and self.r.random() < 0.5:
            self.emit('shl_u32 %s, %s, %d;' % (x, g, n.bit_length() - 1))
        else:
            self.emit('mul_u32 %s, %s, %s;' % ((x, g, reg or n) if self.r.random() < 0.5 or n is not None
                                               else (x, reg, g)))
        return x

    def add_noise(self, x):
        y = self.s()
        self.emit('%s_u32 %s, %s, %s;' % (self.r.choice(['add', 'sub']), y, x,
                                          self.r.choice(['$s0', '7', '0xfffffff0'])))
        return y

    def absolute32(self, d):
        kind = self.r.randrange(4)
        x = self.s()
        if kind == 0:
            self.emit('workitemabsid_u32 %s, %d;' % (x, d))
            return x
        if kind == 1:
            g, t = self.s(), self.item(d)
            self.emit('workgroupid_u32 %s, %d;' % (g, d))
            reg, n = self.size_of(d)
            self.emit('mad_u32 %s, %s, %s, %s;' % (x, g, reg or n, t))
            return x
        a, b = self.first(d), self.item(d)
        if kind == 3:
            k = self.r.randrange(1, 5)
            for n, v in enumerate((a, b)):
                w = self.s()
                self.emit('shl_u32 %s, %s, %d;' % (w, v, k))
                a, b = (w, b) if n == 0 else (a, w)
        if self.r.random() < 0.5:
            a = self.add_noise(a)
        if self.r.random() < 0.3:
            b = self.add_noise(b)
        self.emit('add_u32 %s, %s, %s;' % ((x,) + ((a, b) if self.r.random() < 0.5 else (b, a))))
        return x

    def absolute64(self, d):
        """the low half of a sum in 64 bits, and what a shift makes of it"""
        x, y, z = self.d(), self.d(), self.s()
        first, item = self.first(d), self.item(d)
        sign = self.r.choice(['u64_u32', 's64_s32'])
        self.emit('cvt_u64_u32 %s, %s;' % (x, first))
        self.emit('cvt_%s %s, %s;' % (sign, y, item))
        self.emit('add_u64 %s, %s, %s;' % (x, x, y))
        if self.r.random() < 0.5:
            self.emit('shr_u64 %s, %s, %d;' % (x, x, self.r.randrange(4)))
        self.emit('cvt_u32_u64 %s, %s;' % (z, x))
        return z

    def apart(self):
        """a number that tells groups apart"""
        d, x = 0 if self.by_x else self.r.randrange(3), self.s()
        kind = self.r.randrange(5)
        if kind == 0:
            return self.item(d)
        if kind == 1:
            return self.first(d)
        if kind == 2:
            self.emit('currentworkgroupsize_u32 %s, %d;' % (x, d))
        elif kind == 3:
            self.emit('workgroupid_u32 %s, %d;' % (x, d))
        else:
            self.emit('sub_u32 %s, %s, %s;' % (x, self.first(d), self.item(d)))
        return x

    def number(self):
        if not self.honest and self.r.random() < 0.4:
            return self.apart()
        d = self.r.randrange(self.dims) if self.by_x or self.r.random() < 0.9 else self.r.randrange(3)
        return (self.absolute32 if self.r.random() < 0.6 else self.absolute64)(d)

    def mix(self):
        x = self.number()
        for _ in range(self.r.randrange(3)):
            y = self.s()
            self.emit('%s %s, %s, %s;' % (self.r.choice(['add_u32', 'mul_u32', 'xor_b32', 'max_u32']), y, x,
                                          self.number()))
            x = y
        if self.r.random() < 0.3:
            self.loop(x)
        if self.r.random() < 0.1:
            x = self.kept(x)
        return x

    def loop(self, x):
        """adds to x as often as the work-item, or all of them, say"""
        i, c = self.s(), '$c1'
        if self.r.random() < 0.6:
            self.emit('and_b32 %s, %s, 7;' % (i, self.r.choice([x, '$s0'])))
        else:
            self.emit('min_u32 %s, %s, %d;' % (i, self.number(), self.r.randrange(1, 40)))
        label, out = '@l%d' % len(self.lines), '@m%d' % len(self.lines)
        self.emit('%s: mad_u32 %s, %s, 5, 3;' % (label, x, x))
        if self.r.random() < 0.3:  # some leave it early
            self.emit('cmp_gt_b1_u32 $c5, %s, 0xf0000000;' % x)
            self.emit('cbr_b1 $c5, %s;' % out)
        if self.r.random() < 0.3:
            y, at = self.s(), self.d()
            self.emit('and_b32 %s, %s, 12;' % (y, x))
            self.emit('cvt_u64_u32 %s, %s;' % (at, y))
            self.emit('ld_readonly_u32 %s, [&table][%s];' % (y, at))
            self.emit('xor_b32 %s, %s, %s;' % (x, x, y))
        self.emit('sub_u32 %s, %s, 1;' % (i, i))
        self.emit('cmp_gt_b1_s32 %s, %s, 0;' % (c, i))
        self.emit('cbr_b1 %s, %s;' % (c, label))
        self.emit('%s:' % out)

    def kept(self, x):
        """x, by way of private memory"""
        y, z = self.s(), self.s()
        self.private = True
        self.emit('and_b32 %s, %s, 12;' % (y, self.r.choice([x, '$s0'])))
        self.emit('st_private_u32 %s, [%%kept][%s];' % (x, y))
        self.emit('ld_private_u32 %s, [%%kept][%s];' % (z, y))
        return z

    def near_end(self, d, type):
        """a sum with an id, which may wrap, and a number that it exceeds for some work-items at most"""
        x = self.s()
        self.emit('%s_u32 %s, %d;' % (self.r.choice(['workitemabsid'] * 4 + ['workitemid']), x, d))
        away = self.r.choice([0, 0, 1, 5, 1 << 31, (1 << 31) - self.grid[d] // 2, (1 << 32) - 20, (1 << 32) - 1])
        if away != 0:
            y = self.s()
            self.emit('add_u32 %s, %s, %d;' % (y, x, away))
            x = y
        end = away + self.r.randrange(-5, self.grid[d] + 20)
        if away >= (1 << 32) - 20 and self.r.random() < 0.7:
            end = self.r.randrange(0, self.grid[d] + 5)
        if type[1:] == '32':
            return x, '%d' % (end % (1 << 32))
        y = self.d()
        self.emit('cvt_%s_%s32 %s, %s;' % (type, self.r.choice('us'), y, x))
        return y, '%d' % (end % (1 << 64))

    def compare(self, type, x, end, c, exits):
        """an end of ids, mostly, or a begin, and now and then another comparison"""
        ops = ['ge', 'gt'] if exits else ['lt', 'le']
        if self.r.random() < 0.3:
            ops = ['lt', 'le'] if exits else ['ge', 'gt']
        turned = {'ge': 'le', 'gt': 'lt', 'lt': 'gt', 'le': 'ge'}
        op = self.r.choice(ops if self.r.random() < 0.9 else ['lt', 'le', 'gt', 'ge'])
        if self.r.random() < 0.05:
            op = 'eq'
        elif self.r.random() < 0.3:
            op, x, end = turned[op], end, x
        self.emit('cmp_%s_b1_%s %s, %s, %s;' % (op, type, c, x, end))

    def condition(self, depth, exits):
        """a control register that work-items with large ids, mostly, have as `exits`"""
        c = '$c%d' % (depth + 2)
        kind = self.r.randrange(8)
        if depth < 3 and kind < 3:
            a = self.condition(depth + 1, exits != (kind == 2))
            self.emit('mov_b1 %s, %s;' % (c, a))
            if kind == 2:
                self.emit('not_b1 %s, %s;' % (c, c))
                return c
            b = self.condition(depth + 1, exits)
            op = 'or' if exits else 'and'
            self.emit('%s_b1 %s, %s, %s;' % (op if self.r.random() < 0.9 else 'xor', c, c, b))
            return c
        type = self.r.choice(['u32', 's32', 'u32', 's32', 'u64', 's64'])
        x, end = self.near_end(self.r.randrange(self.dims), type)
        if kind == 3:
            y, _ = self.near_end(self.r.randrange(self.dims), type)
            z = self.d() if type[1:] == '64' else self.s()
            self.emit('%s_%s %s, %s, %s;' % (self.r.choice(['max', 'max', 'min']), type, z, x, y))
            x = z
        self.compare(type, x, end, c, exits)
        return c

    def guard(self):
        for _ in range(self.r.randrange(1, 3)):
            exits = self.r.random() < 0.7
            c = self.condition(0, exits)
            if exits:
                self.emit('cbr_b1 %s, @end;' % c)
            else:
                label = '@g%d' % len(self.lines)
                self.emit('cbr_b1 %s, %s;' % (c, label))
                self.emit('br @end;')
                self.emit(label + ':')

    def place(self):
        """the work-item's place in the outputs: along x, or along y"""
        e = self.emit
        if self.by_x:
            e('workitemabsid_u32 $s1, 0;')
            e('cvt_u64_u32 $d0, $s1;')
        elif self.dims != 2 or self.r.random() < 0.5:
            e('workitemflatabsid_u64 $d0;')
        else:
            x, y, n = self.s(), self.s(), self.s()
            e('workitemabsid_u32 %s, 0;' % x)
            e('workitemabsid_u32 %s, 1;' % y)
            e('gridsize_u32 %s, 1;' % n)
            e('mad_u32 %s, %s, %s, %s;' % (n, x, n, y))
            e('cvt_u64_u32 $d0, %s;' % n)
        e('shl_u64 $d0, $d0, 2;')
        e('add_u64 $d0, $d0, %d;' % (4 * self.before))

    def make(self):
        e = self.emit
        e('ld_kernarg_u32 $s0, [%n];')
        if self.r.random() < 0.6:
            self.guard()
        self.place()
        loads = self.r.random() < 0.5
        for k in range(self.outputs):
            x = self.mix()
            p = self.d()
            e('ld_kernarg_u64 %s, [%%o%d];' % (p, k))
            e('add_u64 %s, %s, $d0;' % (p, p))
            if loads and self.by_x:  # rows of work-items each add to it
                e('atomicnoret_add_global_rlx_agent_u32 [%s], %s;' % (p, x))
                continue
            if loads:
                y = self.s()
                e('ld_global_u32 %s, [%s];' % (y, p))
                e('xor_b32 %s, %s, %s;' % (y, x, y))
                x = y
            e('st_global_u32 %s, [%s];' % (x, p))
        e('@end: ret;')
        args = ', '.join(['kernarg_u32 %n'] + ['kernarg_u64 %%o%d' % k for k in range(self.outputs)])
        required = ('\trequiredworkgroupsize %d, %d, %d;\n' % tuple(self.shape)) if self.required else ''
        if self.private:
            required += '\tprivate_u32 %kept[4];\n'
        return ('prog kernel &k%d(%s)\n{\n%s' % (self.seed, args, required) +
                ''.join('\t%s\n' % line for line in self.lines) + '};\n')

    def fits(self):
        """HSAIL has 128 registers of 32 bits, or half as many of 64"""
        return self.next32 + 2 * self.next64 < 110


def dispatches(kernels, sets):
    for n, flags in enumerate(sets):
        yield 'image alike.hsail %s\n' % flags
        for k in kernels:
            names = ['o%d_%d_%d' % (k.seed, n, o) for o in range(k.outputs)]
            for name in names:
                yield 'buffer %s u32[%d]\n' % (name, k.before + k.items())
            yield ('dispatch &k%d grid(%d, %d, %d) group(%d, %d, %d) args(5, %s)\n'
                   % ((k.seed,) + tuple(k.grid) + tuple(k.shape) + (', '.join(names),)))
            for o, name in enumerate(names):
                if n > 0:
                    yield 'check %s : each(o%d_0_%d[i])\n' % (name, k.seed, o)


def main():
    first, count, sets = int(sys.argv[1]), int(sys.argv[2]), ['-O0 --simd=off'] + sys.argv[3:]
    bad = 0
    for start in range(first, first + count, BATCH):
        kernels = [Kernel(s) for s in range(start, min(start + BATCH, first + count))]
        kernels = [k for k in kernels if k.fits()]
        with open('alike.hsail', 'w') as f:
            f.write('module &m:1:0:$full:$large:$default;\n'
                    'prog readonly_u32 &table[4] = u32[](9, 3, 0x70000001, 5);\n')
            f.writelines(k.text for k in kernels)
        with open('alike.run', 'w') as f:
            f.writelines(dispatches(kernels, sets))
        if subprocess.run(['hsa-run', '--run', 'alike.run'], timeout=600).returncode != 0:
            print('seeds from %d on differ' % start)
            bad += 1
    return bad != 0


sys.exit(main())
