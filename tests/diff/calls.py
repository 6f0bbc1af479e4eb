#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: calls.py SEED: writes main.hsail, library.hsail and x.run: random functions that call each other,
# directly and by handles, some in another module, some recursive; the run file has what each work-item
# must get, computed here. No two work-items share anything, so the forms of the code must all agree.
import random
import sys

MASK = 0xffffffff
FUNCTIONS, ITEMS, GROUP, FUEL = 5, 72, 40, 3
rng = random.Random(int(sys.argv[1]))


class Returned(Exception):
    pass


# ---- trees: ('op', name, x, y), ('var', name), ('imm', n), ('slot', x) ----

def expression(depth):
    kind = rng.random()
    if depth == 0 or kind < 0.35:
        return rng.choice([('var', 'a'), ('var', 'b'), ('var', 't'), ('var', 'id'),
                           ('imm', rng.choice([0, 1, 2, 3, 5, 7, 31, 100, 0x80000000, MASK]))])
    if kind < 0.42:
        return ('slot', expression(depth - 1))
    return ('op', rng.choice(['add', 'sub', 'mul', 'xor', 'and', 'or', 'shr']), expression(depth - 1),
            expression(depth - 1))


def condition():
    return (rng.choice(['eq', 'ne', 'lt', 'ge']), ('op', 'and', expression(1), ('imm', rng.choice([1, 3, 7]))),
            ('imm', rng.choice([0, 1, 2])))


def call(functions):
    if rng.random() < 0.35:
        return ('icall', expression(2), expression(1), expression(1))
    return ('call', rng.randrange(functions), expression(1), expression(1))


def statements(depth, calls, functions):
    out = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.random()
        if kind < 0.25 and depth > 0:
            out.append(('if', condition(), statements(depth - 1, calls, functions),
                        statements(depth - 1, calls, functions) if rng.random() < 0.5 else []))
        elif kind < 0.35 and depth > 0:
            out.append(('loop', expression(1), statements(depth - 1, [0], functions)))
        elif kind < 0.6 and calls[0] > 0:
            calls[0] -= 1
            out.append(call(functions))
        elif kind < 0.66 and depth < 2:
            out.append(('ret', expression(1)))
        elif kind < 0.74:
            out.append(('put', expression(1), expression(2)))
        else:
            out.append(('set', expression(2)))
    return out


class Function:
    def __init__(self, number):
        self.number = number
        self.body = statements(2, [2], FUNCTIONS)
        self.result = expression(1)
        self.indirect = number < 2 or rng.random() < 0.3
        self.library = rng.random() < 0.4
        self.name = '&f%d' % number


functions = [Function(n) for n in range(FUNCTIONS)]
handles = [f for f in functions if f.indirect]

# ---- the oracle ----


def value(e, v):
    if e[0] == 'imm':
        return e[1]
    if e[0] == 'var':
        return v[e[1]]
    if e[0] == 'slot':
        return v['p'][value(e[1], v) & 3]
    x, y = value(e[2], v), value(e[3], v)
    return {'add': x + y, 'sub': x - y, 'mul': x * y, 'xor': x ^ y, 'and': x & y, 'or': x | y,
            'shr': x >> (y & 31)}[e[1]] & MASK


def holds(c, v):
    x, y = value(c[1], v), value(c[2], v)
    return {'eq': x == y, 'ne': x != y, 'lt': x < y, 'ge': x >= y}[c[0]]


def execute(body, v):
    for s in body:
        if s[0] == 'set':
            v['t'] = value(s[1], v)
        elif s[0] == 'put':
            v['p'][value(s[1], v) & 3] = value(s[2], v)
        elif s[0] == 'if':
            execute(s[2] if holds(s[1], v) else s[3], v)
        elif s[0] == 'loop':
            for _ in range(value(s[1], v) & 3):
                execute(s[2], v)
        elif s[0] == 'ret':
            v['r'] = value(s[1], v)
            raise Returned
        elif v['fuel'] > 0:
            f = functions[s[1]] if s[0] == 'call' else handles[value(s[1], v) % len(handles)]
            v['t'] = evaluate(f, value(s[2], v), value(s[3], v), v['fuel'] - 1, v['id'])


