# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libcuda.so.1, the driver of CUDA, libcudart.so.12, the runtime above it, and libnvrtc.so.12, the compiler; see
# libraries.mk. The archives are for the tests.
CUDA_CFLAGS := -I. -isystem driver/cuda
libhsaemu-cuda_SRCS := $(addprefix cuda/driver/, \
	advice.c \
	array.c \
	capture.c \
	code.c \
	condition.c \
	context.c \
	context_info.c \
	control.c \
	copy.c \
	copy_3d.c \
	copy_batch.c \
	device.c \
	driver.c \
	error.c \
	event.c \
	export_table.c \
	external_memory.c \
	fat_binary.c \
	failure.c \
	fill.c \
	function.c \
	function_info.c \
	graph.c \
	graph_edges.c \
	graph_exec.c \
	graph_exec_change.c \
	graph_functions.c \
	graph_memory.c \
	graph_node_params.c \
	graph_nodes.c \
	helper_thread.c \
	graph_program.c \
	identity.c \
	ipc_event.c \
	ipc_memory.c \
	jit.c \
	launch.c \
	library.c \
	link.c \
	local.c \
	mark.c \
	memory.c \
	memory_range.c \
	memory_text.c \
	mipmap.c \
	module.c \
	module_find.c \
	module_load.c \
	old_names.c \
	own_stream.c \
	per_thread.c \
	pointer.c \
	pool.c \
	pool_file.c \
	pool_share.c \
	proc_address.c \
	profiler.c \
	ptx.c \
	record_marks.c \
	records.c \
	reference.c \
	refused.c \
	shared_pages.c \
	stream.c \
	stream_functions.c \
	stream_packet.c \
	stream_thread.c \
	stream_values.c \
	survivor.c \
	surface_reference.c \
	texture.c \
	texture_image.c \
	texture_reference.c \
	texture_sampling.c \
	user_object.c \
	value_wait.c \
	virtual_memory.c \
	visible.c \
	work.c)
libhsaemu-cuda_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-cuda
libhsaemu-cudart_SRCS := $(addprefix cuda/runtime/, \
	array.c \
	capture.c \
	copy.c \
	copy_3d.c \
	copy_batch.c \
	device.c \
	driver.c \
	entry.c \
	error.c \
	external.c \
	function.c \
	graph.c \
	graph_edges.c \
	graph_exec.c \
	graph_node_params.c \
	graph_symbols.c \
	ipc.c \
	launch.c \
	library.c \
	memory.c \
	mipmap.c \
	own_stream.c \
	per_thread.c \
	pointer.c \
	pool.c \
	reference.c \
	refused.c \
	registry.c \
	stream.c \
	texture.c \
	texture_query.c \
	thread.c \
	user_object.c)
libhsaemu-cudart_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-cudart
libhsaemu-culib_SRCS := $(addprefix cuda/library/, \
	backend.c \
	driver.c \
	job.c \
	open_driver.c \
	symbols.c)
libhsaemu-culib_CFLAGS := $(CUDA_CFLAGS) -DHSAEMU_CUDA_INSTALLED='"$(PREFIX)/lib/hsaemu/libcuda.so.1"' \
	-DHSAEMU_CUDA_BUILT='"$(abspath $(BUILD))/lib/hsaemu/libcuda.so.1"'
ARCHIVES += libhsaemu-culib
libhsaemu-nvrtc_SRCS := $(addprefix cuda/nvrtc/, \
	compile.c \
	names.c \
	program.c)
libhsaemu-nvrtc_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-nvrtc
libhsaemu-curand_SRCS := $(addprefix cuda/rand/, \
	distribution.c \
	generate.c \
	generator.c \
	lanes.c \
	mrg.c \
	mt19937.c \
	normal.c \
	numbers.c \
	philox.c \
	poisson.c \
	sobol.c \
	twister_jump.c \
	vectors.c \
	version.c \
	xorwow.c)
libhsaemu-curand_CFLAGS := $(CUDA_CFLAGS) -DJOE_KUO='"cuda/rand/joe_kuo.txt"'
ARCHIVES += libhsaemu-curand
libhsaemu-cufft_SRCS := $(addprefix cuda/fft/, \
	copy.c \
	exec.c \
	fftw.c \
	lines.c \
	make.c \
	plan.c \
	refused.c \
	route.c \
	settings.c \
	shape.c \
	version.c \
	xt.c)
libhsaemu-cufft_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-cufft
libhsaemu-nvidia-ml_SRCS := $(addprefix cuda/nvml/, \
	device.c \
	init.c \
	load.c \
	refused.c \
	text.c)
libhsaemu-nvidia-ml_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-nvidia-ml
libhsaemu-cusparse_SRCS := $(addprefix cuda/sparse/, \
	band.c \
	block_convert.c \
	blocks.c \
	compress.c \
	context.c \
	convert.c \
	dense.c \
	descr.c \
	expand.c \
	factor.c \
	factor_functions.c \
	filter.c \
	geam.c \
	gemvi.c \
	info.c \
	job.c \
	logger.c \
	matrix.c \
	matrix_get.c \
	multiply.c \
	nonzeros.c \
	older.c \
	order.c \
	product.c \
	prune.c \
	refused.c \
	rows.c \
	sddmm.c \
	solve.c \
	solver.c \
	spgemm.c \
	type.c \
	vector.c \
	vector_functions.c)
libhsaemu-cusparse_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-cusparse
libhsaemu-cublas_SRCS := $(addprefix cuda/blas/, \
	call.c \
	functions.c \
	gemm_ex.c \
	handle.c \
	legacy.c \
	log.c \
	own_factors.c \
	own_loops.c \
	refused.c \
	transfer.c \
	vector_ex.c \
	widen.c \
	xt.c)
libhsaemu-cublas_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-cublas
libhsaemu-cublasLt_SRCS := $(addprefix cuda/blas/, \
	lt_algorithm.c \
	lt_descriptor.c \
	lt_handle.c \
	lt_matmul.c \
	lt_transform.c)
libhsaemu-cublasLt_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-cublasLt
# What cuBLAS and cuBLASLt share.
libhsaemu-blas_SRCS := $(addprefix cuda/blas/, \
	convert.c \
	epilogue.c \
	matmul.c \
	routine.c \
	status.c)
libhsaemu-blas_CFLAGS := $(CUDA_CFLAGS)
ARCHIVES += libhsaemu-blas
$(BUILD)/cuda/rand/vectors.o: cuda/rand/joe_kuo.txt
