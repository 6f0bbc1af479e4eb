/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of an hsa-run process while it works through its statements. */
#ifndef HSA_RUN_SESSION_H
#define HSA_RUN_SESSION_H

#include "hsaemu/gcn_device.h"
#include "hsaemu/rt.h"
#include "statement.h"

enum run_profile_kind { RUN_PROFILE_NONE, RUN_PROFILE_TEXT, RUN_PROFILE_JSON };

struct run_options {
	struct rt_options rt;
	const char *image;      /* replaces the run file's images; NULL: none is given */
	const char *folder;     /* folder that input files are relative to; "" or ends in '/' */
	const char **fin_flags; /* flags for hsail-fin, after those of the image statement */
	uint32_t fin_flag_count;
	const char *const *cc_flags; /* flags for hsaemu-cc, after those of the image statement */
	uint32_t cc_flag_count;
	uint64_t timeout_ns; /* limit for each dispatch; RT_FOREVER: none */
	uint64_t repeat;     /* number of passes over all statements, at least 1 */
	enum run_profile_kind profile;
	struct rt_profile_options tlb;
	/* of the GPU as whose code kernels run; its model is NULL when there is none */
	struct gcn_device_options gpu;
	bool json, time, verbose;
};

enum run_object {
	RUN_OBJECT_BUFFER,
	RUN_OBJECT_SIGNAL,
	RUN_OBJECT_QUEUE,
	RUN_OBJECT_SERVICE_QUEUE, /* no packet processor looks at this queue */
	RUN_OBJECT_PICTURE,       /* an image; its elements are its memory components */
	RUN_OBJECT_ALIAS,         /* another image with the same data */
};

struct run_buffer {
	struct run_buffer *next; /* the buffer made before this one */
	const char *name;
	enum run_object object;
	uint64_t address; /* the value that a kernel gets */
	uint64_t settled; /* QUEUE: packets below this write index have ended */
	enum run_type type;
	uint64_t count;
	uint8_t *data;
	struct rt_block *block; /* BUFFER: the block that holds `data` */
	size_t bytes;           /* else: the size of the image's data, or of the service queue */
};

static inline bool run_is_picture(const struct run_buffer *b)
{
	return b->object == RUN_OBJECT_PICTURE || b->object == RUN_OBJECT_ALIAS;
}

struct run_variable {
	struct run_variable *next; /* the variable made before this one */
	const char *name;
	struct run_number value;
};

/* The elements of a buffer or of a program variable. */
struct run_target {
	const char *name;
	enum run_type type;
	uint64_t count;
	uint8_t *data;
	bool read_only, is_image; /* is_image: the elements are handles of images */
};

/* The bytes of an image file, or of the image that the other tools made of a source. */
struct run_image_file {
	struct run_image_file *next;
	const char *key;
	uint8_t *bytes;
	size_t len;
};

struct run_pending {
	const char *kernel;
	struct diag_place place;
	hsa_signal_t done;
};

struct run_result; /* defined in results.h */

struct run_session {
	const struct run_options *options;
	struct diag *diag;
	struct arena arena; /* holds all names and lists below */
	struct rt *rt;
	hsa_queue_t *queue;     /* NULL until a dispatch needs one, and after a failure */
	struct rt_image *image; /* NULL until an image statement */
	struct gcn_device *gpu; /* NULL without --deep */
	struct gcn_device_image *gpu_image; /* the image's code for it */
	/* the image's profile; NULL without --profile */
	struct rt_profile *profile;
	/* image_file: the one that `image` is from */
	struct run_image_file *image_files, *image_file;
	struct run_last_name {
		const char *asked;
		const struct image_kernel *found; /* NULL: none was found */
	} last_name;
	struct run_buffer *buffers;
	struct run_variable *variables;
	struct run_pending *pending; /* dispatches that were launched and not yet waited for */
	uint32_t pending_count;
	uint8_t *kernarg; /* memory of the pending dispatches' arguments */
	size_t kernarg_used, kernarg_bytes;
	struct run_result *results; /* results of all runs, in order */
	uint32_t result_count, result_capacity;
	uint32_t current;   /* index of the run that statements belong to */
	uint32_t run_index; /* index of the last run block begun in this pass; 0: none */
	uint64_t pass;      /* number of this pass, from 0 on */
	/* kernels run on the host in this pass, to be profiled, before those that run on the GPU */
	bool on_host;
	bool last_pass;
	/* true when a kernel could not be stopped, so that its threads cannot be joined */
	bool stuck;
};

/* The descriptor by which packets name a kernel of the image. */
static inline const struct hsaemu_kernel_descriptor *run_kernel_descriptor(const struct run_session
										   *s,
	const struct image_kernel *kernel)
{
	return s->gpu_image != NULL && !s->on_host ? gcn_device_kernel(s->gpu_image, kernel)
	                                           : rt_image_kernel_descriptor(s->image, kernel);
}

/* ---- session.c ------------------------------------------------------------------------------ */

bool run_session_init(struct run_session *s, const struct run_options *o, struct diag *d) NODISCARD;
/* Lets the image go, and its code for a GPU. No kernel of it runs any more. */
void run_image_close(struct run_session *s);
/* Ends the session. A stuck session keeps its runtime and memory, which a kernel still uses. */
void run_session_release(struct run_session *s);
/* Returns the path of an input file, in the session's arena if it differs from `path`. */
const char *run_input_path(struct run_session *s, const char *path);

#endif
