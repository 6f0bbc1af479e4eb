# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsa-runtime64.so.1: the HSA runtime for programs written against <hsa/hsa.h>. It lies in a folder
# of its own, because a system may have another one. The archive is for the tests.
hsa_state := runtime users keep_loaded handles status system
hsa_agents := topology agents base_profile agent_amd_info agent_image_info caches isa regions memory
hsa_extensions := extensions extension_tables images image_set loader
hsa_amd := $(addprefix amd_,events pools async copy signals profiling pointers notify queues sharing images svm debug) amd
hsa_queues := signals signal_group queues queue_index
hsa_code := code code_object reader symbol_info explain protect
hsa_executables := executable executable_load executable_link executable_define executable_symbols
hsa_programs := program module_bytes program_symbols control_directives finalize_options program_finalize finalizer
libhsa-runtime_SRCS := $(patsubst %,libhsa-runtime/%.c,$(hsa_state) $(hsa_agents) $(hsa_extensions) $(hsa_amd) \
	$(hsa_queues) $(hsa_code) $(hsa_executables) $(hsa_programs))
libhsa-runtime_CFLAGS := -DHSA_EXPORT -DHSA_EXPORT_FINALIZER -DHSA_EXPORT_IMAGES
ARCHIVES += libhsa-runtime
