/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Unsigned integers by their size in bytes, as which a type's value goes to an instruction.
#ifndef HSAEMU_WORD_H
#define HSAEMU_WORD_H

template <int bytes> struct hsaemu_word;
template <> struct hsaemu_word<1> { typedef unsigned char type; };
template <> struct hsaemu_word<2> { typedef unsigned short type; };
template <> struct hsaemu_word<4> { typedef unsigned type; };
template <> struct hsaemu_word<8> { typedef unsigned long long type; };

#endif
