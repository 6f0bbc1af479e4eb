/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the compiler's host code registers before main(): binaries, and which names in them belong
 * to which addresses of the host program (clang's CUDA host code, nvcc's). A binary is loaded on a
 * device when something of it is used there first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/cuda_container.h"
#include "hsaemu/cuda_managed.h"
#include "registration_impl.h"

enum { BUCKETS = 4096 };

/* Guards all of the following. Who launches kernels reads only. */
static pthread_rwlock_t registry_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct cudart_symbol *registry[BUCKETS];
static struct cudart_binary *binaries;
static bool is_exiting; /* the process ends: nothing is unloaded */

static struct cudart_symbol **bucket_of(const void *host)
{
	uintptr_t n = (uintptr_t)host;
	return &registry[(n >> 3 ^ n >> 15) % BUCKETS];
}

static struct cudart_symbol *find(const void *host)
{
	struct cudart_symbol *s = *bucket_of(host);
	while (s != NULL && s->host != host)
		s = s->next_in_bucket;
	return s;
}

struct cudart_symbol *cudart_symbol_find(const void *host)
{
	pthread_rwlock_rdlock(&registry_lock);
	struct cudart_symbol *s = find(host);
	pthread_rwlock_unlock(&registry_lock);
	return s;
}

/* ---- loading --------------------------------------------------------------------------------- */

static void *find_variable(void *arg, const char *name)
{
	const struct cudart_binary *b = arg;
	for (const struct cudart_symbol *s = b->symbols; s != NULL; s = s->next_in_binary)
		if (s->kind == CUDART_VARIABLE && strcmp(s->name, name) == 0)
			return (void *)(uintptr_t)s->host;
	return NULL;
}

/* The variables are the same ones on all devices: the first module gives them their values. */
static CUresult load_managed(struct cudart_binary *b, int device)
{
	static const CUuuid id = {CUDA_MANAGED_ID};
	const struct cuda_managed_table *table;
	const void *found;
	bool first = true;
	for (int i = 0; i < CUDART_MAX_DEVICES; i++)
		first = first && b->modules[i] == NULL;
	CUresult error = DRIVER(cuGetExportTable)(&found, &id);
	if (error != CUDA_SUCCESS)
		return error;
	table = found;
	return (CUresult)table->load(&b->modules[device], b->code, find_variable, b, first);
}

/* Called with the lock, and with the device's context as the current one. */
static cudaError_t load(struct cudart_binary *b, int device)
{
	if (b->modules[device] == NULL && b->errors[device] == cudaSuccess)
		b->errors[device] =
			(cudaError_t)(b->is_managed ? load_managed(b, device)
						    : DRIVER(cuModuleLoadData)(&b->modules[device],
							      b->code));
	return b->errors[device];
}

static cudaError_t find_function(struct cudart_symbol *s, int device)
{
	cudaError_t error = load(s->binary, device);
	if (error != cudaSuccess || s->functions[device] != NULL)
		return error;
	CUresult r = DRIVER(cuModuleGetFunction)(&s->functions[device], s->binary->modules[device],
		s->name);
	return r == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : (cudaError_t)r;
}

cudaError_t cudart_function(const void *host, CUfunction *out)
{
	int device = cudart_device();
	pthread_rwlock_rdlock(&registry_lock);
	struct cudart_symbol *s = find(host);
	*out = s != NULL ? s->functions[device] : NULL;
	pthread_rwlock_unlock(&registry_lock);
	if (*out != NULL)
		return cudaSuccess;
	/* a kernel of a library stands for itself */
	if (s == NULL &&
		DRIVER(cuKernelGetFunction)(out, (CUkernel)(uintptr_t)host) == CUDA_SUCCESS)
		return cudaSuccess;
	if (s == NULL || s->kind != CUDART_FUNCTION)
		return cudaErrorInvalidDeviceFunction;
	pthread_rwlock_wrlock(&registry_lock);
	cudaError_t error = find_function(s, device);
	*out = s->functions[device];
	pthread_rwlock_unlock(&registry_lock);
	return error;
}

const void *cudart_host_of(CUfunction f)
{
	const void *host = NULL;
	pthread_rwlock_rdlock(&registry_lock);
	for (const struct cudart_binary *b = binaries; b != NULL && host == NULL; b = b->next)
		for (const struct cudart_symbol *s = b->symbols; s != NULL; s = s->next_in_binary)
			for (int i = 0; i < CUDART_MAX_DEVICES; i++)
				if (s->functions[i] == f)
					host = s->host;
	pthread_rwlock_unlock(&registry_lock);
	return host;
}

