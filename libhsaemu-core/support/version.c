#include "hsaemu/cli.h"

const char hsaemu_version[] = "0.2.0";
