/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the device share. */
#ifndef HSAEMU_GCN_DEVICE_IMPL_H
#define HSAEMU_GCN_DEVICE_IMPL_H

#include <stdatomic.h>
#include "hsaemu/gcn_device.h"
#include "hsaemu/gcn_emu.h"
#include "hsaemu/gcn_timing.h"

struct gcn_device {
	bool is_timed;
	struct gcn_model timing; /* of a device that is timed, like what follows */
	struct gcn_reports *reports;
	_Atomic uint64_t images; /* how many have been loaded */
};

struct device_kernel {
	/* first, as in struct rt_device_kernel; `ops` are of a device that is timed */
	_Alignas(HSAEMU_KD_BYTES) struct hsaemu_kernel_descriptor kd;
	const struct rt_device_ops *ops;
	struct gcn_device *device;
	uint64_t image; /* its number: how many the device had loaded with it */
	const struct gcn_program *program;
	const struct gcn_entry *entry;
};

/* ---- threads.c ------------------------------------------------------------------------------- */

/* What a thread keeps from one work-group of a dispatch to the next. */
struct thread_state {
	struct thread_state *next; /* of all threads' */
	/* What it is kept for: a dispatch of a device, both NULL where nothing is kept. Addresses
	 * and numbers of packets come again: the packet and the image's number tell dispatches
	 * apart. */
	struct gcn_device *_Atomic device;
	const struct hsaemu_dispatch *of;
	uint64_t image;
	hsa_kernel_dispatch_packet_t packet;
	struct gcn_dispatch dispatch;
	struct gcn_group group;
	uint8_t *kernarg; /* with the hidden argument; NULL: the client's serves */
	bool runs;        /* it runs, or was left while it ran: its wavefronts are somewhere */
	struct rt_device_run run;
};

/* A device begins and ends. What threads keep for it ends, too. False without a key for threads. */
bool gcn_threads_begin(void) NODISCARD;
void gcn_threads_end(const struct gcn_device *device);
/* Returns the calling thread's state; NULL: it has none. */
struct thread_state *gcn_thread_state(void);
/* Makes the calling thread's state; NULL without memory. */
struct thread_state *gcn_thread_new(void);
/* Releases what the thread keeps. */
void gcn_thread_forget(struct thread_state *t);

/* ---- run_group.c ----------------------------------------------------------------------------- */

/* The entry of all kernels: runs a work-group. It finds its kernel by the dispatch packet, which
 * names the descriptor. */
void gcn_run_group(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg);
/* Ends the run of a work-group that has not ended: by what has stopped its current wavefront. */
void gcn_group_end_badly(const struct gcn_group *g, enum gcn_outcome why,
	const struct hsaemu_dispatch *d, struct hsaemu_wg *wg);

/* ---- run_timed.c ----------------------------------------------------------------------------- */

extern const struct rt_device_ops gcn_timed_ops;

#endif