def evaluate(f, a, b, fuel, item):
    v = {'a': a, 'b': b, 't': a, 'fuel': fuel, 'id': item, 'p': [0, 1, 2, 3]}
    try:
        execute(f.body, v)
        v['r'] = value(f.result, v)
    except Returned:
        pass
    return v['r']


# ---- HSAIL ----


class Writer:
    registers = {'a': '$s0', 'b': '$s1', 'fuel': '$s2', 't': '$s3', 'id': '$s4'}

    def __init__(self):
        self.lines, self.labels, self.temps, self.counters = [], 0, 0, 0

    def emit(self, line):
        self.lines.append('\t' + line)

    def label(self):
        self.labels += 1
        return '@l%d' % self.labels

    def temp(self):
        self.temps = (self.temps + 1) % 64
        return '$s%d' % (40 + self.temps)

    def value(self, e):
        if e[0] == 'imm':
            return str(e[1])
        if e[0] == 'var':
            return self.registers[e[1]]
        r = self.temp()
        if e[0] == 'slot':
            x = self.value(e[1])
            self.emit('and_b32 %s, %s, 3;' % (r, x))
            self.emit('shl_u32 %s, %s, 2;' % (r, r))
            self.emit('ld_private_u32 %s, [%%p][%s];' % (r, r))
            return r
        x, y = self.value(e[2]), self.value(e[3])
        self.emit('%s_%s %s, %s, %s;' % (e[1], 'b32' if e[1] in ('xor', 'and', 'or') else 'u32', r, x, y))
        return r

    def index(self, e, count):
        r = self.temp()
        self.emit('rem_u32 %s, %s, %d;' % (r, self.value(e), count))
        return r

    def call(self, s):
        skip = self.label()
        self.emit('cmp_eq_b1_u32 $c1, $s2, 0;')
        self.emit('cbr_b1 $c1, %s;' % skip)
        x, y, fuel = self.value(s[2]), self.value(s[3]), self.temp()
        self.emit('sub_u32 %s, $s2, 1;' % fuel)
        if s[0] == 'icall':
            r = self.index(s[1], len(handles))
            self.emit('cvt_u64_u32 $d0, %s;' % r)
            self.emit('shl_u64 $d0, $d0, 3;')
            self.emit('lda_global_u64 $d1, [&table];')
            self.emit('add_u64 $d0, $d0, $d1;')
            self.emit('ld_global_u64 $d0, [$d0];')
            what = 'icall_u64 $d0(%z)(%x, %y, %n) &of_all;'
        else:
            what = 'call %s(%%z)(%%x, %%y, %%n);' % functions[s[1]].name
        self.emit('{ arg_u32 %x; arg_u32 %y; arg_u32 %n; arg_u32 %z;')
        self.emit('st_arg_u32 %s, [%%x]; st_arg_u32 %s, [%%y]; st_arg_u32 %s, [%%n];' % (x, y, fuel))
        self.emit(what)
        self.emit('ld_arg_u32 $s3, [%z]; }')
        self.lines.append(skip + ':')

    def body(self, body):
        for s in body:
            if s[0] == 'set':
                self.emit('mov_b32 $s3, %s;' % self.value(s[1]))
            elif s[0] == 'put':
                r, x = self.index(('op', 'and', s[1], ('imm', 3)), 4), self.value(s[2])
                self.emit('shl_u32 %s, %s, 2;' % (r, r))
                self.emit('st_private_u32 %s, [%%p][%s];' % (x, r))
            elif s[0] == 'if':
                other, end = self.label(), self.label()
                x, y = self.value(s[1][1]), self.value(s[1][2])
                self.emit('cmp_%s_b1_u32 $c0, %s, %s;' % (s[1][0], x, y))
                self.emit('not_b1 $c0, $c0;')
                self.emit('cbr_b1 $c0, %s;' % other)
                self.body(s[2])
                self.emit('br %s;' % end)
                self.lines.append(other + ':')
                self.body(s[3])
                self.lines.append(end + ':')
            elif s[0] == 'loop':
                self.counters += 1
                n, head, end = '$s%d' % (9 + self.counters), self.label(), self.label()
                self.emit('and_b32 %s, %s, 3;' % (n, self.value(s[1])))
                self.lines.append(head + ':')
                self.emit('cmp_eq_b1_u32 $c0, %s, 0;' % n)
                self.emit('cbr_b1 $c0, %s;' % end)
                self.emit('sub_u32 %s, %s, 1;' % (n, n))
                self.body(s[2])
                self.emit('br %s;' % head)
                self.lines.append(end + ':')
            elif s[0] == 'ret':
                self.emit('st_arg_u32 %s, [%%r];' % self.value(s[1]))
                self.emit('ret;')
            else:
                self.call(s)


