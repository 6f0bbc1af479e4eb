/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The version of the whole suite, which every tool prints for --version. */
#include "hsaemu/cli.h"

const char hsaemu_version[] = "0.2.0";
