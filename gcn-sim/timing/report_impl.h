/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arithmetic of reports. No figure depends on how floats are rounded. */
#ifndef HSAEMU_GCN_REPORT_IMPL_H
#define HSAEMU_GCN_REPORT_IMPL_H

#include "hsaemu/gcn_report.h"

static inline unsigned long long wide(uint64_t n)
{
	return (unsigned long long)n;
}

/* Returns n * by / over, rounded down, for factors whose product with `over` fits; 0 over 0. */
static inline uint64_t scaled(uint64_t n, uint64_t by, uint64_t over)
{
	return over == 0 ? 0 : n / over * by + n % over * by / over;
}

#endif