FORMALS = '(arg_u32 %r)(arg_u32 %a, arg_u32 %b, arg_u32 %n)'


def head(f):
    return 'prog %sfunction %s%s' % ('indirect ' if f.indirect else '', f.name, FORMALS)


def definition(f):
    w = Writer()
    w.emit('private_u32 %p[4];')
    w.emit('ld_arg_u32 $s0, [%a]; ld_arg_u32 $s1, [%b]; ld_arg_u32 $s2, [%n];')
    w.emit('mov_b32 $s3, $s0; workitemabsid_u32 $s4, 0;')
    for k in range(4):
        w.emit('st_private_u32 %d, [%%p][%d];' % (k, 4 * k))
    w.body(f.body)
    w.emit('st_arg_u32 %s, [%%r];' % w.value(f.result))
    return [head(f), '{'] + w.lines + ['};']


def module(name, own, definitions):
    lines = ['module &%s:1:0:$full:$large:$default;' % name, 'signature &of_all%s;' % FORMALS]
    lines += ['decl ' + head(f) + ';' for f in functions]
    lines += ['%s global_u64 &table[%d];' % ('prog' if own else 'decl prog', len(handles))]
    for f in definitions:
        lines += definition(f)
    return lines


KERNEL = '''prog kernel &k(kernarg_u64 %o)
{
	workitemabsid_u32 $s0, 0;
	xor_b32 $s1, $s0, 5;
	{ arg_u32 %x; arg_u32 %y; arg_u32 %n; arg_u32 %z;
	st_arg_u32 $s0, [%x]; st_arg_u32 $s1, [%y]; st_arg_u32 FUEL, [%n];
	call &f0(%z)(%x, %y, %n);
	ld_arg_u32 $s2, [%z]; }
	ld_kernarg_u64 $d0, [%o];
	cvt_u64_u32 $d1, $s0;
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	st_global_u32 $s2, [$d0];
};'''.replace('FUEL', str(FUEL))


def write(name, lines):
    with open(name, 'w') as out:
        out.write('\n'.join(lines) + '\n')


write('main.hsail', module('main', True, [f for f in functions if not f.library]) + [KERNEL])
write('library.hsail', module('library', False, [f for f in functions if f.library]))
expected = [evaluate(functions[0], i, i ^ 5, FUEL, i) for i in range(ITEMS)]
write('x.run', ['image a.hso', 'fill &table: list(%s)' % ', '.join(f.name for f in handles),
                'buffer o u32[%d]' % ITEMS, 'dispatch &k grid(%d) group(%d) args(o)' % (ITEMS, GROUP),
                'check o: list(%s)' % ', '.join(map(str, expected))])
