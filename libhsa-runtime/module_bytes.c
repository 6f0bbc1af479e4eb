/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens modules that a client hands over by address alone. Their own header says how long they
 * are, so it is looked at with care: the pages must be there. */
#include <string.h>
#include "hsaemu/mapped.h"
#include "program_impl.h"

enum { COUNT_AT = 16 }; /* byteCount in BrigModuleHeader (PRM 18.3.1) */

static bool find_bytes(struct hr_module *m, const void *at)
{
	if (at == NULL || !mem_is_mapped(at, BRIG_MODULE_HEADER_BYTES) ||
		memcmp(at, BRIG_IDENTIFICATION, strlen(BRIG_IDENTIFICATION)) != 0)
		return false;
	uint64_t count = le64((const uint8_t *)at + COUNT_AT);
	if (count < BRIG_MODULE_HEADER_BYTES || count > SIZE_MAX || !mem_is_mapped(at, count))
		return false;
	m->bytes = at;
	m->count = (size_t)count;
	return true;
}

static hsa_status_t open_module(void *arg)
{
	struct hr_module *m = arg;
	hsa_status_t status = HSA_STATUS_SUCCESS;
	struct diag d;
	hr_diag_init(&d);
	bool opened = brig_view_open(&m->view, "module", m->bytes, m->count, &d);
	if (!opened || !brig_verify(&m->view, &d) || !brig_module(&m->view, &m->header)) {
		status = hr_explain("hsa_ext_program_add_module", &d,
			(hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_MODULE);
		if (opened)
			brig_view_close(&m->view);
	}
	diag_release(&d);
	return status;
}

hsa_status_t hr_module_open(struct hr_module *m, const void *at)
{
	if (!find_bytes(m, at))
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_MODULE;
	return hr_protect("hsa_ext_program_add_module", open_module, m);
}
