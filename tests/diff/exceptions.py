#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exceptions.py FOLDER [N]: except.hsail, except.run and their data; only every N-th form.

Kernels that generate each exception in each form of instruction, and the flags that PRM 12.2 asks
for, from exact rational arithmetic. A work-item is a work-group of its own first, then all of them
are one, and then only those that a mask selects compute."""
import os
import struct
import sys
from fractions import Fraction
from math import isqrt

INVALID, DIVZERO, OVERFLOW, UNDERFLOW, INEXACT = 1, 2, 4, 8, 16
FORMATS = {16: (11, 15), 32: (24, 127), 64: (53, 1023)}  # precision, largest exponent
ROUNDS = {"": "near", "zero": "zero", "up": "up", "down": "down"}
INT = {"s": True, "u": False}


class Float:
    """A value of a format: kind is 'num', 'inf', 'qnan' or 'snan'."""

    def __init__(self, bits, width):
        precision, emax = FORMATS[width]
        fraction_bits = precision - 1
        self.negative = bits >> (width - 1) == 1
        exponent = bits >> fraction_bits & (2 * emax + 1)
        fraction = bits & ((1 << fraction_bits) - 1)
        self.kind, self.value = "num", Fraction(0)
        self.tiny = exponent == 0 and fraction != 0
        if exponent == 2 * emax + 1:
            quiet = fraction >> (fraction_bits - 1)
            self.kind = "inf" if fraction == 0 else "qnan" if quiet else "snan"
        elif exponent == 0:
            self.value = Fraction(fraction, 1 << fraction_bits) * Fraction(2) ** (1 - emax)
        else:
            self.value = (1 + Fraction(fraction, 1 << fraction_bits)) * Fraction(2) ** (exponent - emax)
        if self.negative:
            self.value = -self.value

    def flushed(self):
        if self.tiny:
            self.value = Fraction(0)
        return self

    def is_nan(self):
        return self.kind in ("qnan", "snan")


def floor_log2(x):
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2) ** e <= x else e - 1


def to_unit(x, unit, mode):
    """x >= 0 rounded to a multiple of unit; mode of a magnitude: near, zero, away."""
    q = x / unit
    n = q.numerator // q.denominator
    rest = q - n
    if mode == "away":
        n += rest != 0
    elif mode == "near":
        n += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n % 2 == 1)
    return n * unit


def rounding(x, width, mode, ftz):
    """Flags of rounding the exact number x, and bits that may be either."""
    precision, emax = FORMATS[width]
    if x == 0:
        return 0, 0
    m = abs(x)
    if mode in ("up", "down"):
        mode = "away" if (x > 0) == (mode == "up") else "zero"
    smallest = Fraction(2) ** (1 - emax)
    r = to_unit(m, Fraction(2) ** (floor_log2(m) - precision + 1), mode)
    if r >= Fraction(2) ** (emax + 1):
        return OVERFLOW | INEXACT, 0
    if r < smallest:
        if ftz:
            return UNDERFLOW, INEXACT
        inexact = to_unit(m, smallest * Fraction(2) ** (1 - precision), mode) != m
        return (UNDERFLOW | INEXACT if inexact else 0), 0
    return (INEXACT if r != m else 0), 0


def root(x):
    """A number that rounds like the square root: many bits and a sticky one."""
    scale = 1 << 1300
    n = x * scale * scale
    r = isqrt(n.numerator // n.denominator)
    value = Fraction(r, scale)
    return value if value * value == x else value + Fraction(1, scale * 16)


def floor(x):
    return x.numerator // x.denominator


def arithmetic(op, a, width, mode, ftz):
    if any(v.kind == "snan" for v in a):
        return INVALID, 0
    if op in ("min", "max", "ceil", "floor", "rint", "trunc"):
        return 0, 0
    nan = any(v.is_nan() for v in a)
    inf = [v.kind == "inf" for v in a]
    zero = [v.kind == "num" and v.value == 0 for v in a]
    if op in ("fma", "mad"):
        if (inf[0] and zero[1]) or (zero[0] and inf[1]):
            return (0, INVALID) if nan else (INVALID, 0)
        if nan:
            return 0, 0
        product_inf, negative = inf[0] or inf[1], a[0].negative != a[1].negative
        if product_inf or inf[2]:
            return (INVALID if product_inf and inf[2] and negative != a[2].negative else 0), 0
        return rounding(a[0].value * a[1].value + a[2].value, width, mode, ftz)
    if nan:
        return 0, 0
    if op in ("add", "sub"):
        if all(inf):
            return (INVALID if (a[0].negative != a[1].negative) == (op == "add") else 0), 0
        if any(inf):
            return 0, 0
        return rounding(a[0].value + (a[1].value if op == "add" else -a[1].value), width, mode, ftz)
    if op == "mul":
        if any(inf):
            return (INVALID if any(zero) else 0), 0
        return rounding(a[0].value * a[1].value, width, mode, ftz)
    if op == "div":
        if all(inf) or all(zero):
            return INVALID, 0
        if any(inf):
            return 0, 0
        if zero[1]:
            return DIVZERO, 0
        return rounding(a[0].value / a[1].value, width, mode, ftz)
    if op == "sqrt":
        if a[0].negative and not zero[0]:
            return INVALID, 0
        return (0, 0) if inf[0] else rounding(root(a[0].value), width, mode, ftz)
    if op == "fract":
        return (0, 0) if inf[0] else rounding(a[0].value - floor(a[0].value), width, mode, ftz)
    raise ValueError(op)


def to_int(v, bits, signed, direction, signaling, saturates):
    if v.is_nan() or v.kind == "inf":
        if saturates:
            return (INVALID, 0) if v.kind == "snan" else (0, 0 if v.is_nan() else INVALID | INEXACT)
        return INVALID, 0
    x = v.value
    n = floor(x)
    if direction == "up" or (direction == "zero" and x < 0):
        n = -floor(-x)
    elif direction == "near":
        rest = x - n
        n += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n % 2 == 1)
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if not low <= n <= high:
        return (0, INVALID | INEXACT) if saturates else (INVALID, 0)
    return (INEXACT if signaling and n != x else 0), 0


VALUES = {
    16: [0x0000, 0x8000, 0x3C00, 0xBE00, 0x4200, 0x0001, 0x83FF, 0x0400, 0x3C01, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00,
         0x7E01, 0x7D01, 0x1400, 0x2E66, 0x6C00, 0x0203, 0xB801],
    32: [0x00000000, 0x80000000, 0x3F800000, 0xBFC00000, 0x40400000, 0x00000001, 0x807FFFFF, 0x00800000,
         0x3F800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00001, 0x7FA00001, 0x1F800000,
         0x3DCCCCCD, 0x60000000, 0x00400003, 0xBF000001, 0x4F000000, 0xCF000000],
    64: [0x0000000000000000, 0x8000000000000000, 0x3FF0000000000000, 0xBFF8000000000000, 0x4008000000000000,
         0x0000000000000001, 0x800FFFFFFFFFFFFF, 0x0010000000000000, 0x3FF0000000000001, 0x7FEFFFFFFFFFFFFF,
         0xFFEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000001, 0x7FF4000000000001,
         0x1FF0000000000000, 0x3FB999999999999A, 0x6000000000000000, 0x0008000000000003, 0xBFE0000000000001,
         0x41E0000000000000, 0x43E0000000000000],
}
INT_VALUES = {
    32: [0, 1, 0xFFFFFFFF, 2047, 2048, 2049, 65504, 65519, 65520, 65536, 0x1000001, 0x1000002, 0x80000000,
         0x7FFFFFFF, 0xFFFF0010, 0xFFFF0011],
    64: [0, 1, (1 << 64) - 1, 2049, 65519, 65520, 0x1000001, 1 << 53, (1 << 53) + 1, 1 << 63, (1 << 63) - 1,
         (1 << 63) + 1024, (1 << 64) - 1024, (1 << 64) - 65520],
}
MASKS = {16: "u16", 32: "u32", 64: "u64"}


class Writer:
    def __init__(self, folder, every):
        self.folder, self.every = folder, every
        self.hsail = ["module &exceptions:1:0:$full:$large:$default;"]
        self.run = ["image except.hsail -O1"]
        self.count = 0

    def data(self, name, code, values):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(struct.pack("<%d%s" % (len(values), code), *values))

    def kernel(self, what, forms, inputs, flags, loads):
        """One kernel with all forms over one list of operands; flags[form][item] = (set, may be)."""
        chosen = [f for f in range(len(forms)) if (f + 5 * self.count) % self.every == 0]
        name, n = "k%d" % self.count, len(inputs)
        self.count += 1
        if not chosen:
            return
        forms, flags, m = [forms[f] for f in chosen], [flags[f] for f in chosen], len(chosen)
        code = ["// " + what, "prog kernel &%s(kernarg_u64 %%a, kernarg_u64 %%out, kernarg_u64 %%any, "
                "kernarg_u64 %%on)\n{\n\tenabledetectexceptions 31;" % name,
                "\tld_kernarg_u64 $d0, [%a];\n\tld_kernarg_u64 $d1, [%out];\n\tld_kernarg_u64 $d2, [%any];",
                "\tld_kernarg_u64 $d3, [%on];\n\tworkitemflatabsid_u64 $d4;",
                "\tmul_u64 $d5, $d4, 24;\n\tadd_u64 $d0, $d0, $d5;\n\tshl_u64 $d5, $d4, 2;",
                "\tadd_u64 $d3, $d3, $d5;\n\tmul_u64 $d5, $d4, %d;\n\tadd_u64 $d1, $d1, $d5;" % (4 * m),
                "\tadd_u64 $d2, $d2, $d5;\n\tld_global_u32 $s0, [$d3];\n\tcmp_eq_b1_u32 $c0, $s0, 0;"]
        code += ["\t%s, [$d0+%d];" % (x, 8 * k) for k, x in enumerate(loads)]
        for k, (text, dest, store) in enumerate(forms):
            code += ["\tcleardetectexcept_u32 31;", "\tcbr_b1 $c0, @off%d;" % k, "\t%s;" % text,
                     "\t%s %s, [$d0];" % (store, dest), "@off%d:" % k, "\tgetdetectexcept_u32 $s1;",
                     "\tld_global_u32 $s2, [$d2+%d];" % (4 * k), "\tor_b32 $s1, $s1, $s2;",
                     "\tst_global_u32 $s1, [$d1+%d];" % (4 * k)]
        # the last form stores over its operand only after all loads: each item has its own
        self.hsail += code + ["};"]
        words = []
        for item in inputs:
            words += list(item) + [0] * (3 - len(item))
        self.data(name + ".in", "Q", words)
        any_bits = [flags[f][i][1] for i in range(n) for f in range(m)]
        self.data(name + ".any", "I", any_bits)
        self.data(name + ".out", "I", [flags[f][i][0] | flags[f][i][1] for i in range(n) for f in range(m)])
        block = 32  # a wave; groups have three
        self.run += ["run %s {" % name, "buffer a u64[]: @%s.in" % name, "buffer any u32[]: @%s.any" % name,
                     "buffer out u32[%d]" % (n * m), "buffer on u32[%d]: 1" % n,
                     "dispatch &%s grid(%d) group(1) args(a, out, any, on)" % (name, n),
                     "check out: @%s.out" % name]
        for kind, on in (("all", lambda i: True), ("some", lambda i: i % 3 == 1)):
            want, either = [], []
            for begin in range(0, n, block):
                items = range(begin, min(n, begin + block))
                for _ in items:
                    for f in range(m):
                        seen = may = 0
                        for j in items:
                            if on(j):
                                seen |= flags[f][j][0]
                                may |= flags[f][j][1]
                        want.append(seen | may)
                        either.append(may)
            self.data("%s.%s" % (name, kind), "I", want)
            self.data("%s.%s_any" % (name, kind), "I", either)
            self.data("%s.%s_on" % (name, kind), "I", [int(on(i)) for i in range(n)])
            self.run += ["fill a: @%s.in" % name, "fill any: @%s.%s_any" % (name, kind),
                         "fill on: @%s.%s_on" % (name, kind),
                         "dispatch &%s grid(%d) group(%d) args(a, out, any, on)" % (name, n, 3 * block),
                         "check out: @%s.%s" % (name, kind)]
        self.run.append("}")

    def finish(self):
        for name, lines in (("except.hsail", self.hsail), ("except.run", self.run)):
            with open(os.path.join(self.folder, name), "w") as f:
                f.write("\n".join(lines) + "\n")


def register(width, k):
    return "$d%d" % (10 + k) if width == 64 else "$s%d" % (10 + k)


def operands(width, count):
    values = VALUES[width]
    if count == 1:
        return [(a,) for a in values]
    if count == 2:
        return [(a, b) for a in values for b in values]
    few = [values[k] for k in (0, 2, 3, 5, 7, 9, 11, 12, 13, 16, 17)]
    return [(a, b, c) for a in few[:9] for b in few for c in few]


def name_of(op, *parts):
    return "_".join([op] + [p for p in parts if p])


def write_arithmetic(w, op, count, rounds, width):
    inputs = operands(width, count)
    forms, flags = [], []
    for ftz in (False, True):
        for r in rounds:
            text = "%s %s" % (name_of(op, "ftz" if ftz else "", r, "f%d" % width),
                              ", ".join([register(width, 9)] + [register(width, k) for k in range(count)]))
            forms.append((text, register(width, 9), "st_global_f%d" % width))
            row = []
            for item in inputs:
                a = [Float(v, width) for v in item]
                if ftz:
                    a = [v.flushed() for v in a]
                row.append(arithmetic(op, a, width, ROUNDS[r], ftz))
            flags.append(row)
    loads = ["ld_global_f%d %s" % (width, register(width, k)) for k in range(count)]
    w.kernel("%s f%d" % (op, width), forms, inputs, flags, loads)


def write_to_int(w, width):
    inputs = operands(width, 1)
    forms, flags = [], []
    for bits, sign in ((32, "s"), (64, "u"), (8, "u")):
        for mode in ("neari", "downi", "sneari", "szeroi", "supi"):
            for sat in ("", "_sat"):
                dest = "$d19" if bits == 64 else "$s19"
                text = "cvt_%s%s_%s%d_f%d %s, %s" % (mode, sat, sign, bits, width, dest, register(width, 0))
                forms.append((text, dest, "st_global_u64" if bits == 64 else "st_global_u32"))
                direction = mode.lstrip("s")[:-1]
                flags.append([to_int(Float(v[0], width), bits, INT[sign], direction, mode[0] == "s", sat != "")
                              for v in inputs])
    w.kernel("cvt from f%d to integers" % width, forms, inputs, flags,
             ["ld_global_f%d %s" % (width, register(width, 0))])


def write_from_int(w, bits, sign):
    inputs = [(v,) for v in INT_VALUES[bits]]
    forms, flags = [], []
    for width in (16, 32, 64):
        if width == 64 and bits == 32:
            continue
        for r in ("near", "zero", "up", "down"):
            dest = register(width, 9)
            text = "cvt_%s_f%d_%s%d %s, %s" % (r, width, sign, bits, dest, register(bits, 0))
            forms.append((text, dest, "st_global_f%d" % width))
            row = []
            for (v,) in inputs:
                x = v - (1 << bits) if INT[sign] and v >> (bits - 1) else v
                row.append(rounding(Fraction(x), width, r, False))
            flags.append(row)
    w.kernel("cvt from %s%d to floats" % (sign, bits), forms, inputs, flags,
             ["ld_global_%s%d %s" % (sign, bits, register(bits, 0))])


def write_narrowing(w, to, width):
    inputs = operands(width, 1)
    forms, flags = [], []
    for ftz in ("", "ftz_"):
        for r in ("near", "zero", "up", "down") if to < width else ("",):
            dest = register(to, 9)
            text = "cvt_%s%sf%d_f%d %s, %s" % (ftz, r + "_" if r else "", to, width, dest, register(width, 0))
            forms.append((text, dest, "st_global_f%d" % to))
            row = []
            for (v,) in inputs:
                x = Float(v, width)
                if ftz:
                    x.flushed()
                if x.kind == "num":
                    row.append(rounding(x.value, to, r or "near", ftz != ""))
                else:
                    row.append((INVALID if x.kind == "snan" else 0, 0))
            flags.append(row)
    w.kernel("cvt from f%d to f%d" % (width, to), forms, inputs, flags,
             ["ld_global_f%d %s" % (width, register(width, 0))])


def write_compare(w, width):
    inputs = operands(width, 2)
    forms, flags = [], []
    for op in ("eq", "ltu", "num", "nan", "seq", "slt", "sgeu", "snum", "snan"):
        text = "cmp_%s_u32_f%d $s19, %s, %s" % (op, width, register(width, 0), register(width, 1))
        forms.append((text, "$s19", "st_global_u32"))
        row = []
        for item in inputs:
            kinds = [Float(v, width).kind for v in item]
            bad = "snan" in kinds or (op[0] == "s" and "qnan" in kinds)
            row.append((INVALID if bad else 0, 0))
        flags.append(row)
    w.kernel("cmp f%d" % width, forms, inputs, flags,
             ["ld_global_f%d %s" % (width, register(width, k)) for k in range(2)])


def write_division(w, bits):
    values = [0, 1, 7, (1 << bits) - 1, 1 << (bits - 1)]
    inputs = [(a, b) for a in values for b in values if not (a == values[4] and b == values[3])]
    forms = []
    for op in ("div", "rem"):
        for sign in "su":
            forms.append(("%s_%s%d %s, %s, %s" % (op, sign, bits, register(bits, 9), register(bits, 0),
                                                  register(bits, 1)), register(bits, 9), "st_global_u%d" % bits))
    flags = [[(DIVZERO if b == 0 else 0, 0) for a, b in inputs] for _ in forms]
    w.kernel("division of %d bits" % bits, forms, inputs, flags,
             ["ld_global_u%d %s" % (bits, register(bits, k)) for k in range(2)])


def write_packed(w):
    """f32x2: both elements, one for both, the low ones."""
    values = [VALUES[32][k] for k in (0, 2, 5, 9, 11, 14)]
    inputs = [(a | b << 32, c | d << 32) for a in values for b in values[1:4] for c in values for d in values[2:5]]
    forms, flags = [], []
    for op in ("add", "mul", "div"):
        for pack, pairs in (("pp", ((0, 0), (1, 1))), ("ps", ((0, 0), (1, 0))), ("sp", ((0, 0), (0, 1))),
                            ("ss", ((0, 0),))):
            forms.append(("%s_%s_f32x2 $d19, $d10, $d11" % (op, pack), "$d19", "st_global_u64"))
            row = []
            for a, b in inputs:
                seen = 0
                for i, j in pairs:
                    pair = [Float(a >> 32 * i & 0xFFFFFFFF, 32), Float(b >> 32 * j & 0xFFFFFFFF, 32)]
                    seen |= arithmetic(op, pair, 32, "near", False)[0]
                row.append((seen, 0))
            flags.append(row)
    w.kernel("packed", forms, inputs, flags, ["ld_global_u64 $d10", "ld_global_u64 $d11"])


def main():
    w = Writer(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for width in (16, 32, 64):
        for op, count in (("add", 2), ("sub", 2), ("mul", 2), ("div", 2), ("sqrt", 1), ("fract", 1), ("fma", 3)):
            write_arithmetic(w, op, count, list(ROUNDS), width)
        for op, count in (("min", 2), ("max", 2), ("ceil", 1), ("floor", 1), ("rint", 1), ("trunc", 1)):
            write_arithmetic(w, op, count, [""], width)
        write_to_int(w, width)
        write_compare(w, width)
    for bits in (32, 64):
        for sign in "su":
            write_from_int(w, bits, sign)
        write_division(w, bits)
    for to, width in ((16, 32), (16, 64), (32, 64), (32, 16), (64, 16), (64, 32)):
        write_narrowing(w, to, width)
    write_packed(w)
    w.finish()


if __name__ == "__main__":
    main()
