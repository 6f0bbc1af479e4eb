/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs what may lack memory, or find a mistake of our own, so that either is a status. */
#include "hsaemu/unwind.h"
#include "objects_impl.h"

struct protected
{
	hsa_status_t (*work)(void *arg);
	void *arg;
	hsa_status_t status;
};

static void run(void *arg)
{
	struct protected *p = arg;
	p->status = p->work(p->arg);
}

hsa_status_t hr_protect(const char *what, hsa_status_t (*work)(void *arg), void *arg)
{
	struct protected p = {work, arg, HSA_STATUS_SUCCESS};
	struct unwind_report why;
	switch (unwind_run(run, &p, &why)) {
	case UNWIND_DONE:
		return p.status;
	case UNWIND_NO_MEMORY:
		break;
	case UNWIND_BUG:
		hr_explain_text(what, why.text);
		break;
	}
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}
