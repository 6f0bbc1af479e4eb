// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Huffman coding of bytes, with CUDA's kernels' parameters: each group codes its 256 words of four
// bytes, a scan over the groups' lengths in bits tells where their bits begin, pack2 moves them there.
enum { SYMBOLS = 256, GROUP = 256 };

kernel void histo_kernel(global const uchar *bytes, long size, global uint *histogram)
{
	local uint bins[SYMBOLS];
	int item = get_local_id(0);
	bins[item] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (long i = get_global_id(0); i < size; i += get_global_size(0))
		atomic_inc(&bins[bytes[i]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&histogram[item], bins[item]);
}

// What is before each of n elements, n being a power of two and one or two for each item; returns
// the sum of all.
uint scan_exclusive(local uint *v, int n)
{
	int item = get_local_id(0);
	for (int step = 1; step < n; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		int right = (item + 1) * 2 * step - 1;
		if (right < n)
			v[right] += v[right - step];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	uint sum = v[n - 1];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (item == 0)
		v[n - 1] = 0;
	for (int step = n / 2; step > 0; step /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		int right = (item + 1) * 2 * step - 1;
		if (right < n) {
			uint t = v[right];
			v[right] += v[right - step];
			v[right - step] = t;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	return sum;
}

// Puts the low bits of a code at a place in a stream that is zero there; the first bit of a word is
// its highest one.
void put_bits(local uint *stream, uint at, ulong code, uint length)
{
	if (length == 0)
		return;
	code <<= 64 - length;
	uint bit = at % 32;
	ulong front = code >> bit;
	atomic_or(&stream[at / 32], (uint)(front >> 32));
	if (bit + length > 32)
		atomic_or(&stream[at / 32 + 1], (uint)front);
	if (bit + length > 64)
		atomic_or(&stream[at / 32 + 2], (uint)(code << (32 - bit)));
}

// The originals' three arrays in the middle are for tests of theirs.
kernel void vlc_encode_kernel_sm64huff(global const uint *data, global const uint *codes,
	global const uint *lengths, global uint *unused_codes, global uint *unused_lengths,
	global uint *unused_places, global uint *out, global uint *out_bits)
{
	local uint code[SYMBOLS], length[SYMBOLS], stream[GROUP];
	int item = get_local_id(0);
	code[item] = codes[item];
	length[item] = lengths[item];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint word = data[get_global_id(0)];
	ulong bits = 0;
	uint count = 0;
	for (int shift = 24; shift >= 0; shift -= 8) {
		uint symbol = word >> shift & 255;
		bits = bits << length[symbol] | code[symbol];
		count += length[symbol];
	}
	stream[item] = count;
	uint sum = scan_exclusive(stream, GROUP);
	uint at = stream[item];
	barrier(CLK_LOCAL_MEM_FENCE);
	stream[item] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	put_bits(stream, at, bits, count);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (item <= sum / 32)
		out[get_global_id(0)] = stream[item];
	if (item == 0)
		out_bits[get_group_id(0)] = sum;
}

// Scans up to two elements for each item of the group, into `out`; all indices count from `base`,
// or from the group's own place where that is 0.
uint scan_part(global uint *out, global const uint *in, int n, int base, local uint *v)
{
	int item = get_local_id(0), items = get_local_size(0);
	int from = base ? base : get_group_id(0) * 2 * items;
	v[item] = in[from + item];
	v[item + items] = item + items < n ? in[from + item + items] : 0;
	uint sum = scan_exclusive(v, 2 * items);
	out[from + item] = v[item];
	if (item + items < n)
		out[from + item + items] = v[item + items];
	return sum;
}

kernel void prescan(global uint *out, global const uint *in, global uint *sums, int n,
	int block, int base)
{
	local uint v[2 * GROUP];
	scan_part(out, in, n, base, v);
}

kernel void prescan_sums(global uint *out, global const uint *in, global uint *sums, int n,
	int block, int base)
{
	local uint v[2 * GROUP];
	uint sum = scan_part(out, in, n, base, v);
	if (get_local_id(0) == 0)
		sums[block ? block : get_group_id(0)] = sum;
}

kernel void uniformAdd(
	global uint *data, global const uint *sums, int n, int block, int base)
{
	int item = get_local_id(0), items = get_local_size(0);
	int from = get_group_id(0) * 2 * items + base;
	uint sum = sums[get_group_id(0) + block];
	data[from + item] += sum;
	if (item + items < n)
		data[from + item + items] += sum;
}

// One item moves the bits of one group; those of two may meet in a word.
kernel void pack2(global const uint *in, global const uint *bits, global const uint *places,
	global uint *out, uint group)
{
	int i = get_global_id(0);
	uint bit = places[i] % 32;
	global uint *to = out + places[i] / 32;
	ulong window = 0; // what is not yet written is in the high half
	for (uint at = 0; at < bits[i]; at += 32) {
		uint left = min(bits[i] - at, 32u);
		uint word = in[i * group + at / 32] & ~0u << (32 - left);
		window |= (ulong)word << (32 - bit);
		if (at == 0)
			atomic_or(to++, (uint)(window >> 32));
		else if (bit + left >= 32)
			*to++ = window >> 32;
		else
			atomic_or(to++, (uint)(window >> 32));
		window <<= 32;
	}
	if (window)
		atomic_or(to, (uint)(window >> 32));
}
