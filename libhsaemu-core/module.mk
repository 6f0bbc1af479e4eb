# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu-core.a: what the tools share. One list per folder.
core_support := mem arena str similar stage demangle origin decimal buf json fileio fileout source diag diag_print \
	cli cli_value cli_args cli_help cli_man version
core_isa := isa forms match match_operand memo explain explain_part mnemonic mnemonic_print samples images

core_brig := records view read shape inst build build_operand build_code \
	print print_directive print_inst print_mnemonic print_const print_float print_only \
	dump dump_entry dump_value dump_out \
	verify verify_entries verify_fields verify_operand verify_structure verify_symbol \
	verify_variable verify_function verify_body verify_inst verify_call verify_control verify_reach

core_image := msgpack meta meta_yaml mangle elf_view notes descriptor image lines kernel_name

core_rt := os os_signal cpu segment signal queue packet barrier dispatch workgroup turn idle guest worker \
	handlers trap fault stop service switch fiber fiber_wait team rt load announce print heap profile ext_image ext_image_data failure

libhsaemu-core_SRCS := \
	$(core_support:%=libhsaemu-core/support/%.c) \
	$(core_isa:%=libhsaemu-core/isa/%.c) \
	$(core_brig:%=libhsaemu-core/brig/%.c) \
	$(core_image:%=libhsaemu-core/image/%.c) \
	$(core_rt:%=libhsaemu-core/rt/%.c) \
	libhsaemu-core/helpers/image_st.c
ARCHIVES += libhsaemu-core
include libhsaemu-core/helpers/module.mk