cudaError_t cudart_variable(const void *host, CUdeviceptr *at, size_t *bytes)
{
	int device = cudart_device();
	pthread_rwlock_wrlock(&registry_lock);
	struct cudart_symbol *s = find(host);
	cudaError_t error = cudaErrorInvalidSymbol;
	if (s != NULL && s->kind != CUDART_FUNCTION)
		error = load(s->binary, device);
	if (error == cudaSuccess && DRIVER(cuModuleGetGlobal)(at, bytes, s->binary->modules[device],
					    s->name) != CUDA_SUCCESS)
		error = cudaErrorInvalidSymbol;
	pthread_rwlock_unlock(&registry_lock);
	return error;
}

void cudart_modules_forget(int device)
{
	pthread_rwlock_wrlock(&registry_lock);
	for (struct cudart_binary *b = binaries; b != NULL; b = b->next) {
		b->modules[device] = NULL;
		b->errors[device] = cudaSuccess;
		for (struct cudart_symbol *s = b->symbols; s != NULL; s = s->next_in_binary)
			s->functions[device] = NULL, s->objects[device] = 0;
	}
	pthread_rwlock_unlock(&registry_lock);
}

/* ---- registering ----------------------------------------------------------------------------- */

static void begin_exit(void)
{
	is_exiting = true;
}

static void watch_exit(void)
{
	atexit(begin_exit);
}

static NORETURN void no_memory(void)
{
	static const char text[] = "libcudart: out of memory when kernels were registered\n";
	(void)!fwrite(text, 1, sizeof text - 1, stderr); /* there is nobody to return an error to */
	abort();
}

/* Returns whether what the compiler's wrapper refers to is a container with managed variables. */
static bool is_managed(const void *code)
{
	struct cuda_wrapper wrapper;
	struct cuda_container head;
	memcpy(&wrapper, code, sizeof wrapper);
	if (wrapper.magic != CUDA_WRAPPER_MAGIC ||
		strncmp(wrapper.bytes, CUDA_CONTAINER_MAGIC, sizeof head.magic) != 0)
		return false;
	memcpy(&head, wrapper.bytes, sizeof head);
	return (head.flags & CUDA_CONTAINER_MANAGED) != 0;
}

void **__cudaRegisterFatBinary(void *fatCubin)
{
	static pthread_once_t exit_once = PTHREAD_ONCE_INIT;
	struct cudart_binary *b = mem_try_new(1, sizeof *b);
	if (b == NULL)
		no_memory();
	pthread_once(&exit_once, watch_exit);
	b->code = fatCubin;
	b->is_managed = is_managed(fatCubin);
	pthread_rwlock_wrlock(&registry_lock);
	b->next = binaries;
	binaries = b;
	pthread_rwlock_unlock(&registry_lock);
	return (void **)(void *)b;
}

static void enter_bucket(struct cudart_symbol *s)
{
	s->next_in_bucket = *bucket_of(s->host);
	*bucket_of(s->host) = s;
}

static void leave_bucket(struct cudart_symbol *s)
{
	struct cudart_symbol **link = bucket_of(s->host);
	while (*link != s)
		link = &(*link)->next_in_bucket;
	*link = s->next_in_bucket;
}

/* Gives the variable its address, by which it is known from now on. */
static void find_managed(struct cudart_symbol *s)
{
	CUdeviceptr at;
	if (s->pointer == NULL || DRIVER(cuModuleGetGlobal)(&at, NULL, s->binary->modules[0],
					  s->name) != CUDA_SUCCESS)
		return;
	leave_bucket(s);
	*s->pointer = (void *)(uintptr_t)at;
	s->host = *s->pointer;
	enter_bucket(s);
}

/* Loads a binary on the first device, since host code uses variables of it. Who uses kernels of it
 * gets an error that there may be. */
