# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu-core.a: what the tools share. One list per folder.
core_support := mem unwind arena str utf8 similar stage demangle kernel_info origin decimal buf json child fileio fileout source diag diag_print \
	cli cli_options cli_value cli_args cli_help cli_man version
core_isa := isa forms match match_mnemonic match_operand match_cache explain explain_part mnemonic mnemonic_print form_samples image_rules

brig_read := records view read operand_decode inst_record
brig_build := build build_operand build_code
brig_print := print print_text print_directive print_inst print_mnemonic print_const print_float print_only
brig_dump := dump dump_entry dump_value dump_out
brig_verify := verify verify_state verify_entries verify_fields verify_operand verify_structure verify_symbol \
	verify_variable verify_function verify_body verify_use verify_inst verify_call verify_control \
	verify_call_graph verify_reach
brig_folders := read build print dump verify

core_client := handle_set mapped

core_cache := cache key cpu place folder entry evict memory identity elf_object needed

core_opencl_c := options object installed spirv

core_image := msgpack metadata metadata_yaml gpu_metadata mangle elf_view image_notes descriptor image_open image_find line_table kernel_name

rt_os := os os_signal cpu_features
rt_memory := segment kernel_heap allocations
rt_signal := signal signal_pool signal_wait signal_handler
rt_fault := signal_handlers guard fault_kind stop_dispatch device_run forks failure_text
rt_queue := queue queue_index doorbell queue_error queue_lint event_thread packet_offset \
	doubted_packet packet_processor barrier_packet
rt_dispatch := dispatch tiles packet_lint launch
rt_workgroup := claim shuffle run_groups group_memory group_report
rt_fiber := stack_switch fiber_wait fiber_group fiber_scheduler
rt_worker := worker output worker_thread worker_serve turns device_turns stand_ins idle_workers current_worker client_wait
rt_service := services kernel_printf
rt_load := loader symbols imports announce_code profile_counters
rt_ext_image := ext_image ext_image_levels ext_image_regions
rt_folders := os memory signal fault queue dispatch workgroup fiber worker service load ext_image

libhsaemu-core_SRCS := \
	$(core_support:%=libhsaemu-core/support/%.c) \
	$(core_isa:%=libhsaemu-core/isa/%.c) \
	$(foreach d,$(brig_folders),$(brig_$(d):%=libhsaemu-core/brig/$(d)/%.c)) \
	$(core_image:%=libhsaemu-core/image/%.c) \
	$(core_cache:%=libhsaemu-core/cache/%.c) \
	$(core_opencl_c:%=libhsaemu-core/opencl_c/%.c) \
	$(core_client:%=libhsaemu-core/client/%.c) \
	libhsaemu-core/rt/rt.c libhsaemu-core/rt/environment.c \
	libhsaemu-core/rt/machine.c $(foreach d,$(rt_folders),$(rt_$(d):%=libhsaemu-core/rt/$(d)/%.c)) \
	libhsaemu-core/helpers/stimage.c
libhsaemu-core_CFLAGS := -Ilibhsaemu-core -DHSAEMU_PREFIX='"$(PREFIX)"'
ARCHIVES += libhsaemu-core
include libhsaemu-core/helpers/module.mk
