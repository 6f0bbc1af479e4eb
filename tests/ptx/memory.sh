# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Memory and atomics in every form: forms.c with the forms of memory.def, of which every second one
# becomes vector code.
FORMS=memory.def
AUTO=1/2
. "$T/forms.sh"
