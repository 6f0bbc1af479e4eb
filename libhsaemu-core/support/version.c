/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "hsaemu/cli.h"

const char hsaemu_version[] = "0.2.0";
