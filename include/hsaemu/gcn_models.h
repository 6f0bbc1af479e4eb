/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models of a GPU's time, by the names that users give (hsa-run --deep, HSAEMU_DEEP). */
#ifndef HSAEMU_GCN_MODELS_H
#define HSAEMU_GCN_MODELS_H

/* tahiti, multi2sim: those of gcn_timing.h; none: the emulator alone, which knows no time */
#define GCN_MODELS(MODEL) MODEL("tahiti") MODEL("multi2sim") MODEL("none")

#define GCN_MODEL_NAME(name) name,
/* "no|none": words for an option that may also be off */
#define GCN_MODEL_WORD(name) "|" name
#define GCN_MODEL_WORDS "no" GCN_MODELS(GCN_MODEL_WORD)

#endif
