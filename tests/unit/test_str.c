/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Slices, edit distance and the map. */
#include <criterion/criterion.h>
#include <stdio.h>
#include "hsaemu/str.h"

Test(str, comparison)
{
	cr_assert(str_cmp(STR("abc"), STR("abd")) < 0);
	cr_assert(str_cmp(STR("ab"), STR("abc")) < 0);
	cr_assert(str_cmp(STR("b"), STR("abc")) > 0);
	cr_assert(str_cmp(STR(""), (struct str){NULL, 0}) == 0);
	cr_assert(str_eq(STR("x"), str_from("x")) && !str_eq(STR("x"), STR("xx")));
	cr_assert(str_starts(STR("ld_global"), STR("ld_")) && !str_starts(STR("l"), STR("ld")));
	cr_assert(str_is(str_skip(STR("$s12"), 2), "12"));
}

Test(str, decimal)
{
	struct str s = STR("18446744073709551615,x"), over = STR("18446744073709551616"),
		   none = STR(",1");
	uint64_t v;
	cr_assert(str_take_decimal(&s, &v) && v == UINT64_MAX && str_is(s, ",x"));
	cr_assert_not(str_take_decimal(&over, &v));
	cr_assert_not(str_take_decimal(&none, &v));
}

Test(str, distance)
{
	cr_assert_eq(str_distance(STR(""), STR("")), 0);
	cr_assert_eq(str_distance(STR("abc"), STR("")), 3);
	cr_assert_eq(str_distance(STR("output"), STR("otput")), 1);
	cr_assert_eq(str_distance(STR("kitten"), STR("sitting")), 3);
	cr_assert_eq(str_distance(STR("imgae"), STR("image")), 1);
	cr_assert_eq(str_distance(STR("abcd"), STR("badc")), 2);
	char longer[300] = {0};
	cr_assert_eq(str_distance((struct str){longer, sizeof longer}, STR("")), 255);
}

Test(str, map_keeps_all_keys_through_growth)
{
	struct str_map m;
	char key[32];
	uint64_t v;
	str_map_init(&m);
	cr_assert_not(str_map_find(&m, STR("absent"), &v));
	for (uint64_t i = 0; i < 5000; i++) {
		int n = snprintf(key, sizeof key, "&sym%llu", (unsigned long long)i);
		str_map_put(&m, (struct str){key, (size_t)n}, i);
	}
	cr_assert_eq(m.count, 5000);
	for (uint64_t i = 0; i < 5000; i++) {
		int n = snprintf(key, sizeof key, "&sym%llu", (unsigned long long)i);
		cr_assert(str_map_find(&m, (struct str){key, (size_t)n}, &v) && v == i);
	}
	cr_assert_not(str_map_find(&m, STR("&sym5000"), &v));
	str_map_release(&m);
}

Test(str, map_overwrites_and_owns_its_keys)
{
	struct str_map m;
	char key[] = "key";
	uint64_t v;
	str_map_init(&m);
	struct str own = str_map_put(&m, str_from(key), 1);
	key[0] = 'x';
	cr_assert(str_is(own, "key"));
	str_map_put(&m, STR("key"), 2);
	str_map_put(&m, STR(""), 3);
	cr_assert(m.count == 2);
	cr_assert(str_map_find(&m, STR("key"), &v) && v == 2);
	cr_assert(str_map_find(&m, STR(""), &v) && v == 3);
	str_map_release(&m);
}

Test(str, dup_ends_with_nul)
{
	struct arena a;
	arena_init(&a);
	struct str s = str_dup(&a, (struct str){"abcdef", 3});
	cr_assert(s.n == 3 && s.p[3] == '\0');
	arena_release(&a);
}
