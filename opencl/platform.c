/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The platform (OpenCL 3.0 API, 4.1; cl_khr_icd). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/buf.h"
#include "hsaemu/cli.h"
#include "platform_impl.h"

struct _cl_platform_id ocl_platform;

static struct rt_environment asked; /* by the user */

static void start(void)
{
	rt_environment_read("libhsaemu-opencl", &asked);
}

const struct rt_environment *ocl_start(void)
{
	static pthread_once_t asked_once = PTHREAD_ONCE_INIT;
	pthread_once(&asked_once, start);
	return &asked;
}

void ocl_platform_publish(const cl_icd_dispatch *dispatch)
{
	static pthread_mutex_t publish_lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&publish_lock);
	if (ocl_platform.base.dispatch == NULL) {
		ocl_platform.base.dispatch = dispatch;
		ocl_object_publish(&ocl_platform.base, OCL_PLATFORM);
	}
	pthread_mutex_unlock(&publish_lock);
}

bool ocl_is_deep(void)
{
	return ocl_start()->deep != 0;
}

size_t ocl_local_bytes(void)
{
	return ocl_is_deep() ? OCL_DEEP_LOCAL_BYTES : OCL_LOCAL_BYTES;
}

const char *ocl_cpus(void)
{
	return ocl_is_deep() ? "native,gfx600" : "native";
}

const char *ocl_vendor(void)
{
	return asked.ocl_vendor;
}

/* ---- extensions ------------------------------------------------------------------------------ */

static const struct extension {
	cl_name_version what;
	bool of_images, of_il;
} extensions[] = {
#define OCL_HOST_EXTENSION(name, major, minor, patch) \
	{{CL_MAKE_VERSION(major, minor, patch), name}, false, false},
#define OCL_EXTENSION(name) OCL_HOST_EXTENSION(name, 1, 0, 0)
#define OCL_IMAGE_EXTENSION(name) {{CL_MAKE_VERSION(1, 0, 0), name}, true, false},
#define OCL_FEATURE(name)
#define OCL_HEADER_FEATURE(name)
#define OCL_IMAGE_FEATURE(name)
#include "hsaemu/opencl_extensions.def"
#undef OCL_EXTENSION
#undef OCL_HOST_EXTENSION
#undef OCL_FEATURE
#undef OCL_HEADER_FEATURE
	{{CL_MAKE_VERSION(1, 0, 0), "cl_khr_il_program"}, false, true},
};

static bool is_there(const struct extension *e)
{
	return !(e->of_images && ocl_is_deep()) && !(e->of_il && !ocl_has_translator());
}

static char *extensions_text(void)
{
	size_t bytes = 1;
	for (size_t i = 0; i < ARRAY_LEN(extensions); i++)
		bytes += strlen(extensions[i].what.name) + 1;
	char *text = mem_try_new(bytes, 1), *end = text;
	for (size_t i = 0; i < ARRAY_LEN(extensions) && text != NULL; i++)
		if (is_there(&extensions[i]))
			end += sprintf(end, end == text ? "%s" : " %s", extensions[i].what.name);
	return text;
}

cl_int ocl_put_extensions(const struct ocl_out *out)
{
	cl_name_version all[ARRAY_LEN(extensions)];
	size_t count = 0;
	for (size_t i = 0; i < ARRAY_LEN(extensions); i++)
		if (is_there(&extensions[i]))
			all[count++] = extensions[i].what;
	return ocl_put(out, all, count * sizeof *all);
}

cl_int ocl_put_extensions_text(const struct ocl_out *out)
{
	char *text = extensions_text();
	cl_int error = text == NULL ? CL_OUT_OF_HOST_MEMORY : ocl_put_text(out, text);
	free(text);
	return error;
}

cl_int ocl_put_version(const struct ocl_out *out)
{
	char version[OCL_NAME_BYTES];
	(void)snprintf(version, sizeof version, "OpenCL 3.0 HSAEmu %s", hsaemu_version);
	return ocl_put_text(out, version);
}

/* ---- the platform ---------------------------------------------------------------------------- */

OCL_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
	cl_platform_info param_name, size_t param_value_size, void *param_value,
	size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	ocl_start();
	/* without a platform, the choice is the implementation's */
	if (platform != NULL && !ocl_is_valid(OCL_PLATFORM, platform))
		return CL_INVALID_PLATFORM;
	switch (param_name) {
	case CL_PLATFORM_PROFILE:
		return ocl_put_text(&out, "FULL_PROFILE");
	case CL_PLATFORM_VERSION:
		return ocl_put_version(&out);
	case CL_PLATFORM_NUMERIC_VERSION:
		return OCL_PUT(&out, cl_version, CL_MAKE_VERSION(3, 0, 0));
	case CL_PLATFORM_NAME:
		return ocl_put_text(&out, asked.ocl_platform);
	case CL_PLATFORM_VENDOR:
		return ocl_put_text(&out, ocl_vendor());
	case CL_PLATFORM_EXTENSIONS:
		return ocl_put_extensions_text(&out);
	case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
		return ocl_put_extensions(&out);
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		return OCL_PUT(&out, cl_ulong, 1); /* ns */
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return ocl_put_text(&out, "HSAEMU");
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform)
{
	return ocl_is_valid(OCL_PLATFORM, platform) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int CL_API_CALL clUnloadCompiler(void)
{
	return CL_SUCCESS; /* a hint */
}