static void load_early(struct cudart_binary *b)
{
	CUcontext old = NULL, c;
	if (cudart_driver_is_there() != cudaSuccess || cudart_primary(0, &c) != cudaSuccess)
		return;
	DRIVER(cuCtxGetCurrent)(&old);
	if (DRIVER(cuCtxSetCurrent)(c) != CUDA_SUCCESS)
		return;
	pthread_rwlock_wrlock(&registry_lock);
	if (load(b, 0) == cudaSuccess)
		for (struct cudart_symbol *s = b->symbols; s != NULL; s = s->next_in_binary)
			find_managed(s);
	pthread_rwlock_unlock(&registry_lock);
	DRIVER(cuCtxSetCurrent)(old);
}

/* Names may come late, too, but not those of variables that host code uses. */
void __cudaRegisterFatBinaryEnd(void **fatCubinHandle)
{
	struct cudart_binary *b = (struct cudart_binary *)(void *)fatCubinHandle;
	if (b->is_managed)
		load_early(b);
}

/* Frees the names of a binary, and takes it out of the list. */
static void forget(struct cudart_binary *b)
{
	pthread_rwlock_wrlock(&registry_lock);
	struct cudart_binary **link = &binaries;
	while (*link != b)
		link = &(*link)->next;
	*link = b->next;
	for (struct cudart_symbol *s = b->symbols, *next; s != NULL; s = next) {
		next = s->next_in_binary;
		leave_bucket(s);
		free(s);
	}
	pthread_rwlock_unlock(&registry_lock);
}

/* A library with kernels is closed. At the end of the process nothing is unloaded: kernels may run
 * for ever. */
void __cudaUnregisterFatBinary(void **fatCubinHandle)
{
	struct cudart_binary *b = (struct cudart_binary *)(void *)fatCubinHandle;
	if (is_exiting)
		return;
	forget(b);
	for (int i = 0; i < CUDART_MAX_DEVICES; i++)
		if (b->modules[i] != NULL && cudart_enter() == cudaSuccess)
			DRIVER(cuModuleUnload)(b->modules[i]);
	free(b);
}

static struct cudart_symbol *enter(void **handle, enum cudart_symbol_kind kind, const void *host,
	const char *name)
{
	struct cudart_binary *b = (struct cudart_binary *)(void *)handle;
	struct cudart_symbol *s = mem_try_new(1, sizeof *s);
	if (s == NULL)
		no_memory();
	s->kind = kind;
	s->host = host;
	s->binary = b;
	s->name = name;
	pthread_rwlock_wrlock(&registry_lock);
	s->next_in_binary = b->symbols;
	b->symbols = s;
	enter_bucket(s);
	pthread_rwlock_unlock(&registry_lock);
	return s;
}

void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *deviceFun,
	const char *deviceName, int thread_limit, void *tid, void *bid, void *bDim, void *gDim,
	int *wSize)
{
	(void)deviceFun, (void)thread_limit, (void)tid, (void)bid, (void)bDim, (void)gDim;
	(void)wSize;
	enter(fatCubinHandle, CUDART_FUNCTION, hostFun, deviceName);
}

void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *deviceAddress,
	const char *deviceName, int ext, size_t size, int constant, int global)
{
	(void)deviceAddress, (void)ext, (void)size, (void)constant, (void)global;
	enter(fatCubinHandle, CUDART_VARIABLE, hostVar, deviceName);
}

void __cudaRegisterTexture(void **fatCubinHandle, const void *hostVar, const void **deviceAddress,
	const char *deviceName, int dim, int norm, int ext)
{
	(void)deviceAddress, (void)dim, (void)ext;
	enter(fatCubinHandle, CUDART_TEXTURE, hostVar, deviceName)->reads_normalized = norm != 0;
}

void __cudaRegisterSurface(void **fatCubinHandle, const void *hostVar, const void **deviceAddress,
	const char *deviceName, int dim, int ext)
{
	(void)deviceAddress, (void)dim, (void)ext;
	enter(fatCubinHandle, CUDART_SURFACE, hostVar, deviceName);
}

/* nvcc's host code uses a managed variable by its address, for which it asks before main() and
 * before each use. */
void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress,
	const char *deviceName, int ext, size_t size, int constant, int global)
{
	(void)deviceAddress, (void)ext, (void)size, (void)constant, (void)global;
	enter(fatCubinHandle, CUDART_VARIABLE, hostVarPtrAddress, deviceName)->pointer =
		hostVarPtrAddress;
}

char __cudaInitModule(void **fatCubinHandle)
{
	struct cudart_binary *b = (struct cudart_binary *)(void *)fatCubinHandle;
	if (b->modules[0] == NULL)
		load_early(b);
	return 1;
}
