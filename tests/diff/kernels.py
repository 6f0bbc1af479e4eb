# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels for simd.py.

A kernel has nested ifs, switches, loops with break and continue, graphs with jumps from anywhere to
anywhere, early ends before and between barriers, exchanges by group memory, calls, uniform and
divergent conditions, and memory accesses of all widths. Loops burn fuel, so that all kernels end.
What C and LLVM leave undefined is there, too: shifts by any amount, division by 0 and -1, numbers out of
range, registers that are never written, switches beyond their list, stores to address 0 that nobody
comes to.

Registers: $s1-$s7 data, $s0 flat absolute id, $s26 flat id, $s27 4 * $s26, $s28 group size, $s25
fuel, $s29 uniform fuel, $s30 uniform, $s31 loop counter, $s32-$s36 and $d20-$d21 of windows, $s37-$s38 and
$d22-$d23 of neighbours, $s20-$s24 scratch, $s120 and $d50 never written; $d0-$d2 and $d9-$d12
addresses, $d3-$d4 data, $d5-$d6 scratch; $c0, $c1 conditions."""
import random

SHAPES = [(64, 1, 1), (1, 1, 1), (7, 1, 1), (31, 1, 1), (33, 1, 1), (65, 1, 1), (100, 1, 1),
          (255, 1, 1), (256, 1, 1), (1000, 1, 1), (16, 4, 1), (5, 7, 1), (8, 8, 2), (17, 3, 2),
          (32, 2, 1), (3, 4, 5), (24, 2, 1), (40, 3, 1), (1, 33, 1), (2, 2, 16)]
# of kernels that require it: partial groups are the exception
REQUIRED = [(64, 1, 1), (16, 1, 1), (256, 1, 1), (48, 1, 1), (16, 4, 1), (32, 2, 2), (16, 3, 1)]
# of kernels whose work-items are numbered along y or z, which is the last dimension here
ACROSS = [((16, 16, 1), 'y'), ((4, 32, 1), 'y'), ((1, 64, 1), 'y'), ((2, 48, 2), 'y'), ((3, 16, 4), 'y'),
          ((2, 3, 16), 'z'), ((4, 1, 32), 'z'), ((5, 2, 16), 'z'), ((5, 7, 1), 'y'), ((2, 8, 2), 'y'),
          ((32, 4, 1), 'y')]
# of kernels whose vectors of work-items are to lie behind each other, along y
STACKS = [(16, 4, 1), (16, 8, 1), (8, 8, 1), (32, 4, 1), (16, 2, 2), (4, 16, 1), (48, 8, 1), (64, 2, 2), (16, 6, 1),
          (24, 4, 1), (4, 4, 4), (16, 1, 4), (1, 32, 1)]
ITEM_BYTES = 32  # of the scratch buffer

FUNCTIONS = '''function &twist(arg_u32 %r)(arg_u32 %x, arg_u32 %y)
{
	ld_arg_u32 $s0, [%x];
	ld_arg_u32 $s1, [%y];
	and_b32 $s2, $s0, 5;
	cmp_eq_b1_u32 $c0, $s2, 1;
	cbr_b1 $c0, @odd;
	mad_u32 $s0, $s0, 3, $s1;
	st_arg_u32 $s0, [%r];
	ret;
@odd:
	xor_b32 $s0, $s0, $s1;
	shr_u32 $s0, $s0, 1;
	st_arg_u32 $s0, [%r];
};
decl function &down(arg_u32 %r)(arg_u32 %x, arg_u32 %y);
function &down(arg_u32 %r)(arg_u32 %x, arg_u32 %y)
{
	ld_arg_u32 $s0, [%x];
	ld_arg_u32 $s1, [%y];
	and_b32 $s0, $s0, 7;
	cmp_eq_b1_u32 $c0, $s0, 0;
	cbr_b1 $c0, @last;
	sub_u32 $s0, $s0, 1;
	mad_u32 $s1, $s1, 5, $s0;
	cbr_b1 $c5, @last;
	add_u32 $s1, $s1, $s9;
	{
		arg_u32 %p;
		arg_u32 %q;
		arg_u32 %s;
		st_arg_u32 $s0, [%p];
		st_arg_u32 $s1, [%q];
		call &down(%s)(%p, %q);
		ld_arg_u32 $s1, [%s];
	}
@last:
	st_arg_u32 $s1, [%r];
};
'''


class Kernel:
    def __init__(self, seed, crosses_lanes, across=False, stacked=False):
        self.r = random.Random(seed)
        self.seed = seed
        self.out = []
        self.labels = 0
        self.regs = ['$s%d' % i for i in range(1, 8)]
        self.across = across or stacked
        self.stacked = stacked
        if stacked:
            self.shape, self.along = self.r.choice(STACKS), 'y'
        elif across:
            self.shape, self.along = self.r.choice(ACROSS)
        else:
            self.shape = self.r.choice(SHAPES)
        own = random.Random(seed * 7 + 1)
        self.required = not self.across and own.random() < .25
        if self.required:
            self.shape = own.choice(REQUIRED)
        self.depth = 0  # of divergent control flow: no barrier there
        self.budget = self.r.choice([6, 10, 20] if stacked else [2, 3, 4, 6, 10, 20])
        self.barriers = self.r.random() < .5
        self.crosses_lanes = crosses_lanes
        self.ones = 0  # elements of group memory to which one work-item stores
        self.tangled = False  # there are loops with several entries
        self.private = self.r.random() < .2
        # accesses of private memory: their types, with promises of alignment or (None) without
        self.private_types = self.r.choice([None, ['u32'], ['u32'], ['u64'], ['u16'], ['u8', 's8'],
                                            ['u32', 'u64'], ['u8', 'u16', 's16', 'u32', 'u64']])
        for _ in range(self.r.randrange(1, 5)):
            self.statement(3, None, None)
        self.text = self.whole_text()

    def emit(self, *lines):
        self.out.extend('\t' + line for line in lines)

    def label(self):
        self.labels += 1
        return '@L%d' % self.labels

    def place(self, label):
        self.out.append(label + ':')

    def reg(self):
        return self.r.choice(self.regs)

    # ---- straight code

    def arith(self, n):
        for _ in range(n):
            op = self.r.choice(['add_u32', 'xor_b32', 'sub_u32', 'mul_u32', 'and_b32', 'or_b32',
                                'mad', 'shl', 'cmov', 'div', 'max_s32', 'ids', 'wide', 'float',
                                'divide', 'bits', 'range', 'clamped', 'unwritten'])
            getattr(self, 'op_' + op, self.op_simple)(op)

    def op_simple(self, op):
        second = self.reg() if self.r.random() < .5 else str(self.r.randrange(1, 5000))
        self.emit('%s %s, %s, %s;' % (op, self.reg(), self.reg(), second))

    def op_mad(self, _):
        self.emit('mad_u32 %s, %s, %s, %d;' % (self.reg(), self.reg(), self.reg(),
                                               self.r.randrange(1000)))

    def op_shl(self, _):
        self.emit('%s %s, %s, %s;' % (self.r.choice(['shl_u32', 'shr_u32', 'shr_s32']), self.reg(),
                                      self.reg(),
                                      self.r.choice(['1', '5', '33', '4294967295', self.reg()])))

    def op_cmov(self, _):
        self.emit('cmov_b32 %s, $c0, %s, %s;' % (self.reg(), self.reg(), self.reg()))

    def op_div(self, _):
        self.emit('or_b32 $s22, %s, %d;' % (self.reg(), self.r.randrange(1, 9)),
                  '%s %s, %s, $s22;' % (self.r.choice(['div_u32', 'rem_u32', 'div_s32']),
                                        self.reg(), self.reg()))

    def op_divide(self, _):
        """By anything, also 0 and -1, at times behind a test."""
        op = self.r.choice(['div', 'rem'])
        if self.r.random() < .4:
            after = self.label()
            self.emit('mov_b32 $s22, %s;' % self.reg(), 'cmp_eq_b1_u32 $c1, $s22, 0;',
                      'cbr_b1 $c1, %s;' % after,
                      '%s_u32 %s, %s, $s22;' % (op, self.reg(), self.reg()))
            self.place(after)
        elif self.r.random() < .5:
            self.emit('shr_%s $s22, %s, %d;' % (self.r.choice(['s32', 'u32']), self.reg(),
                                               self.r.choice([24, 30, 31])),
                      '%s_%s %s, %s, $s22;' % (op, self.r.choice(['u32', 's32']), self.reg(),
                                               self.r.choice([self.reg(), '0x80000000'])))
        elif not self.stacked:
            self.emit('cvt_s64_s32 $d5, %s;' % self.reg(), 'shr_s64 $d5, $d5, %d;'
                      % self.r.choice([16, 30, 31]),
                      '%s_%s $d3, $d4, $d5;' % (op, self.r.choice(['u64', 's64'])))

    def op_bits(self, _):
        d, a, b = self.reg(), self.reg(), self.reg()
        self.emit(self.r.choice([
            'firstbit_u32_u32 %s, %s;' % (d, a), 'firstbit_u32_s32 %s, %s;' % (d, a),
            'lastbit_u32_u32 %s, %s;' % (d, a), 'popcount_u32_b32 %s, %s;' % (d, a),
            'bitextract_u32 %s, %s, %s, %s;' % (d, a, b, self.reg()),
            'bitextract_s32 %s, %s, %s, 7;' % (d, a, b),
            'bitinsert_u32 %s, %s, %s, %s, 9;' % (d, a, b, self.reg()),
            'bitmask_b32 %s, %s, %s;' % (d, a, b), 'bitalign_b32 %s, %s, %s, %s;' % (d, a, b, d),
            'shl_u64 $d3, $d3, %s;' % a, 'shr_s64 $d4, $d4, %s;' % a]))

    def op_range(self, _):
        """Floats out of the range of integers, infinities and NaN among them."""
        self.emit('mov_b32 $s22, %s;' % self.reg(),
                  'cvt_%s_f32 %s, $s22;' % (self.r.choice(['u32', 's32', 'sat_u32', 'u8', 's16'])
                                            .replace('sat_u32', 'zeroi_sat_u32'), self.reg()))

    def op_clamped(self, _):
        """A float made of bytes, or of any bits, that is converted, often with choices around it that may clamp it."""
        pick, ends = self.r.choice, {100: '0f42c80000', 255: '0f437f0000', 65535: '0f477fff00'}
        self.emit('mov_b32 $s22, %s;' % self.reg())
        if self.r.random() < .6:
            self.emit('and_b32 $s22, $s22, %d;' % pick([255, 127, 65535]),
                      'bitextract_u32 $s23, %s, %d, 8;' % (self.reg(), pick([0, 8, 24])),
                      'cvt_f32_%s $s22, $s22;' % pick(['u8', 'u16', 'u32', 's32']), 'cvt_f32_u32 $s23, $s23;')
            for _ in range(self.r.randrange(4)):
                self.emit(pick(['add_f32 $s22, $s22, $s23;', 'sub_f32 $s22, $s22, $s23;', 'mul_f32 $s22, $s22, $s23;',
                                'fma_f32 $s22, $s22, $s23, $s22;', 'mul_f32 $s22, $s22, 0f3e99999a;',
                                'min_f32 $s22, $s22, 0f437f0000;', 'max_f32 $s22, $s22, 0f00000000;',
                                'sqrt_f32 $s22, $s22;', 'neg_f32 $s22, $s22;', 'rint_f32 $s22, $s22;',
                                'div_f32 $s22, $s22, $s23;']))
        self.emit('cvt_%si_sat_%s_f32 $s24, $s22;' % (pick(['zero', 'zero', 'near', 'up', 'down']),
                                                     pick(['u8', 's8', 'u16', 's16', 'u32', 's32'])))
        if self.r.random() < .6:
            if self.r.random() < .5:
                self.emit('cvt_u32_u16 $s24, $s24;')
            end = pick([255, 255, 65535, 100])
            choices = [(pick(['gt', 'gt', 'ge', 'gtu']), ends[end], end), (pick(['lt', 'le']), '0f00000000', 0)]
            self.r.shuffle(choices)
            for compare, edge, to in choices:
                self.emit('cmp_%s_b1_f32 $c1, $s22, %s;' % (compare, edge), 'cmov_b32 $s24, $c1, %d, $s24;' % to)
        self.emit('add_u32 %s, %s, $s24;' % ((self.reg(),) * 2))

    def op_unwritten(self, _):
        self.emit(self.r.choice(['add_u32 %s, %s, $s120;' % (self.reg(), self.reg()),
                                 'div_u32 %s, %s, $s120;' % (self.reg(), self.reg()),
                                 'xor_b64 $d3, $d4, $d50;' if self.stacked else 'rem_s64 $d3, $d4, $d50;', 'cmp_gt_b1_u32 $c0, %s, $s120;'
                                 % self.reg()]))

    def null_store(self):
        """Only lanes that are off have such a flat id."""
        after = self.label()
        self.emit('cmp_lt_b1_u32 $c1, $s26, $s28;', 'cbr_b1 $c1, %s;' % after,
                  self.r.choice(['st_global_u32 %s, [0];', 'atomicnoret_st_global_rlx_system_b32 [0], %s;',
                                 'st_u32 %s, [0];']) % self.reg())
        self.place(after)

    def op_ids(self, _):
        if self.across:
            self.emit(self.r.choice(['workitemid_u32 %s, 0;', 'workitemid_u32 %s, 1;',
                                     'workitemid_u32 %s, 2;', 'workitemflatid_u32 %s;',
                                     'workitemflatabsid_u32 %s;', 'workitemabsid_u32 %s, 1;'])
                      % self.reg())
            return
        self.emit(self.r.choice(['workitemid_u32 %s, 0;', 'workitemid_u32 %s, 1;',
                                 'workitemid_u32 %s, 2;', 'currentworkitemflatid_u32 %s;',
                                 'laneid_u32 %s;', 'workgroupid_u32 %s, 0;', 'waveid_u32 %s;',
                                 'workitemabsid_u32 %s, 0;']) % self.reg())

    def op_wide(self, _):
        d = self.r.choice(['$d3', '$d4'])
        self.emit(self.r.choice([
            'cvt_u64_u32 %s, %s;' % (d, self.reg()), 'cvt_s64_s32 %s, %s;' % (d, self.reg()),
            'mad_u64 %s, $d3, 77, $d4;' % d, 'xor_b64 %s, $d4, $d3;' % d,
            'cvt_u32_u64 %s, %s;' % (self.reg(), d), 'shr_u64 %s, %s, 9;' % (d, d),
            'cmp_lt_b1_s64 $c0, $d3, $d4;']))

    def op_float(self, _):
        self.emit('cvt_f32_u32 $s22, %s;' % self.reg(), 'cvt_f32_s32 $s23, %s;' % self.reg(),
                  self.r.choice(['add_f32 $s22, $s22, $s23;', 'mul_f32 $s22, $s22, $s23;',
                                 'fma_f32 $s22, $s22, $s23, $s22;',
                                 'cmp_lt_b1_f32 $c0, $s22, $s23;']),
                  'mov_b32 %s, $s22;' % self.reg())

    def cross(self):
        d, s = self.reg(), self.reg()
        self.emit(self.r.choice([
            'activelanecount_u32_b1 %s, $c0;' % d, 'activelaneid_u32 %s;' % d,
            'activelanemask_v4_b64_b1 ($d3, $d4, $d5, $d6), $c0;',
            'activelanepermute_b32 %s, %s, %s, 9, 0;' % (d, s, self.reg()),
            'activelanepermute_b32 %s, %s, %d, %s, 1;' % (d, s, self.r.randrange(32), s)]))

    def call(self):
        f = self.r.choice(['&twist', '&twist', '&twist', '&down'])
        self.emit('{', 'arg_u32 %p;', 'arg_u32 %q;', 'arg_u32 %s;',
                  'st_arg_u32 %s, [%%p];' % self.reg(), 'st_arg_u32 %s, [%%q];' % self.reg(),
                  'call %s(%%s)(%%p, %%q);' % f, 'ld_arg_u32 %s, [%%s];' % self.reg(), '}')

    # ---- memory

    def memory(self):
        if self.stacked:
            kinds = [self.load_anywhere, self.load_near, self.load_vector, self.store_own, self.store_vector,
                     self.load_sum, self.null_store, self.sum_of_ids, self.cancelled]
            self.r.choice(kinds + [self.load_by_id] * 10 + [self.cancelled] * 3)()
            return
        kinds = [self.load_anywhere, self.load_near, self.load_vector, self.store_own,
                 self.store_own, self.store_vector, self.load_sum, self.count, self.own_atomic,
                 self.members, self.members, self.null_store,
                 self.load_split, self.count_loaded, self.own_counter, self.row_atomic,
                 self.sum_of_ids, self.cancelled, self.row, self.row, self.divided, self.divided, self.by_turns,
                 self.twins, self.neighbours, self.store_one]
        self.r.choice(kinds + [self.private_array] * 2 if self.private else kinds)()

    def narrow(self):
        return self.r.choice(['u8', 's8', 'u16', 's16', 'u32', 's32'])

    def load_anywhere(self):
        t, d = self.narrow(), self.reg()
        size = int(t[1:]) // 8
        self.emit('and_b32 $s22, %s, 511;' % self.reg(), 'cvt_u64_u32 $d5, $s22;',
                  'mul_u64 $d5, $d5, %d;' % size, 'add_u64 $d6, $d9, $d5;',
                  'ld_global_%s %s, [$d6];' % (t, d))

    def load_near(self):
        """Consecutive, strided, and one for the group."""
        t = self.narrow()
        base, step = self.r.choice([('$d0', 4), ('$d10', 8), ('$d9', 0)])
        offset = self.r.randrange(4) * 4
        if self.r.random() < .2:
            self.emit('ld_global_u64 $d3, [$d10 + %d];' % (8 * self.r.randrange(3)))
        else:
            self.emit('ld_global_%s %s, [%s + %d];' % (t, self.reg(), base, offset))

    def twins(self):
        """Elements beside each other, by 32-bit numbers of any place, with something between the loads."""
        first, kind = self.r.choice([0, 0, 9, 0x7ffff000]), self.r.choice(['u', 's'])
        self.emit('and_b32 $s37, %s, 511;' % self.reg(), 'add_u32 $s37, $s37, %d;' % (first + 2), 'sub_u64 $d23, $d9, %d;' % (4 * first))
        for k in self.r.choice([(0, 1), (1, 0), (0, 1, 2), (1, 2, 0), (0, 2), (0, -1), (-1, 0, 1)]):
            offset = self.r.choice([0, 0, 1])
            self.emit('add_u32 $s38, $s37, %d;' % ((k - offset) % 2**32), 'cvt_%s64_%s32 $d22, $s38;' % (kind, kind),
                      self.r.choice(['mul_u64 $d22, $d22, 4;', 'shl_u64 $d22, $d22, 2;']), 'add_u64 $d22, $d23, $d22;',
                      'ld_global_u32 %s, [$d22 + %d];' % (self.reg(), 4 * offset))
            if self.r.random() < .3:
                self.r.choice([self.store_own, lambda: self.arith(2), lambda: self.arith(2)])()

    def neighbours(self):
        """Vectors that overlap: in a row of work-items, perhaps by sums of 32 bits."""
        places = [self.r.randrange(20) for _ in range(self.r.randrange(3, 7))]
        sums = self.r.random() < .6
        if sums:
            self.emit('workitemid_u32 $s37, 0;', 'workitemid_u32 $s38, 1;', 'mad_u32 $s37, $s38, %d, $s37;' % self.r.choice([16, 32, 40]))
        for k in places:
            if sums:
                self.emit('add_s32 $s38, $s37, %d;' % (k - 4), 'cvt_s64_s32 $d22, $s38;', 'mul_u64 $d22, $d22, 4;',
                          'add_u64 $d22, $d9, $d22;', 'ld_global_u32 %s, [$d22 + 16];' % self.reg())
            else:
                self.emit('ld_global_u32 %s, [$d0 + %d];' % (self.reg(), 4 * k))
            if self.r.random() < .1:
                self.store_own()

    def load_vector(self):
        n = self.r.choice([2, 3, 4])
        t = self.r.choice(['u8', 'u16', 'u32', 'u32'])
        base = self.r.choice(['$d10', '$d9', '$d12'])
        self.emit('ld_v%d_global_%s (%s), [%s];' % (n, t, ', '.join(self.r.sample(self.regs, n)),
                                                   base))

    def load_sum(self):
        """An address by a sum of 32 bits, in a row of work-items or over rows."""
        self.emit(self.r.choice([
            'add_u32 $s22, $s26, %d;' % self.r.randrange(100),
            'workitemid_u32 $s22, 1;\n\tworkitemid_u32 $s23, 0;\n\tmad_u32 $s22, $s22, 32, $s23;',
            'sub_u32 $s22, $s28, $s26;']),
            'cvt_u64_u32 $d5, $s22;', 'shl_u64 $d5, $d5, 2;', 'add_u64 $d5, $d9, $d5;',
            'ld_global_u32 %s, [$d5];' % self.reg())

    def row(self):
        """A loop along a row of each work-item's own, forwards or back, which may store a row, too."""
        size, stores, back = self.r.choice([1, 2, 4, 4, 4]), self.r.random() < .3, self.r.random() < .3
        turns = self.r.randrange(1, 8 if stores else 14)
        head, total, other = self.label(), self.reg(), self.reg()
        counter = '$s%d' % (40 + self.labels)
        self.emit(self.r.choice(['and_b32 $s22, %s, 255;' % self.reg(),
                                 'mul_u32 $s22, $s26, 13;\n\tand_b32 $s22, $s22, 255;']),
                  'add_u32 $s22, $s22, 16;', 'cvt_u64_u32 $d5, $s22;', 'mul_u64 $d5, $d5, %d;' % size,
                  'add_u64 $d5, $d9, $d5;', 'mov_b64 $d6, $d11;', 'mov_b32 $s23, %d;' % turns)
        if self.r.random() < .4:
            self.emit('and_b32 $s23, $s30, 7;', 'add_u32 $s23, $s23, 1;')
        down, first = self.r.random() < .5, self.r.choice([0, 0, 5])
        self.emit('mov_b32 %s, %s;' % (counter, '$s23' if down else first))
        if not down and first:
            self.emit('add_u32 $s23, $s23, %d;' % first)
        self.place(head)
        self.emit('ld_global_u%d $s24, [$d5];' % (8 * size))
        self.emit(self.r.choice(['mad_u32 %s, %s, 3, $s24;' % (total, total),
                                 'add_u32 %s, %s, $s24;' % (total, counter),
                                 'mov_b32 $s21, %s;\n\tadd_u32 %s, %s, $s24;\n\tmov_b32 %s, $s21;' %
                                 (total, total, other, other)]))
        if stores:
            self.emit('st_global_u32 %s, [$d6];' % total, 'add_u64 $d6, $d6, 4;')
        self.emit('%s_u64 $d5, $d5, %d;' % ('sub' if back else 'add', size),
                  'add_u32 %s, %s, %s;' % (counter, counter, '0xffffffff' if down else 1))
        self.emit('cmp_%s_b1_%s $c0, %s, %s;' % (
            ('ne', 'u32', counter, 0) if down else
            (self.r.choice(['ne', 'lt']), self.r.choice(['u32', 's32']), counter, '$s23')))
        self.emit('cbr_b1 $c0, %s;' % head)

    def load_by_id(self):
        """Elements that a row or a column of work-items has in common, at times by a sum that wraps."""
        item = self.r.choice(['workitemid', 'workitemabsid']) + '_u32 $s22, %d;' % self.r.randrange(2)
        after, wraps = self.label(), self.r.random() < .3
        factor, t, n = self.r.choice([1, 1, 1, 2, 3, 16]), self.narrow(), self.r.choice([1, 1, 1, 2, 4])
        if wraps:
            least = self.r.randrange(1, 20)
            self.emit(item, 'cmp_lt_b1_u32 $c1, $s22, %d;' % least, 'cbr_b1 $c1, %s;' % after,
                      'add_u32 $s22, $s22, %d;' % (2**32 - least))
        else:
            self.emit(item, 'mad_u32 $s22, $s22, %d, %d;' % (factor, self.r.randrange(200)))
        self.emit('cvt_u64_u32 $d5, $s22;', 'mul_u64 $d5, $d5, %d;' % (n * int(t[1:]) // 8), 'add_u64 $d5, $d9, $d5;')
        if n == 1:
            self.emit('ld_global_%s %s, [$d5];' % (t, self.reg()))
        else:
            self.emit('ld_v%d_global_%s (%s), [$d5];' % (n, t, ', '.join(self.r.sample(self.regs, n))))
        self.place(after)

    def product(self):
        """A row times a column, which some work-items may leave early."""
        head, after = self.label(), self.label()
        k, a, b, x, y = ['$s%d' % (200 + 5 * self.labels + i) for i in range(5)]
        r = self.reg()
        self.emit('mov_b32 %s, 0;' % k)
        for to, dim in ((a, self.r.randrange(2)), (b, self.r.randrange(2))):
            self.emit('%s_u32 %s, %d;' % (self.r.choice(['workitemid', 'workitemabsid']), to, dim),
                      'mad_u32 %s, %s, %d, %d;' % (to, to, self.r.choice([1, 1, 17]), self.r.randrange(99)))
        self.place(head)
        for to, at in ((x, a), (y, b)):
            self.emit('cvt_u64_u32 $d5, %s;' % at, 'shl_u64 $d5, $d5, 2;', 'add_u64 $d5, $d9, $d5;',
                      'ld_global_u32 %s, [$d5];' % to)
        self.emit('mad_u32 %s, %s, %s, %s;' % (r, x, y, r))
        if self.r.random() < .4:
            self.emit('and_b32 $s22, %s, 7;' % self.r.choice([x, y, r, '$s0']), 'cmp_eq_b1_u32 $c1, $s22, 3;',
                      'cbr_b1 $c1, %s;' % after)
        self.emit('add_u32 %s, %s, %d;' % (a, a, self.r.choice([1, 5, 32])),
                  'add_u32 %s, %s, %d;' % (b, b, self.r.choice([1, 5, 32])), 'add_u32 %s, %s, 1;' % (k, k),
                  'cmp_lt_b1_u32 $c1, %s, %d;' % (k, self.r.randrange(2, 9)), 'cbr_b1 $c1, %s;' % head)
        self.place(after)
        if self.r.random() < .5:
            self.emit('add_u32 %s, %s, %s;' % (self.reg(), self.reg(), self.r.choice([a, b, k, x, y])))

    def load_split(self):
        """At the upper or lower part of an id, which is linear in most parts of a wave."""
        low, n = self.r.choice([(4, 1), (5, 1), (6, 2), (7, 3), (3, 1), (9, 1)])
        self.emit('mad_u32 $s22, %s, %d, %d;' % (self.r.choice(['$s26', '$s0']), n, self.r.choice([0, 0, 5, 32])))
        by_shift = self.r.random() < .5
        if by_shift:
            split = self.r.choice(['shr_u32 $s22, $s22, %d;', 'shr_s32 $s22, $s22, %d;']) % low
        else:
            split = self.r.choice(['and_b32 $s22, $s22, %d;', 'and_b32 $s22, %d, $s22;']) % ((1 << low) - 1)
        self.emit(split)
        if self.r.random() < .3:
            self.emit('mov_b32 %s, $s22;' % self.reg())
        if by_shift and low < 5:
            self.emit('and_b32 $s22, $s22, 511;')
        self.emit('cvt_u64_u32 $d5, $s22;', 'shl_u64 $d5, $d5, 2;', 'add_u64 $d5, $d9, $d5;', 'ld_global_u32 %s, [$d5];' % self.reg())

    def sum_of_ids(self):
        """A sum of ids that is widened from 32 bits, or from the lower half of 64. It wraps in some groups, unless it is an
        address."""
        is_address = self.r.random() < .5
        item = 'workitemid' if is_address else self.r.choice(['workitemid', 'workitemabsid'])
        factor = 32 if is_address else self.r.choice([1, 40, 2**32 - 3, 0x10000001, 0x7fffffff])
        first = self.r.choice([5, 0x7ffff000] if is_address
                              else [5, 0x7ffffff1, 0x7fffffe0, 0xfffffff1, 0x80000003, 2**32 - 40])
        self.emit('%s_u32 $s22, 0;' % item, '%s_u32 $s23, 1;' % item, 'mad_u32 $s22, $s23, %d, $s22;' % factor)
        if self.r.random() < .5:
            self.emit('add_u32 $s22, $s22, %d;' % first,
                      '%s $d5, $s22;' % self.r.choice(['cvt_u64_u32', 'cvt_s64_s32']), 'mul_u64 $d5, $d5, 4;')
        else:
            self.emit('cvt_u64_u32 $d5, $s22;', 'shl_u64 $d5, $d5, 32;', 'add_u64 $d5, $d5, %d;' % (first << 32),
                      'shr_%s $d5, $d5, 30;' % self.r.choice(['u64', 's64']))
        if is_address:
            self.emit('sub_u64 $d6, $d9, %d;' % (4 * first), 'add_u64 $d5, $d6, $d5;',
                      'ld_global_u32 %s, [$d5 + %d];' % (self.reg(), 4 * self.r.randrange(3)))
        else:
            self.emit('xor_b64 $d3, $d3, $d5;')

    def cancelled(self):
        """Two sums of which the ids along which vectors lie behind each other cancel out, but for some, and unless one
        wraps before it is widened."""
        is_address = self.r.random() < .6
        factor = self.r.choice([1, 3, 33] if is_address else [1, 40, 2**32 - 3, 0x10000001, 0x7fffffff])
        first = self.r.choice([0, 100, 7] if is_address else [0, 5, 0x7fffffe0, 0xfffffff1, 2**32 - 40])
        by_group = self.r.random() < .5
        nearly = self.r.random() < .15
        self.emit('workitemid_u32 $s22, 0;', 'workitemid_u32 $s23, %d;' % self.r.choice([1, 1, 1, 2]))
        if by_group:
            self.emit('workgroupsize_u32 $s21, 1;')
            if not is_address:
                self.emit('mul_u32 $s21, $s21, %d;' % factor)
        by = '$s21' if by_group else factor
        self.emit('mad_u32 $s24, $s23, %s, $s22;' % by, 'mul_u32 $s20, $s23, %s;' % by)
        if nearly:
            self.emit('sub_u32 $s20, $s20, $s23;')
        if first:
            self.emit('add_u32 $s24, $s24, %d;' % first)
        if self.r.random() < .2:
            self.emit('sub_u32 $s24, $s24, $s20;', 'cvt_u64_u32 $d5, $s24;')
        else:
            widen = self.r.choice(['cvt_u64_u32', 'cvt_s64_s32'])
            self.emit('%s $d5, $s24;' % widen, '%s $d6, $s20;' % self.r.choice([widen, widen, 'cvt_s64_s32']),
                      'sub_u64 $d5, $d5, $d6;')
        if is_address:
            self.emit('shl_u64 $d5, $d5, 2;', 'add_u64 $d5, $d9, $d5;', 'ld_global_u32 %s, [$d5];' % self.reg())
        else:
            self.emit('xor_b64 $d3, $d3, $d5;')

    def divided(self):
        """Ids that are divided by a number of the group, where rows are often made of whole parts of a wave, or parts of
        whole rows; also the elements of pairs."""
        sign = self.r.choice(['u32', 'u32', 's32'])
        kind = self.r.choice(['pair', 'plain', 'plain', 'numbers'])
        first = self.r.choice([0, 0, 0, 16, 5, 48] if kind != 'numbers'
                              else [0, 2**32 - 32, 2**31 - 48, 2**31, 2**32 - 5, 7])
        self.emit('currentworkgroupsize_u32 $s22, 1;', 'shl_u32 $s22, $s22, %d;' % self.r.randrange(7))
        if self.r.random() < .2:
            self.emit('mul_u32 $s22, $s22, %d;' % self.r.choice([3, 5, 2**32 - 1] if kind == 'numbers' else [3, 5]))
        self.emit('workitemabsid_u32 $s23, 0;')
        if first != 0:
            self.emit('add_u32 $s23, $s23, %d;' % first)
        self.emit('rem_%s $s24, $s23, $s22;' % sign)
        if kind == 'pair':
            self.emit('shl_u32 $s21, $s23, 1;', 'sub_u32 $s21, $s21, $s24;', 'add_u32 $s20, $s21, $s22;')
        else:
            self.emit('div_%s $s20, $s23, $s22;' % sign, 'mad_u32 $s21, $s20, %d, $s24;' % self.r.choice([1, 2, 4]))
        if kind == 'numbers':
            self.emit('xor_b32 %s, $s24, $s21;' % self.reg(), 'add_u32 %s, %s, $s20;' % ((self.reg(),) * 2))
            return
        wide = self.r.choice(['cvt_u64_u32', 'cvt_s64_s32'])
        self.emit('%s $d5, $s21;' % wide, 'shl_u64 $d5, $d5, 2;', 'add_u64 $d5, $d9, $d5;')
        if kind == 'pair':
            self.emit('%s $d6, $s20;' % wide, 'shl_u64 $d6, $d6, 2;', 'add_u64 $d6, $d9, $d6;',
                      'ld_global_u32 $s21, [$d5];', 'ld_global_u32 $s22, [$d6];',
                      'mad_u32 %s, $s21, 7, $s22;' % self.reg())
        else:
            self.emit('ld_global_u32 %s, [$d5];' % self.reg())

    def store_one(self):
        """One work-item of the group, or several one after the other, stores what it finds, at an address that
        all have and that nobody else stores to."""
        if self.ones == 16:
            return
        t, end = self.narrow(), self.label()
        self.emit('cmp_ne_b1_u32 $c1, $s26, %d;' % self.r.choice([0, 1, 7, 15, 16, 30, 31, 32, 40]),
                  'cbr_b1 $c1, %s;' % end)
        self.loaded(511)
        if self.r.random() < .6:
            self.emit('cvt_u64_u32 $d5, $s22;', 'mul_u64 $d5, $d5, %d;' % (int(t[1:]) // 8), 'add_u64 $d6, $d9, $d5;',
                      'ld_global_%s $s22, [$d6];' % t)
        if self.r.random() < .4:
            self.emit('mad_u32 $s22, $s22, %d, %s;' % (self.r.randrange(1, 99), self.r.choice(['$s26', '$s0', self.reg()])))
        if self.r.random() < .2:
            self.emit('st_global_u32 $s22, [$d11];')
        self.emit('st_group_%s $s22, [%%ones][%d];' % (self.r.choice(['u8', 'u16', 'u32']), 4 * self.ones))
        self.place(end)
        self.ones += 1

    def by_turns(self):
        """Elements of even work-items in one place, and those of odd ones in another."""
        t = self.r.choice(['u32', 'u32', 'u64'])
        self.emit('workitemabsid_u32 $s22, 0;', 'and_b32 $s21, $s22, 1;',
                  'mul_u32 $s21, $s21, %d;' % self.r.choice([0, 1, 7, 8, 100, 1500]), 'shr_u32 $s23, $s22, 1;',
                  'add_u32 $s21, $s21, $s23;', 'cvt_u64_u32 $d5, $s21;', 'mul_u64 $d5, $d5, %d;' % (int(t[1:]) // 8),
                  'add_u64 $d5, $d9, $d5;', 'ld_global_%s %s, [$d5];' % (t, '$d3' if t == 'u64' else self.reg()))
        if self.r.random() < .5:
            self.emit('shl_u32 $s21, $s22, 1;', 'or_b32 $s21, $s21, 1;', 'cvt_u64_u32 $d5, $s21;',
                      'mad_u64 $d5, $d5, 4, $d9;', 'ld_global_u32 %s, [$d5];' % self.reg())

    def store_own(self):
        t = self.r.choice(['u8', 'u16', 'u32', 'u64'])
        size = int(t[1:]) // 8
        offset = self.r.randrange(ITEM_BYTES // size) * size
        self.emit('st_global_%s %s, [$d11 + %d];' % (t, '$d3' if size == 8 else self.reg(), offset),
                  'ld_global_u32 %s, [$d11 + %d];' % (self.reg(), offset & ~3))

    def store_vector(self):
        n = self.r.choice([2, 3, 4])
        t = self.r.choice(['u8', 'u16', 'u32', 'u32'])
        self.emit('st_v%d_global_%s (%s), [$d11%s];' % (
            n, t, ', '.join(self.reg() for _ in range(n)), self.r.choice(['', ' + 16'])))

    def members(self):
        """Elements beside each other, or nearly, one by one in any order."""
        t = self.r.choice(['u8', 'u16', 'u32', 'u32', 'u32'])
        size, n = int(t[1:]) // 8, self.r.randrange(2, 5)
        places = self.r.sample(range(min(4, n + self.r.randrange(2))), n)
        if self.r.random() < .5:
            base, first = '$d11', self.r.randrange(3) * size
            for p in places:
                self.emit('st_global_%s %s, [$d11 + %d];' % (t, self.reg(), first + p * size))
        else:
            base, first = self.r.choice(['$d0', '$d10', '$d9', '$d12', '$d11']), 0
        for p in places if self.r.random() < .7 else []:
            self.emit('ld_global_%s %s, [%s + %d];' % (t, self.reg(), base, first + p * size))

    def private_place(self, size):
        """An address in %mine: one for all, one for the group, in a line, or the lane's own."""
        if self.r.random() < .3:
            return '[%%mine][%d]' % (self.r.randrange(64 // size) * size)
        source = self.r.choice(['$s30', '$s25', '$s29', '$s26', '$s27', self.reg(), self.reg()])
        at, mask = self.r.choice([(0, 63 & -size), (0, 63 & -size), (size, 31 & -size)])
        self.emit('shl_u32 $s22, %s, %d;' % (source, self.r.randrange(3)),
                  'and_b32 $s22, $s22, %d;' % mask)
        return '[%%mine][$s22 + %d]' % at if at else '[%mine][$s22]'

    def private_access(self):
        t = self.r.choice(self.private_types)
        bytes = int(t[1:]) // 8
        n = self.r.choice([1, 1, 1, 2, 4])
        place = self.private_place(bytes * n)
        op = self.r.choice(['ld', 'st'])
        regs = ['$d%d' % (3 + k) if bytes == 8 else self.regs[k] for k in self.r.sample(range(4), n)]
        vector = '' if n == 1 else 'v%d_' % n
        values = regs[0] if n == 1 else '(%s)' % ', '.join(regs)
        self.emit('%s_%sprivate_align(%d)_%s %s, %s;' % (
            op, vector, self.r.choice([bytes, bytes * n]), t, values, place))

    def private_array(self):
        if self.private_types is not None:
            for _ in range(self.r.randrange(1, 4)):
                self.private_access()
            return
        self.emit('and_b32 $s22, %s, 15;' % self.reg(), 'shl_u32 $s22, $s22, 2;',
                  'st_private_u32 %s, [%%mine][$s22];' % self.reg(),
                  'and_b32 $s22, %s, 60;' % self.reg(),
                  'ld_private_%s %s, [%%mine][$s22];' % (self.narrow(), self.reg()))

    def count(self):
        self.emit('and_b32 $s22, %s, 60;' % self.reg(),
                  'atomicnoret_add_group_rlx_wg_u32 [%%counts][$s22], %s;' % self.reg())

    def loaded(self, most):
        """Puts into $s22 a number up to `most`, of a place that differs from lane to lane, or not."""
        t = self.narrow()
        size = int(t[1:]) // 8
        if self.r.random() < .4:
            self.emit('and_b32 $s22, %s, 511;' % self.reg(), 'cvt_u64_u32 $d5, $s22;',
                      'mul_u64 $d5, $d5, %d;' % size, 'add_u64 $d6, $d9, $d5;')
        else:
            self.emit('add_u32 $s22, $s26, %d;' % self.r.choice([0, 7, 0xfffffff8]), 'and_b32 $s22, $s22, 4095;'
                      if self.r.random() < .5 else 'add_u32 $s22, $s22, 8;', 'cvt_u64_u32 $d5, $s22;',
                      'mul_u64 $d5, $d5, %d;' % size, 'add_u64 $d6, $d9, $d5;')
        self.emit('ld_global_%s $s22, [$d6];' % t)
        if self.r.random() < .3:
            self.emit('shr_u32 $s22, $s22, 3;')
        self.emit('and_b32 $s22, $s22, %d;' % most)

    def count_loaded(self):
        self.loaded(15)
        self.emit('shl_u32 $s22, $s22, 2;', self.r.choice([
            'atomicnoret_%s_group_rlx_wg_u32 [%%counts][$s22], %s;',
            'atomic_%s_group_rlx_wg_u32 $s121, [%%counts][$s22], %s;'])
                  % (self.r.choice(['add', 'add', 'sub']), self.r.choice(['1', self.reg(), '$s26', '$s30'])))

    def own_counter(self):
        """A load, a sum and a store at a place of the work-item's own memory that it has loaded."""
        t = self.r.choice(['u8', 'u8', 's8', 'u16', 'u32'])
        size = int(t[1:]) // 8
        in_group = self.r.random() < .5
        for _ in range(self.r.randrange(1, 3)):
            self.loaded((4 if in_group else ITEM_BYTES) // size - 1)
            if in_group:
                place = '[%own][$s22]'
                self.emit('mul_u32 $s22, $s22, %d;' % size, 'add_u32 $s22, $s22, $s27;')
            else:
                place = '[$d6]'
                self.emit('cvt_u64_u32 $d5, $s22;', 'mul_u64 $d5, $d5, %d;' % size, 'add_u64 $d6, $d11, $d5;')
            segment = 'group' if in_group else 'global'
            by = self.r.choice(['1', '-3', self.reg(), '$s26', '$s30'])
            self.emit('ld_%s_%s $s23, %s;' % (segment, t, place))
            self.emit(*self.r.choice([
                ['add_u32 $s23, $s23, %s;' % by], ['sub_u32 $s23, $s23, %s;' % by],
                ['add_s32 $s23, %s, $s23;' % by], ['sub_u32 $s23, %s, $s23;' % by],
                ['add_u32 $s24, $s23, %s;' % by, 'mov_b32 %s, $s23;' % self.reg(), 'mov_b32 $s23, $s24;']]))
            self.emit('st_%s_%s $s23, %s;' % (segment, t.replace('s', 'u'), place))

    def row_atomic(self):
        """Atomics on elements beside each other, which the work-item reads in the end."""
        self.emit('ld_kernarg_u64 $d5, [%out];', 'add_u64 $d5, $d5, $d1;', 'atomicnoret_%s_global_rlx_agent_%s [$d5], %s;' % (
            self.r.choice([('add', 'u32'), ('sub', 's32'), ('max', 's32'), ('min', 'u32'), ('xor', 'b32'),
                           ('or', 'b32'), ('and', 'b32')]) + (self.reg(),)))

    def own_atomic(self):
        self.emit('atomic_%s_global_rlx_agent_%s %s, [$d11 + 8], %s;' % (
            self.r.choice([('add', 'u32'), ('max', 's32'), ('exch', 'b32'), ('xor', 'b32')])
            + (self.reg(), self.reg())))

    def exchange(self):
        """Group memory between two barriers."""
        self.emit('st_group_u32 %s, [%%tile][$s27];' % self.reg(), 'barrier;',
                  'xor_b32 $s22, $s26, %d;' % self.r.randrange(1, 9), 'rem_u32 $s22, $s22, $s28;',
                  'shl_u32 $s22, $s22, 2;', 'ld_group_u32 %s, [%%tile][$s22];' % self.reg(),
                  'barrier;')

    def tree(self):
        """Levels of a tree in group memory, with fewer work-items and larger steps, or the other way.
        The work-items are those of a row, or rows of the group."""
        items, step = self.r.choice([(64, 1), (100, 2), (33, 1), (16, 8), (8, 3), (200, 2), (128, 4), (5, 1)])
        by_row = self.shape[1] > 1
        if by_row:
            items, step = self.r.choice([(4, 1), (3, 2), (8, 1), (1, 4)])
        down, rounds = self.r.random() < .5, self.r.randrange(1, 7)
        late = self.r.random() < .4  # the barrier is behind the level, so that a region starts with the next number
        carry = self.r.random() < .3  # a barrier is between loads and stores
        head, after = self.label(), self.label()
        d, o, n, x = ['$s%d' % (50 + 4 * self.labels + k) for k in range(4)]
        self.emit('st_group_u32 %s, [%%tile][$s27];' % self.reg(), 'workitemid_u32 %s, %d;' % (x, by_row),
                  'mov_b32 %s, %d;' % (d, items >> rounds if down else items),
                  'mov_b32 %s, %d;' % (o, step << rounds if down else step), 'mov_b32 %s, 0;' % n)
        if late:
            self.emit('barrier;')
        self.place(head)
        compare = self.r.choice(['ge_b1_u32', 'gt_b1_s32', 'ge_b1_s32'])
        if not late:
            self.emit('barrier;')
        self.emit('mov_b32 $s24, 0;', 'cmp_%s $c0, %s, %s;' % (compare, x, d))
        if compare != 'gt_b1_s32' and self.r.random() < .3:
            self.emit('cmp_le_b1_u32 $c0, %s, %s;' % (d, x))
        self.emit('cbr_b1 $c0, %s;' % after)
        if not by_row and not carry and compare != 'gt_b1_s32' and self.r.random() < .6:
            self.plain_nodes(x, o)
        else:
            self.nodes(x, o, after, by_row, compare == 'gt_b1_s32' or self.r.random() < .3)
        self.emit('ld_group_u32 $s22, [%tile][$s20];', 'ld_group_u32 $s23, [%tile][$s21];',
                  'mad_u32 $s24, $s22, 3, $s23;')
        if not carry and self.r.random() < .5:
            self.emit('st_group_u32 $s23, [%tile][$s20];')
        if carry:
            self.emit('st_group_u32 $s23, [%tile][$s20];')
            self.place(after)
            after = self.label()
            self.emit('barrier;', 'cbr_b1 $c0, %s;' % after)
            self.nodes(x, o, after, by_row, True)
        self.emit('st_group_u32 $s24, [%tile][$s21];')
        self.place(after)
        if late:
            self.emit('barrier;')
        self.emit('%s_u32 %s, %s, 1;' % ('shl' if down else 'shr', d, d),
                  '%s_u32 %s, %s, 1;' % ('shr' if down else 'shl', o, o), 'add_u32 %s, %s, 1;' % (n, n),
                  'cmp_lt_b1_u32 $c0, %s, %d;' % (n, rounds), 'cbr_width(all)_b1 $c0, %s;' % head, 'barrier;',
                  'ld_group_u32 %s, [%%tile][$s27];' % self.reg(), 'barrier;')

    def plain_nodes(self, x, o):
        """Those places in a tree of which the table has all."""
        self.emit('shl_u32 $s20, %s, 1;' % x, 'add_u32 $s20, $s20, 1;', 'mul_u32 $s20, $s20, %s;' % o,
                  'add_u32 $s21, $s20, %s;' % o, 'shl_u32 $s20, $s20, 2;', 'shl_u32 $s21, $s21, 2;',
                  'sub_u32 $s20, $s20, 4;', 'sub_u32 $s21, $s21, 4;')

    def reduction(self):
        """A tree whose work-items combine their element with one that is as far behind it as there are
        work-items. An element has one, two or four words."""
        words = self.r.choice([1, 1, 1, 2, 4])
        first = self.r.choice([128, 128, 64, 64, 32, 16, 8, 4, 2, 100, 96, 48, 40, 24, 1])
        one_row = self.shape[1] == self.shape[2] == 1
        head, after, end = self.label(), self.label(), self.label()
        d, p, q, x = ['$s%d' % (50 + 4 * self.labels + k) for k in range(4)]
        vector = '' if words == 1 else 'v%d_' % words
        left, right = [['$s%d' % (90 + 4 * self.labels + 4 * k + w) for w in range(words)] for k in range(2)]
        move = '%s_' + vector + 'group_u32 %s, [%%tile][%s];'
        tuple_of = ', '.join if words == 1 else lambda regs: '(%s)' % ', '.join(regs)
        self.emit('st_group_u32 %s, [%%tile][$s27];' % self.reg(),
                  'workitemid_u32 %s, 0;' % x if one_row else 'currentworkitemflatid_u32 %s;' % x,
                  'mul_u32 %s, %s, %d;' % (p, x, 4 * words), 'mov_b32 %s, %d;' % (d, first))
        self.place(head)
        self.emit('barrier;', 'cmp_%s $c0, %s, %s;' % (self.r.choice(['ge_b1_u32', 'ge_b1_s32']), x, d),
                  'cbr_b1 $c0, %s;' % after, 'mad_u32 %s, %s, %d, %s;' % (q, d, 4 * words, p),
                  move % ('ld', tuple_of(left), p), move % ('ld', tuple_of(right), q))
        odd = self.r.random() < .2  # words that are not computed alike
        for w in range(words):
            self.emit('mad_u32 %s, %s, %d, %s;' % (left[w], left[w], 5 if odd and w == 1 else 3, right[w]))
        if self.r.random() < .3:
            self.emit('xor_b32 %s, %s, %s;' % (left[0], left[0], right[words - 1]))
        self.emit(move % ('st', tuple_of(left), p))
        if self.r.random() < .3:
            self.emit(move % ('st', tuple_of(right), q))
        self.place(after)
        self.emit('shr_u32 %s, %s, 1;' % (d, d), 'cmp_gt_b1_u32 $c0, %s, %d;' % (d, self.r.choice([0, 0, 0, 1, 4])),
                  'cbr_width(all)_b1 $c0, %s;' % head)
        if self.r.random() < .5:  # the first work-item reads what it has stored itself
            self.emit('cmp_ne_b1_u32 $c0, %s, 0;' % x, 'cbr_b1 $c0, %s;' % end,
                      'ld_group_u32 %s, [%%tile];' % self.reg())
            self.place(end)
            self.emit('barrier;')
        else:
            self.place(end)
            self.emit('barrier;', 'ld_group_u32 %s, [%%tile][$s27];' % self.reg(), 'barrier;')

    def diagonals(self):
        """A loop around a barrier in which a range of work-items, which goes on, reads and writes parts of the
        table that are its own."""
        stride, rounds = self.r.choice([1, 2, 4, 8, 16, 32, 64]), self.r.randrange(1, 12)
        on = 4 * self.r.randrange(max(1, stride // rounds))
        head, after = self.label(), self.label()
        t, v, p, x = ['$s%d' % (50 + 4 * self.labels + k) for k in range(4)]
        start = self.r.choice([0, 5, 15, 31, 40, 0xfffffffe, 0xfffffff0, 0x40000000, 0x7ffffff8, 0x80000005])
        most = self.r.choice([0, 1, 7, 15, 15, 20, 100, 0x3fffffff, 0x7fffffff, 0xfffffff0])
        one_row = self.shape[1] == self.shape[2] == 1
        self.emit('st_group_u32 %s, [%%tile][$s27];' % self.reg(),
                  'workitemid_u32 %s, 0;' % x if one_row else 'currentworkitemflatid_u32 %s;' % x,
                  self.r.choice(['add_u32 %s, %s, %d;' % (v, x, start), 'sub_u32 %s, %d, %s;' % (v, start, x)]),
                  'mul_u32 %s, %s, %d;' % (p, x, 4 * stride), 'mov_b32 %s, 0;' % t)
        self.place(head)
        self.emit('barrier;', 'cmp_ge_b1_u32 $c1, %s, %d;' % (x, 1024 // stride), 'cbr_b1 $c1, %s;' % after)
        if self.r.random() < .7:
            compare = self.r.choice(['gt_b1_u32 $c0, %s, %d', 'ge_b1_u32 $c0, %s, %d'])
            self.emit('cmp_%s;' % (compare % (v, most)), 'cbr_b1 $c0, %s;' % after)
        else:
            stay = self.label()
            self.emit('cmp_%s_b1_u32 $c0, %d, %s;' % (self.r.choice(['gt', 'ge']), most, v),
                      'cbr_b1 $c0, %s;' % stay, 'br %s;' % after)
            self.place(stay)
        self.emit('ld_group_u32 $s22, [%%tile][%s];' % p, 'mad_u32 $s22, $s22, 3, %s;' % t)
        if self.r.random() < .3:
            self.emit('xor_b32 $s22, $s22, %s;' % self.reg())
        self.emit('st_group_u32 $s22, [%%tile][%s];' % p)
        self.place(after)
        self.emit('add_u32 %s, %s, %d;' % (v, v, self.r.choice([1, 1, 0, 3, 0xffffffff])),
                  'add_u32 %s, %s, %d;' % (p, p, on), 'add_u32 %s, %s, 1;' % (t, t),
                  'cmp_lt_b1_u32 $c0, %s, %d;' % (t, rounds), 'cbr_width(all)_b1 $c0, %s;' % head, 'barrier;',
                  'ld_group_u32 %s, [%%tile][$s27];' % self.reg(), 'barrier;')

    def nodes(self, x, o, after, by_row, cut):
        """The places of a node of a tree and of its child, each in a part of its own; the code goes to `after`
        beyond the table's end if `cut`, and else goes on at its start."""
        self.emit('shl_u32 $s20, %s, 1;' % x, 'add_u32 $s20, $s20, 1;', 'mul_u32 $s20, $s20, %s;' % o,
                  'add_u32 $s21, $s20, %s;' % o)
        if by_row:
            self.emit('currentworkgroupsize_u32 $s22, 0;', 'workitemid_u32 $s23, 0;',
                      'mad_u32 $s20, $s20, $s22, $s23;', 'mad_u32 $s21, $s21, $s22, $s23;')
        if by_row or cut:
            self.emit('cmp_ge_b1_u32 $c1, $s21, 1020;', 'cbr_b1 $c1, %s;' % after)
        else:
            self.emit('and_b32 $s20, $s20, 1023;', 'and_b32 $s21, $s21, 1023;')
        self.emit('shl_u32 $s20, $s20, 2;', 'shl_u32 $s21, $s21, 2;')

    # ---- control

    def condition(self, uniform=None):
        """Sets $c0; true for whether it is uniform."""
        if uniform is None:
            uniform = self.r.random() < .3
        if not uniform and self.stacked and self.r.random() < .4:  # by rows or columns
            self.emit('workitemabsid_u32 $s21, %d;' % self.r.choice([1, 1, 0]),
                      'add_u32 $s21, $s21, %d;' % self.r.randrange(4),
                      'and_b32 $s21, $s21, %d;' % self.r.choice([1, 2, 3, 4, 6]),
                      'cmp_%s_b1_u32 $c0, $s21, 0;' % self.r.choice(['eq', 'ne']))
            return False
        if not uniform and self.r.random() < .25:  # by ids
            self.emit('cmp_lt_b1_u32 $c0, %s, %d;' % (self.r.choice(['$s0', '$s26']),
                                                     self.r.choice([1, 8, 31, 32, 60, 200])))
            return False
        source = self.r.choice(['$s30', '$s29', '$s31'] if self.depth > 0 else ['$s30', '$s29'])
        self.emit('and_b32 $s21, %s, %d;' % (source if uniform else self.reg(),
                                            self.r.choice([1, 2, 3, 4, 7, 8, 12])),
                  'cmp_%s_b1_u32 $c0, $s21, 0;' % self.r.choice(['eq', 'ne']))
        return uniform

    def statement(self, depth, leave, again):
        k = self.r.random()
        self.budget -= 1
        even = self.depth == 0 and self.barriers
        if self.stacked and (depth <= 0 or self.budget < 0 or k < .3 * (self.depth > 0)):
            self.r.choice([self.load_by_id, self.load_by_id, self.product, lambda: self.arith(1)])()
        elif self.stacked and depth == 3 and k < .6:
            self.choice(depth, leave, again)
        elif depth <= 0 or self.budget < 0 or k < .2:
            self.arith(self.r.randrange(1, 4))
        elif k < .4:
            self.memory()
        elif k < .43 and not self.stacked:
            self.call()
        elif k < .5 and self.crosses_lanes:
            self.cross()
        elif k < .51 and even and self.shape[2] == 1:
            self.r.choice([self.tree, self.tree, self.reduction, self.reduction, self.diagonals])()
        elif k < .52 and even:
            self.exchange()
        elif k < .56 and even:
            self.even_loop(depth)
        elif k < .68:
            self.choice(depth, leave, again)
        elif k < .72:
            self.switch(depth, leave, again)
        elif k < .77 and not self.stacked:
            self.tangle(depth)
        elif k < .82:
            self.window()
        elif k < .88:
            self.loop(depth)
        elif leave and k < .94:
            self.jump(self.r.choice([leave, again]))
        else:
            self.jump(self.r.choice(['@FINISH', '@EXIT', '@EXIT']))

    def jump(self, target):
        if self.barriers and target == '@FINISH':
            target = '@EXIT'  # @FINISH stands before a barrier
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

    def switch(self, depth, leave, again):
        n, after = self.r.randrange(2, 5), self.label()
        cases = [self.label() for _ in range(n)]
        uniform = self.r.random() < .3
        self.emit('rem_u32 $s21, %s, %d;' % ('$s30' if uniform else self.reg(),
                                            n + (self.r.random() < .3)),
                  'sbr_u32 $s21 [%s];' % ', '.join(cases))
        self.depth += not uniform
        for case in cases:
            self.place(case)
            self.block(depth - 1, leave, again)
            if self.r.random() < .7:
                self.emit('br %s;' % after)
        self.depth -= not uniform
        self.place(after)

    def burn(self, leave):
        """All fuel is burnt after a while, by all work-items at once where that is uniform."""
        self.emit('sub_u32 $s25, $s25, 1;', 'cmp_le_b1_s32 $c1, $s25, 0;', 'cbr_b1 $c1, %s;' % leave)

    def tangle(self, depth):
        """Blocks with jumps from any to any, most often loops with several entries."""
        blocks = [self.label() for _ in range(self.r.randrange(2, 6))]
        leave = self.label()
        self.tangled = True
        even = self.depth == 0 and self.r.random() < .4
        self.depth += not even
        self.condition(even)
        self.emit('cbr_b1 $c0, %s;' % self.r.choice(blocks))
        for b in blocks:
            self.place(b)
            if even:
                self.emit('sub_u32 $s29, $s29, 1;', 'cmp_le_b1_s32 $c1, $s29, 0;',
                          'cbr_b1 $c1, %s;' % leave)
            else:
                self.burn(leave)
            self.block(depth - 2, None, None)
            self.condition(even)
            self.emit('cbr_b1 $c0, %s;' % self.r.choice(blocks + [leave]))
        self.depth -= not even
        self.place(leave)

    def even_loop(self, depth):
        """All work-items make the same number of rounds."""
        head = self.label()
        counter = '$s%d' % (40 + self.labels)
        self.emit('mov_b32 %s, 0;' % counter)
        self.place(head)
        self.block(depth - 1, None, None)
        self.emit('add_u32 %s, %s, 1;' % (counter, counter),
                  'cmp_lt_b1_u32 $c0, %s, %d;' % (counter, self.r.randrange(2, 5)),
                  'cbr_b1 $c0, %s;' % head)

    def loop(self, depth):
        head, leave, again = self.label(), self.label(), self.label()
        counted = self.r.random() < .3
        if counted:
            self.emit('mov_b32 $s31, 0;')
        self.depth += 1
        self.place(head)
        self.burn(leave)
        self.block(depth - 1, leave, again)
        self.place(again)
        self.arith(1)
        if counted:
            self.emit('add_u32 $s31, $s31, 1;',
                      'cmp_lt_b1_u32 $c0, $s31, %d;' % self.r.randrange(1, 6))
        else:
            self.condition()
        self.emit('cbr_b1 $c0, %s;' % head)
        self.place(leave)
        self.depth -= 1

    def window(self):
        """A loop over what is around a place, as far as there is something: lanes begin and end apart,
        with pointers that go on from iteration to iteration. $s32 is the place, $s33 the counter, $s34
        the end."""
        again, leave = self.label(), self.label()
        n, c = self.r.choice([3, 5, 16, 21, 32, 64]), self.r.randrange(12)
        step = self.r.choice([1, 1, 1, 2, -1, -2])
        self.emit(self.r.choice(['mov_b32 $s32, $s26;', 'rem_u32 $s32, $s26, %d;' % n,
                                 'sub_u32 $s32, $s26, %d;\n\tabs_s32 $s32, $s32;' % c,
                                 'sub_u32 $s32, %d, $s26;\n\tcmp_lt_b1_s32 $c1, $s26, %d;\n\t'
                                 'cmov_b32 $s32, $c1, $s26, $s32;\n\tmax_s32 $s32, $s32, 0;' % (2 * n, n),
                                 'div_u32 $s32, $s26, %d;' % n, 'and_b32 $s32, %s, 63;' % self.reg()]))
        self.emit(self.r.choice([
            'sub_u32 $s33, %d, $s32;\n\tmax_s32 $s33, $s33, 0;' % c,
            'sub_u32 $s33, $s32, %d;\n\tmin_s32 $s33, $s33, -1;\n\tnot_b32 $s33, $s33;' % (n - c),
            'and_b32 $s33, $s32, %d;' % self.r.choice([1, 3, 31]), 'mov_b32 $s33, %d;' % c,
            'and_b32 $s33, %s, 7;' % self.reg()]))
        self.emit(self.r.choice([
            'mov_b32 $s34, %d;' % (c + 4),
            'sub_u32 $s34, %d, $s32;\n\tmin_s32 $s34, $s34, %d;' % (n + 3, c + 3),
            'and_b32 $s34, %s, 15;' % self.reg(), 'add_u32 $s34, $s33, %d;' % self.r.randrange(1, 9)]))
        if step == 2 or step == -2:
            self.emit('sub_u32 $s35, $s34, $s33;', 'and_b32 $s35, $s35, 1;', 'add_u32 $s34, $s34, $s35;')
        if step < 0:
            self.emit('mov_b32 $s35, $s33;', 'mov_b32 $s33, $s34;', 'mov_b32 $s34, $s35;')
        self.emit('cmp_%s_b1_s32 $c1, $s33, $s34;' % ('ge' if step > 0 else 'le'),
                  'cbr_b1 $c1, %s;' % leave,
                  'mad_u32 $s35, $s32, %d, $s33;' % self.r.choice([0, 1, 1, 2, 9]),
                  'add_u32 $s35, $s35, %d;' % self.r.choice([64, 100, 4000]))
        if self.r.random() < .4:  # rows lie behind each other
            self.emit('div_u32 $s36, $s26, %d;' % n, 'and_b32 $s36, $s36, 31;',
                      'mad_u32 $s35, $s36, %d, $s35;' % (n + c))
        self.emit('cvt_%s $d20, $s35;' % self.r.choice(['u64_u32', 's64_s32']),
                  'shl_u64 $d20, $d20, 2;', 'add_u64 $d20, $d9, $d20;',
                  'cvt_u64_u32 $d21, $s33;', 'mad_u64 $d21, $d21, 4, $d9;')
        self.place(again)
        x, y = self.reg(), self.reg()
        self.emit('ld_global_u32 $s35, [$d20];', 'ld_global_u32 $s36, [$d21];',
                  'mad_u32 %s, $s35, $s36, %s;' % (x, x))
        if self.r.random() < .3:
            self.arith(1)
        if self.r.random() < .2:
            self.emit('and_b32 $s21, $s35, 7;', 'cmp_eq_b1_s32 $c1, $s21, 0;', 'cbr_b1 $c1, %s;' % leave)
        if self.r.random() < .2:
            self.emit('xor_b32 %s, $s33, %s;' % (y, y))
        if self.r.random() < .2:
            self.emit('st_global_u32 %s, [$d11 + %d];' % (x, 4 * self.r.randrange(8)))
        self.emit('add_u32 $s33, $s33, %d;' % (step & 0xffffffff),
                  'add_u64 $d20, $d20, %d;' % (4 * step & 2**64 - 1),
                  'add_u64 $d21, $d21, %d;' % (4 * step & 2**64 - 1),
                  self.r.choice(['cmp_%s_b1_s32 $c1, $s33, $s34;' % ('lt' if step > 0 else 'gt'),
                                 'cmp_%s_b1_s32 $c1, $s34, $s33;' % ('gt' if step > 0 else 'lt'),
                                 'cmp_ne_b1_%s $c1, $s33, $s34;' % self.r.choice(['u32', 's32'])]),
                  'cbr_b1 $c1, %s;' % again)
        if self.r.random() < .3:  # what the last iteration left
            self.emit('add_u32 %s, $s35, %s;' % (y, y))
        self.place(leave)

    def block(self, depth, leave, again):
        for _ in range(self.r.randrange(1, 4)):
            self.statement(depth, leave, again)

    # ---- the whole

    def whole_text(self):
        head = ['prog kernel &k%d(kernarg_u64 %%in, kernarg_u64 %%out, kernarg_u64 %%scratch)'
                % self.seed, '{']
        if self.required:
            head.append('\trequiredworkgroupsize %d, %d, %d;' % self.shape)
        body = ''.join(self.out)
        for name, var in (('%tile', 'group_u32 %tile[1024];'), ('%counts', 'group_u32 %counts[16];'),
                          ('%ones', 'group_u32 %ones[16];'),
                          ('%own', 'align(4) group_u8 %own[4096];'),
                          ('%mine', 'align(64) private_u32 %mine[16];')):
            if name in body:
                head.append('\t' + var)
        self.out, middle = [], self.out
        if self.across:
            self.number()
        else:
            self.emit('workitemflatabsid_u32 $s0;', 'currentworkitemflatid_u32 $s26;')
        self.emit('shl_u32 $s27, $s26, 2;', 'currentworkgroupsize_u32 $s28, 0;',
                  'currentworkgroupsize_u32 $s22, 1;', 'mul_u32 $s28, $s28, $s22;',
                  'currentworkgroupsize_u32 $s22, 2;', 'mul_u32 $s28, $s28, $s22;')
        if '%counts' in body:
            self.emit('and_b32 $s22, $s27, 60;', 'st_group_u32 0, [%counts][$s22];')
        if '%ones' in body:
            self.emit('and_b32 $s22, $s27, 60;', 'st_group_u32 7, [%ones][$s22];')
        if '%tile' in body:  # trees read what nobody has written
            self.emit('mov_b32 $s22, $s26;')
            self.place('@CLEAR')
            self.emit('shl_u32 $s23, $s22, 2;', 'st_group_u32 0, [%tile][$s23];',
                      'add_u32 $s22, $s22, $s28;', 'cmp_lt_b1_u32 $c0, $s22, 1024;',
                      'cbr_b1 $c0, @CLEAR;')
        if '%own' in body:
            self.emit('st_group_align(4)_u32 0, [%own][$s27];')
        if '%counts' in body or '%tile' in body or '%ones' in body:
            self.emit('barrier;')
        if '%mine' in body:
            align = '' if self.private_types is None else '_align(4)'
            if self.private_types is not None and 'u32' not in self.private_types:
                t = self.private_types[0]
                for k in range(0, 64, int(t[1:]) // 8):
                    self.emit('st_private_align(%d)_%s %d, [%%mine][%d];' % (
                        int(t[1:]) // 8, t, k * 77 % 100, k))
            else:
                for k in range(16):
                    self.emit('st_private%s_u32 %d, [%%mine][%d];' % (align, k * 77, 4 * k))
        self.emit('ld_kernarg_u64 $d9, [%in];', 'cvt_u64_u32 $d1, $s0;', 'shl_u64 $d1, $d1, 2;',
                  'add_u64 $d0, $d9, $d1;', 'add_u64 $d10, $d0, $d1;', 'add_u64 $d12, $d10, $d1;',
                  'add_u64 $d12, $d12, $d1;', 'ld_kernarg_u64 $d11, [%scratch];',
                  'mul_u64 $d5, $d1, %d;' % (ITEM_BYTES // 4), 'add_u64 $d11, $d11, $d5;',
                  'ld_global_u32 $s1, [$d0];', 'mov_b64 $d3, $d1;', 'mov_b64 $d4, 99;',
                  'mov_b32 $s25, 40;', 'mov_b32 $s29, 20;', 'workgroupid_u32 $s30, 0;',
                  'mov_b32 $s31, 0;', 'cmp_eq_b1_u32 $c0, $s1, $s0;')
        for k in range(2, 8):
            self.emit('mad_u32 $s%d, $s1, %d, %d;' % (k, self.r.randrange(1, 99999),
                                                     self.r.randrange(9999)))
        tail = ['@FINISH:', '\tmad_u32 $s2, $s3, 31, $s2;']
        if '%counts' in body:
            tail += ['\tbarrier;', '\tand_b32 $s22, $s27, 60;', '\tld_group_u32 $s2, [%counts][$s22];']
        if '%ones' in body:
            tail += ['\tbarrier;', '\tand_b32 $s22, $s27, 60;', '\tld_group_u32 $s22, [%ones][$s22];',
                     '\tmad_u32 $s4, $s4, 31, $s22;']
        if '%own' in body:
            tail += ['\tld_group_align(4)_u32 $s22, [%own][$s27];', '\tmad_u32 $s3, $s3, 31, $s22;']
        tail += ['@EXIT:', '\tcvt_u32_u64 $s22, $d3;', '\tmad_u32 $s1, $s1, 33, $s22;']
        tail += ['\tmad_u32 $s1, $s1, 33, $s%d;' % k for k in range(2, 8)]
        tail += ['\tadd_u32 $s1, $s1, $s25;', '\tld_kernarg_u64 $d2, [%out];',
                 '\tadd_u64 $d2, $d2, $d1;', '\tld_global_u32 $s22, [$d2];', '\tmad_u32 $s1, $s1, 33, $s22;',
                 '\tst_global_u32 $s1, [$d2];', '};']
        return '\n'.join(head + self.out + middle + tail) + '\n'

    def number(self):
        """Numbers work-items of the grid, $s0, and of the group, $s26, along y or z first."""
        a, b, c = (2, 0, 1) if self.along == 'y' else (0, 1, 2)
        for to, item, size in (('$s0', 'workitemabsid', 'gridsize'),
                               ('$s26', 'workitemid', 'currentworkgroupsize')):
            self.emit('%s_u32 %s, %d;' % (item, to, a))
            for d in (b, c):
                self.emit('%s_u32 $s22, %d;' % (size, d), '%s_u32 $s23, %d;' % (item, d),
                          'mad_u32 %s, %s, $s22, $s23;' % (to, to))

    def grid(self):
        """Three groups in x, the last one partial; those of stacks in y, too, and those of a required size."""
        x, y, z = self.shape
        return (x * 3 - x // 3, y + y // 3 if self.stacked or self.required else y, z)

    def items(self):
        x, y, z = self.grid()
        return x * y * z
