#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""litmus.py FOLDER N [all]: litmus.hsail, litmus.run and, with roles of different groups only,
threads.run: litmus tests of the HSA memory model (PRM 6.2).

Each role of a test is a work-group, or a wave of one for group memory and work-group scope; the roles
meet and then go through N places each. What the model forbids must have happened at none of them.
Store buffering is also tried with all stores, of growing numbers, to the same two places: then any
two of them may meet. Without "all" each form is tried in two of the seven combinations
of segment and scope; SB without any order, "weak", shows that the test can see what it looks for."""
import os
import sys

# What a role does: W x (store 1), R x k (load into result k), F (fence).
TESTS = {
    "MP": ([["W x", "F", "W y"], ["R y 0", "F", "R x 1"]], {0: 1, 1: 0}),
    "SB": ([["W x", "F", "R y 0"], ["W y", "F", "R x 1"]], {0: 0, 1: 0}),
    "LB": ([["R x 0", "F", "W y"], ["R y 1", "F", "W x"]], {0: 1, 1: 1}),
    "IRIW": ([["W x"], ["W y"], ["R x 0", "F", "R y 1"], ["R y 2", "F", "R x 3"]], {0: 1, 1: 0, 2: 1, 3: 0}),
    "S": ([["V x 2", "F", "W y"], ["R y 0", "F", "W x"]], {0: 1, "x": 2}),
    "CoRR": ([["W x"], ["R x 0", "R x 1"]], {0: 1, 1: 0}),
    "CoWR": ([["W x", "R x 0"], ["V x 2", "R x 1"]], {0: 2, 1: 1}),
}
COHERENCE = ("CoRR", "CoWR")


class Form:
    """How accesses are made: order of stores and loads, the fence between them, or read-modify-writes."""

    def __init__(self, name, store, load, fence=None, rmw=False):
        self.name, self.store, self.load, self.fence, self.rmw = name, store, load, fence, rmw


FORMS = [
    Form("sc", "screl", "scacq"),
    Form("fence", "rlx", "rlx", "scar"),
    Form("rmw", "scar", "scar", None, True),
]


def access(step, form, segment, scope, plain):
    """One step as HSAIL; $d1, $d2: x[i], y[i]; group addresses in $s1, $s2."""
    parts = step.split()
    if parts[0] == "F":
        return ["memfence_%s_%s;" % (form.fence, scope)] if form.fence else []
    place = {"x": 1, "y": 2}[parts[1]]
    address = "[$%s%d]" % ("s" if segment == "group" else "d", place)
    where = "" if segment == "flat" else "_" + segment
    if parts[0] in "WV":
        value = 1 if parts[0] == "W" else int(parts[2])
        if plain:
            return ["st%s_u32 %d, %s;" % (where, value, address)]
        if form.rmw:
            return ["atomic_exch%s_%s_%s_b32 $s9, %s, %d;" % (where, form.store, scope, address, value)]
        return ["atomicnoret_st%s_%s_%s_b32 %s, %d;" % (where, form.store, scope, address, value)]
    target = "$s%d" % (10 + int(parts[2]))
    if plain:
        return ["ld%s_u32 %s, %s;" % (where, target, address)]
    if form.rmw:
        return ["atomic_add%s_%s_%s_u32 %s, %s, 0;" % (where, form.load, scope, target, address)]
    return ["atomic_ld%s_%s_%s_b32 %s, %s;" % (where, form.load, scope, target, address)]


def kernel(name, test, form, segment, scope, plain_data):
    roles = TESTS[test][0]
    group = segment == "group"
    within = scope == "wg"
    code = ["prog kernel &%s(kernarg_u64 %%x, kernarg_u64 %%y, kernarg_u64 %%r, kernarg_u64 %%gate, "
            "kernarg_u32 %%n)" % name, "{"]
    if group:
        code += ["group_u32 %gx[1024];", "group_u32 %gy[1024];", "workitemid_u32 $s0, 0;", "shl_u32 $s3, $s0, 2;",
                 "@clear:", "st_group_u32 0, [%gx][$s3];", "st_group_u32 0, [%gy][$s3];", "add_u32 $s3, $s3, %d;" % (128 * len(roles)),
                 "cmp_lt_b1_u32 $c0, $s3, 4096;", "cbr_b1 $c0, @clear;", "memfence_screl_wg;", "barrier;",
                 "memfence_scacq_wg;", "lda_group_u32 $s1, [%gx];", "lda_group_u32 $s2, [%gy];"]
    code += ["workitemid_u32 $s0, 0;", "shr_u32 $s4, $s0, 5;", "and_b32 $s3, $s0, 31;"] if within else [
        "workgroupid_u32 $s4, 0;", "workitemid_u32 $s3, 0;"]
    code += ["cmp_ne_b1_u32 $c0, $s3, 0;", "cbr_b1 $c0, @end;", "ld_kernarg_u64 $d1, [%x];", "ld_kernarg_u64 $d2, [%y];",
             "ld_kernarg_u64 $d3, [%r];", "ld_kernarg_u64 $d4, [%gate];", "ld_kernarg_u32 $s5, [%n];",
             "atomicnoret_add_global_scar_agent_u32 [$d4], 1;", "@meet:",
             "atomic_ld_global_scacq_agent_b32 $s6, [$d4];", "cmp_lt_b1_u32 $c0, $s6, %d;" % len(roles),
             "cbr_b1 $c0, @meet;"]
    for k in range(1, len(roles)):
        code += ["cmp_eq_b1_u32 $c0, $s4, %d;" % k, "cbr_b1 $c0, @role%d;" % k]
    for k, steps in enumerate(roles):
        code += ["@role%d:" % k]
        for step in steps:
            # message passing: what the flag guards needs no atomic
            plain = plain_data and step.split()[0] != "F" and step.split()[1] == "x"
            code += access(step, form, segment, scope, plain)
            if step[0] == "R":
                slot = int(step.split()[2])
                code.append("st_global_u32 $s%d, [$d3+%d];" % (10 + slot, 4 * slot))
        code += ["add_u32 $s1, $s1, 4;", "add_u32 $s2, $s2, 4;"] if group else [
            "add_u64 $d1, $d1, 4;", "add_u64 $d2, $d2, 4;"]
        code += ["add_u64 $d3, $d3, 16;", "sub_u32 $s5, $s5, 1;", "cmp_ne_b1_u32 $c0, $s5, 0;",
                 "cbr_b1 $c0, @role%d;" % k, "br @end;"]
    return code + ["@end:", "ret;", "};"]


COUNT = """
// bad: places where the results are those that are forbidden; mask: which results count, 16 for x
prog kernel &count(kernarg_u64 %x, kernarg_u64 %r, kernarg_u64 %bad, kernarg_u64 %want, kernarg_u32 %mask)
{
	workitemflatabsid_u64 $d0;
	ld_kernarg_u64 $d1, [%x];
	ld_kernarg_u64 $d2, [%r];
	ld_kernarg_u64 $d3, [%bad];
	ld_kernarg_u64 $d4, [%want];
	ld_kernarg_u32 $s0, [%mask];
	shl_u64 $d5, $d0, 2;
	add_u64 $d1, $d1, $d5;
	shl_u64 $d5, $d0, 4;
	add_u64 $d2, $d2, $d5;
	ld_global_u32 $s5, [$d1];
	ld_v4_global_u32 ($s1, $s2, $s3, $s4), [$d2];
	mov_b32 $s6, 0;
%s
	and_b32 $s6, $s6, $s0;
	cmp_ne_b1_u32 $c0, $s6, 0;
	cbr_b1 $c0, @fine;
	atomicnoret_add_global_rlx_agent_u32 [$d3], 1;
@fine:
	ret;
};""".replace("%s", "\n".join("\tld_global_u32 $s7, [$d4+%d];\n\tcmp_ne_u32_u32 $s7, $s7, $s%d;\n\tand_b32 $s7, $s7, %d;\n"
                  "\tor_b32 $s6, $s6, $s7;" % (4 * k, k + 1, 1 << k) for k in range(5)))


LATER = """
// r[i] is what the first role saw after its store i, r[n + 1 + i] the second; neither saw the other
prog kernel &later(kernarg_u64 %r, kernarg_u64 %bad, kernarg_u32 %n)
{
	ld_kernarg_u64 $d0, [%r];
	ld_kernarg_u64 $d1, [%bad];
	ld_kernarg_u32 $s0, [%n];
	workitemabsid_u32 $s1, 0;
	add_u32 $s1, $s1, 1;
	cvt_u64_u32 $d2, $s1;
	shl_u64 $d2, $d2, 2;
	add_u64 $d2, $d0, $d2;
	ld_global_u32 $s2, [$d2];
	add_u32 $s2, $s2, 1;		// the first store of the other that it did not see
	cmp_gt_b1_u32 $c0, $s2, $s0;
	cbr_b1 $c0, @fine;
	add_u32 $s3, $s0, 1;
	add_u32 $s3, $s3, $s2;
	cvt_u64_u32 $d2, $s3;
	shl_u64 $d2, $d2, 2;
	add_u64 $d2, $d0, $d2;
	ld_global_u32 $s4, [$d2];
	cmp_ge_b1_u32 $c0, $s4, $s1;
	cbr_b1 $c0, @fine;
	atomicnoret_add_global_rlx_agent_u32 [$d1], 1;
@fine:
	ret;
};"""


def numbered(name, form, segment, scope):
    """Store i, then load what the other has stored, for i from 1 to n."""
    code = ["prog kernel &%s(kernarg_u64 %%x, kernarg_u64 %%r, kernarg_u64 %%gate, kernarg_u32 %%n)" % name, "{",
            "ld_kernarg_u64 $d1, [%x];", "ld_kernarg_u64 $d3, [%r];", "ld_kernarg_u64 $d4, [%gate];",
            "ld_kernarg_u32 $s5, [%n];", "add_u64 $d2, $d1, 128;", "workgroupid_u32 $s4, 0;",
            "cmp_eq_b1_u32 $c1, $s4, 0;", "cbr_b1 $c1, @start;", "mov_b64 $d2, $d1;", "add_u64 $d1, $d1, 128;",
            "add_u32 $s6, $s5, 1;", "cvt_u64_u32 $d5, $s6;", "shl_u64 $d5, $d5, 2;", "add_u64 $d3, $d3, $d5;",
            "@start:", "atomicnoret_add_global_scar_agent_u32 [$d4], 1;", "@meet:",
            "atomic_ld_global_scacq_agent_b32 $s6, [$d4];", "cmp_lt_b1_u32 $c0, $s6, 2;", "cbr_b1 $c0, @meet;",
            "mov_b32 $s7, 1;", "@next:", "add_u64 $d3, $d3, 4;"]
    code += [c.replace(", 1;", ", $s7;") for c in access("W x", form, segment, scope, False)]
    code += access("F", form, segment, scope, False) + access("R y 0", form, segment, scope, False)
    return code + ["st_global_u32 $s10, [$d3];", "add_u32 $s7, $s7, 1;", "cmp_le_b1_u32 $c0, $s7, $s5;",
                   "cbr_b1 $c0, @next;", "};"]


def main():
    folder, n, everything, turn = sys.argv[1], int(sys.argv[2]), "all" in sys.argv, 0
    hsail, run, within_group = ["module &litmus:1:0:$full:$large:$default;", COUNT], [], []
    places = [("global", "agent"), ("global", "system"), ("flat", "agent"), ("flat", "system"), ("global", "wg"),
              ("group", "wg"), ("flat", "wg")]
    for test, (roles, forbidden) in TESTS.items():
        forms = [Form("rlx", "rlx", "rlx")] if test in COHERENCE else list(FORMS)
        variants = [(f, False) for f in forms]
        if test == "MP":
            variants += [(f, True) for f in FORMS]
        for form, plain in variants:
            turn += 1
            for segment, scope in places if everything else (places[turn % 7], places[(turn + 3) % 7]):
                if segment == "group" and "x" in forbidden:
                    continue
                name = "_".join([test, form.name, segment, scope] + ["plain"] * plain)
                hsail += ["\t" + c if c[0] not in "@{}p" else c for c in kernel(name, test, form, segment, scope, plain)]
                count = min(n, 1024) if segment == "group" else n
                within, size = scope == "wg", 32 if scope == "wg" else 1
                mask = sum(16 if k == "x" else 1 << k for k in forbidden)
                want = [forbidden.get(k, 0) for k in range(4)] + [forbidden.get("x", 0)]
                out = within_group if within else run
                out += ["run %s {" % name, "buffer x u32[%d] buffer y u32[%d] buffer r u32[%d]" % (n, n, 4 * n),
                        "buffer gate u32[1] buffer bad u32[1] buffer want u32[]: list(%s)" % ", ".join(map(str, want)),
                        "dispatch &%s grid(%d) group(%d) args(x, y, r, gate, %d)"
                        % (name, size * len(roles), size * len(roles) if within else 1, count),
                        "dispatch &count grid(%d) args(x, r, bad, want, %d)" % (count, mask),
                        "check bad: 0", "check gate: %d" % len(roles), "}"]
    hsail.append(LATER)
    for form in FORMS + [Form("weak", "rlx", "rlx")]:
        for segment, scope in (("global", "agent"), ("flat", "system")):
            name = "SBN_%s_%s" % (form.name, scope)
            hsail += ["\t" + c if c[0] not in "@{}p" else c for c in numbered(name, form, segment, scope)]
            run += ["run %s {" % name, "buffer x u32[64] buffer r u32[%d] buffer gate u32[1] buffer bad u32[1]" % (4 * n),
                    "dispatch &%s grid(2) group(1) args(x, r, gate, %d)" % (name, 2 * n - 1),
                    "dispatch &later grid(%d) args(r, bad, %d)" % (2 * n - 1, 2 * n - 1),
                    "print bad" if form.name == "weak" else "check bad: 0", "}"]
    for name, lines in (("litmus.hsail", hsail), ("threads.run", ["image threads.img"] + run),
                        ("litmus.run", ["image litmus.img"] + run + within_group)):
        with open(os.path.join(folder, name), "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
