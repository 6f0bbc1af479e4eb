/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Cooperative groups: the block, tiles of it up to a warp, the coalesced threads, the grid.
#ifndef HSAEMU_COOPERATIVE_GROUPS_H
#define HSAEMU_COOPERATIVE_GROUPS_H

// Blocks that are in a grid's barrier, and how many barriers there have been; one grid at a time.
__attribute__((weak)) __device__ unsigned hsaemu_grid_arrived, hsaemu_grid_barriers;

namespace cooperative_groups {

HSAEMU_DEVICE unsigned hsaemu_rank_in_block()
{
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HSAEMU_DEVICE unsigned hsaemu_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
HSAEMU_DEVICE unsigned hsaemu_lane() { return __nvvm_read_ptx_sreg_laneid(); }
HSAEMU_DEVICE unsigned hsaemu_lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }

// ---- block and grid ------------------------------------------------------------------------------

struct thread_block {
	static HSAEMU_MEMBER_DEVICE void sync() { __syncthreads(); }
	static HSAEMU_MEMBER_DEVICE unsigned thread_rank() { return hsaemu_rank_in_block(); }
	static HSAEMU_MEMBER_DEVICE unsigned size() { return hsaemu_block_size(); }
	static HSAEMU_MEMBER_DEVICE unsigned num_threads() { return size(); }
	static HSAEMU_MEMBER_DEVICE dim3 group_index() { return blockIdx; }
	static HSAEMU_MEMBER_DEVICE dim3 thread_index() { return threadIdx; }
	static HSAEMU_MEMBER_DEVICE dim3 group_dim() { return blockDim; }
	static HSAEMU_MEMBER_DEVICE dim3 dim_threads() { return blockDim; }
	static HSAEMU_MEMBER_DEVICE bool is_valid() { return true; }
};
HSAEMU_DEVICE thread_block this_thread_block() { return {}; }
// What tiles of several warps need on GPUs; here they have shared memory of their own.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
	unsigned long long hsaemu_unused;
};
template <unsigned N> HSAEMU_DEVICE thread_block this_thread_block(block_tile_memory<N> &) { return {}; }

struct grid_group {
	static HSAEMU_MEMBER_DEVICE unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
	static HSAEMU_MEMBER_DEVICE unsigned long long block_rank() { return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
	static HSAEMU_MEMBER_DEVICE unsigned long long size() { return num_blocks() * hsaemu_block_size(); }
	static HSAEMU_MEMBER_DEVICE unsigned long long num_threads() { return size(); }
	static HSAEMU_MEMBER_DEVICE unsigned long long thread_rank() { return block_rank() * hsaemu_block_size() + hsaemu_rank_in_block(); }
	static HSAEMU_MEMBER_DEVICE dim3 group_dim() { return gridDim; }
	static HSAEMU_MEMBER_DEVICE dim3 dim_blocks() { return gridDim; }
	static HSAEMU_MEMBER_DEVICE dim3 block_index() { return blockIdx; }
	static HSAEMU_MEMBER_DEVICE bool is_valid() { return true; }
	static HSAEMU_MEMBER_DEVICE void sync()
	{
		__syncthreads();
		if (hsaemu_rank_in_block() == 0) {
			unsigned before = atomicAdd(&hsaemu_grid_barriers, 0u);
			__threadfence();
			if (atomicAdd(&hsaemu_grid_arrived, 1u) == num_blocks() - 1) {
				atomicExch(&hsaemu_grid_arrived, 0u);
				__threadfence();
				atomicAdd(&hsaemu_grid_barriers, 1u);
			} else {
				while (atomicAdd(&hsaemu_grid_barriers, 0u) == before)
					;
			}
			__threadfence();
		}
		__syncthreads();
	}
};
HSAEMU_DEVICE grid_group this_grid() { return {}; }

// ---- some lanes of a warp ------------------------------------------------------------------------

struct coalesced_group {
	enum { hsaemu_wide = 0 };
	unsigned mask, meta_rank, meta_size;
	HSAEMU_MEMBER_DEVICE void sync() const { __syncwarp(mask); }
	HSAEMU_MEMBER_DEVICE unsigned size() const { return __popc(mask); }
	HSAEMU_MEMBER_DEVICE unsigned num_threads() const { return size(); }
	HSAEMU_MEMBER_DEVICE unsigned thread_rank() const { return __popc(mask & hsaemu_lanes_below()); }
	HSAEMU_MEMBER_DEVICE unsigned meta_group_rank() const { return meta_rank; }
	HSAEMU_MEMBER_DEVICE unsigned meta_group_size() const { return meta_size; }
	HSAEMU_MEMBER_DEVICE unsigned lane_of(unsigned rank) const { return __fns(mask, 0, (int)rank + 1); }
	HSAEMU_MEMBER_DEVICE unsigned packed(unsigned lanes) const // a bit for each rank
	{
		unsigned r = 0;
		for (unsigned rank = 0, left = mask; left != 0; left &= left - 1, rank++)
			r |= (lanes >> (__ffs((int)left) - 1) & 1) << rank;
		return r;
	}
	template <class T> HSAEMU_MEMBER_DEVICE T shfl(T v, unsigned rank) const { return hsaemu_shuffle(v, lane_of(rank % size())); }
	template <class T> HSAEMU_MEMBER_DEVICE T shfl_up(T v, unsigned n) const
	{
		unsigned rank = thread_rank();
		return hsaemu_shuffle(v, lane_of(rank < n ? rank : rank - n));
	}
	template <class T> HSAEMU_MEMBER_DEVICE T shfl_down(T v, unsigned n) const
	{
		unsigned rank = thread_rank();
		return hsaemu_shuffle(v, lane_of(rank + n < size() ? rank + n : rank));
	}
	template <class T> HSAEMU_MEMBER_DEVICE T shfl_xor(T v, unsigned n) const
	{
		unsigned rank = thread_rank();
		return hsaemu_shuffle(v, lane_of((rank ^ n) < size() ? rank ^ n : rank));
	}
	HSAEMU_MEMBER_DEVICE int any(int p) const { return __any_sync(mask, p); }
	HSAEMU_MEMBER_DEVICE int all(int p) const { return __all_sync(mask, p); }
	HSAEMU_MEMBER_DEVICE unsigned ballot(int p) const { return packed(__ballot_sync(mask, p)); }
	template <class T> HSAEMU_MEMBER_DEVICE unsigned match_any(T v) const { return packed(__match_any_sync(mask, v)); }
	template <class T> HSAEMU_MEMBER_DEVICE unsigned match_all(T v, int &p) const { return packed(__match_all_sync(mask, v, &p)); }

	// Of any size, word by word.
	template <class T> HSAEMU_MEMBER_DEVICE T hsaemu_shuffle(T v, unsigned lane) const
	{
		union words {
			T v;
			int word[(sizeof(T) + 3) / 4];
			HSAEMU_MEMBER_DEVICE words() : word{} {}
		} u;
		u.v = v;
		for (unsigned k = 0; k < (sizeof(T) + 3) / 4; k++)
			u.word[k] = __shfl_sync(mask, u.word[k], (int)lane);
		return u.v;
	}
};
HSAEMU_DEVICE coalesced_group coalesced_threads() { return {__activemask(), 0, 1}; }

// N consecutive lanes.
template <unsigned N, bool wide> struct hsaemu_tile : coalesced_group {
	HSAEMU_MEMBER_DEVICE hsaemu_tile(unsigned parent_rank, unsigned parent_size)
		: coalesced_group{(N == 32 ? ~0u : (1u << N % 32) - 1) << (hsaemu_lane() & ~(N - 1)), parent_rank / N,
			  (parent_size + N - 1) / N}
	{
	}
	static constexpr HSAEMU_MEMBER_DEVICE unsigned size() { return N; }
	static constexpr HSAEMU_MEMBER_DEVICE unsigned num_threads() { return N; }
	HSAEMU_MEMBER_DEVICE unsigned thread_rank() const { return hsaemu_lane() & (N - 1); }
	HSAEMU_MEMBER_DEVICE unsigned first() const { return hsaemu_lane() & ~(N - 1); }
	HSAEMU_MEMBER_DEVICE unsigned packed(unsigned lanes) const { return lanes >> first() & (mask >> first()); }
	template <class T> HSAEMU_MEMBER_DEVICE T shfl(T v, unsigned rank) const { return hsaemu_shuffle(v, first() + rank % N); }
	template <class T> HSAEMU_MEMBER_DEVICE T shfl_up(T v, unsigned n) const { return hsaemu_shuffle(v, thread_rank() < n ? hsaemu_lane() : hsaemu_lane() - n); }
	template <class T> HSAEMU_MEMBER_DEVICE T shfl_down(T v, unsigned n) const { return hsaemu_shuffle(v, thread_rank() + n < N ? hsaemu_lane() + n : hsaemu_lane()); }
	template <class T> HSAEMU_MEMBER_DEVICE T shfl_xor(T v, unsigned n) const { return hsaemu_shuffle(v, first() + ((thread_rank() ^ n) & (N - 1))); }
	HSAEMU_MEMBER_DEVICE unsigned ballot(int p) const { return packed(__ballot_sync(mask, p)); }
	template <class T> HSAEMU_MEMBER_DEVICE unsigned match_any(T v) const { return packed(__match_any_sync(mask, v)); }
	template <class T> HSAEMU_MEMBER_DEVICE unsigned match_all(T v, int &p) const { return packed(__match_all_sync(mask, v, &p)); }
};

// N consecutive threads of several warps, which meet at a barrier of their own. What a warp tells the others goes through
// its slot.
template <unsigned N> struct hsaemu_tile<N, true> {
	enum { hsaemu_wide = 1, hsaemu_warps = N / 32 };
	unsigned meta_rank, meta_size;
	HSAEMU_MEMBER_DEVICE hsaemu_tile(unsigned parent_rank, unsigned parent_size)
		: meta_rank(parent_rank / N), meta_size((parent_size + N - 1) / N)
	{
	}
	static constexpr HSAEMU_MEMBER_DEVICE unsigned size() { return N; }
	static constexpr HSAEMU_MEMBER_DEVICE unsigned num_threads() { return N; }
	HSAEMU_MEMBER_DEVICE unsigned thread_rank() const { return hsaemu_rank_in_block() % N; }
	HSAEMU_MEMBER_DEVICE unsigned meta_group_rank() const { return meta_rank; }
	HSAEMU_MEMBER_DEVICE unsigned meta_group_size() const { return meta_size; }
	HSAEMU_MEMBER_DEVICE void sync() const
	{
		unsigned tile = hsaemu_rank_in_block() / N;
		if (tile >= 15) { // barrier 0 is the block's
			printf("cooperative_groups: a block has at most 15 tiles of more than a warp\n");
			__trap();
		}
		asm volatile("barrier.sync %0, %1;" : : "r"(tile + 1), "n"(N) : "memory");
	}
	static HSAEMU_MEMBER_DEVICE volatile unsigned long long *hsaemu_slots() // of the tile's warps
	{
		static __shared__ unsigned long long slots[32];
		return slots + hsaemu_rank_in_block() / N * hsaemu_warps;
	}
	// Gets what the thread `from` of each warp has.
	template <class T> HSAEMU_MEMBER_DEVICE void hsaemu_gather(T v, unsigned from, T *all) const
	{
		union words {
			T v;
			unsigned long long word[(sizeof(T) + 7) / 8];
			HSAEMU_MEMBER_DEVICE words() : word{} {}
		} u, of[hsaemu_warps];
		u.v = v;
		for (unsigned k = 0; k < (sizeof(T) + 7) / 8; k++) {
			if (hsaemu_lane() == from)
				hsaemu_slots()[thread_rank() / 32] = u.word[k];
			sync();
			for (unsigned w = 0; w < hsaemu_warps; w++)
				of[w].word[k] = hsaemu_slots()[w];
			sync();
		}
		for (unsigned w = 0; w < hsaemu_warps; w++)
			all[w] = of[w].v;
	}
	template <class T> HSAEMU_MEMBER_DEVICE T shfl(T v, unsigned rank) const
	{
		T all[hsaemu_warps];
		hsaemu_gather(v, rank % 32, all);
		return all[rank % N / 32];
	}
	HSAEMU_MEMBER_DEVICE int any(int p) const
	{
		int all[hsaemu_warps], result = 0;
		hsaemu_gather(__any_sync(~0u, p), 0, all);
		for (unsigned w = 0; w < hsaemu_warps; w++)
			result |= all[w];
		return result;
	}
	HSAEMU_MEMBER_DEVICE int all(int p) const { return !any(!p); }
};

template <unsigned N, class Parent = void> struct thread_block_tile : hsaemu_tile<N, (N > 32)> {
	static_assert(N != 0 && N <= 512 && (N & (N - 1)) == 0, "tiles have a power of 2 of threads, up to 512");
	HSAEMU_MEMBER_DEVICE thread_block_tile(unsigned parent_rank, unsigned parent_size)
		: hsaemu_tile<N, (N > 32)>(parent_rank, parent_size)
	{
	}
	template <class Q> HSAEMU_MEMBER_DEVICE thread_block_tile(const thread_block_tile<N, Q> &t) : hsaemu_tile<N, (N > 32)>(t) {}
};
template <unsigned N, class G> HSAEMU_DEVICE thread_block_tile<N, G> tiled_partition(const G &g) { return {g.thread_rank(), (unsigned)g.size()}; }

// A group whose kind is known at run time only.
struct thread_group : coalesced_group {
	bool is_block;
	HSAEMU_MEMBER_DEVICE thread_group(const thread_block &) : coalesced_group{0, 0, 1}, is_block(true) {}
	HSAEMU_MEMBER_DEVICE thread_group(const coalesced_group &g) : coalesced_group(g), is_block(false) {}
	HSAEMU_MEMBER_DEVICE void sync() const
	{
		if (is_block)
			__syncthreads();
		else
			__syncwarp(mask);
	}
	HSAEMU_MEMBER_DEVICE unsigned size() const { return is_block ? hsaemu_block_size() : (unsigned)__popc(mask); }
	HSAEMU_MEMBER_DEVICE unsigned num_threads() const { return size(); }
	HSAEMU_MEMBER_DEVICE unsigned thread_rank() const { return is_block ? hsaemu_rank_in_block() : (unsigned)__popc(mask & hsaemu_lanes_below()); }
};
HSAEMU_DEVICE thread_group tiled_partition(const thread_group &g, unsigned n)
{
	unsigned first = hsaemu_lane() & ~(n - 1);
	return coalesced_group{(n >= 32 ? ~0u : (1u << n) - 1) << first, g.thread_rank() / n, (g.size() + n - 1) / n};
}
HSAEMU_DEVICE coalesced_group binary_partition(const coalesced_group &g, bool p)
{
	unsigned yes = __ballot_sync(g.mask, p);
	return {p ? yes : g.mask & ~yes, p, 2};
}
template <class T> HSAEMU_DEVICE coalesced_group labeled_partition(const coalesced_group &g, T label)
{
	return {__match_any_sync(g.mask, label), 0, 1};
}

template <class G> HSAEMU_DEVICE void sync(const G &g) { g.sync(); }
template <class G> HSAEMU_DEVICE unsigned thread_rank(const G &g) { return g.thread_rank(); }
template <class G> HSAEMU_DEVICE unsigned group_size(const G &g) { return g.size(); }

// ---- results of all threads ------------------------------------------------------------------------

template <class T = void> struct plus { template <class A> HSAEMU_MEMBER_DEVICE A operator()(A a, A b) const { return a + b; } };
template <class T = void> struct less { template <class A> HSAEMU_MEMBER_DEVICE A operator()(A a, A b) const { return b < a ? b : a; } };
template <class T = void> struct greater { template <class A> HSAEMU_MEMBER_DEVICE A operator()(A a, A b) const { return a < b ? b : a; } };
template <class T = void> struct bit_and { template <class A> HSAEMU_MEMBER_DEVICE A operator()(A a, A b) const { return a & b; } };
template <class T = void> struct bit_or { template <class A> HSAEMU_MEMBER_DEVICE A operator()(A a, A b) const { return a | b; } };
template <class T = void> struct bit_xor { template <class A> HSAEMU_MEMBER_DEVICE A operator()(A a, A b) const { return a ^ b; } };

// Of groups in a warp, by shuffles.
template <int wide> struct hsaemu_results {
	template <class G, class T, class F> static HSAEMU_MEMBER_DEVICE T inclusive(const G &g, T v, F f)
	{
		for (unsigned n = 1; n < g.size(); n *= 2) {
			T below = g.shfl_up(v, n);
			if (g.thread_rank() >= n)
				v = f(below, v);
		}
		return v;
	}
	template <class G, class T, class F> static HSAEMU_MEMBER_DEVICE T exclusive(const G &g, T v, F f)
	{
		T below = g.shfl_up(inclusive(g, v, f), 1);
		return g.thread_rank() == 0 ? T() : below;
	}
	template <class G, class T, class F> static HSAEMU_MEMBER_DEVICE T all(const G &g, T v, F f)
	{
		return g.shfl(inclusive(g, v, f), g.size() - 1);
	}
};
// Of tiles of several warps: first of each warp, then of what the warps have.
template <> struct hsaemu_results<1> {
	template <class G, class T, class F> static HSAEMU_MEMBER_DEVICE T inclusive(const G &g, T v, F f)
	{
		T warps[G::hsaemu_warps];
		v = hsaemu_results<0>::inclusive(thread_block_tile<32>(0, 32), v, f);
		g.hsaemu_gather(v, 31, warps);
		for (unsigned w = g.thread_rank() / 32; w-- != 0;)
			v = f(warps[w], v);
		return v;
	}
	template <class G, class T, class F> static HSAEMU_MEMBER_DEVICE T exclusive(const G &g, T v, F f)
	{
		T warps[G::hsaemu_warps], sum = inclusive(g, v, f);
		T below = thread_block_tile<32>(0, 32).shfl_up(sum, 1);
		g.hsaemu_gather(sum, 31, warps);
		if (hsaemu_lane() != 0)
			return below;
		return g.thread_rank() == 0 ? T() : warps[g.thread_rank() / 32 - 1];
	}
	template <class G, class T, class F> static HSAEMU_MEMBER_DEVICE T all(const G &g, T v, F f)
	{
		T warps[G::hsaemu_warps];
		g.hsaemu_gather(hsaemu_results<0>::inclusive(thread_block_tile<32>(0, 32), v, f), 31, warps);
		for (unsigned w = 1; w < G::hsaemu_warps; w++)
			warps[0] = f(warps[0], warps[w]);
		return warps[0];
	}
};

template <class G, class T, class F> HSAEMU_DEVICE T inclusive_scan(const G &g, T v, F f) { return hsaemu_results<G::hsaemu_wide>::inclusive(g, v, f); }
template <class G, class T> HSAEMU_DEVICE T inclusive_scan(const G &g, T v) { return inclusive_scan(g, v, plus<T>()); }
template <class G, class T, class F> HSAEMU_DEVICE T exclusive_scan(const G &g, T v, F f) { return hsaemu_results<G::hsaemu_wide>::exclusive(g, v, f); }
template <class G, class T> HSAEMU_DEVICE T exclusive_scan(const G &g, T v) { return exclusive_scan(g, v, plus<T>()); }
template <class G, class T, class F> HSAEMU_DEVICE T reduce(const G &g, T v, F f) { return hsaemu_results<G::hsaemu_wide>::all(g, v, f); }

// One thread of the group calls a function; with a broadcast, all get its result.
template <class G, class F, class... A> HSAEMU_DEVICE void invoke_one(const G &g, F &&f, A &&...a)
{
	if (g.thread_rank() == 0)
		f(static_cast<A &&>(a)...);
}
template <class G, class F, class... A> HSAEMU_DEVICE auto invoke_one_broadcast(const G &g, F &&f, A &&...a) -> decltype(f(static_cast<A &&>(a)...))
{
	decltype(f(static_cast<A &&>(a)...)) result{};
	if (g.thread_rank() == 0)
		result = f(static_cast<A &&>(a)...);
	return g.shfl(result, 0);
}

// ---- copies that need not be waited for, and are there already ---------------------------------------

template <class G, class T, class S> HSAEMU_DEVICE void memcpy_async(const G &g, T *to, const T *from, S bytes)
{
	for (size_t k = g.thread_rank(); k < (size_t)bytes; k += g.size())
		((char *)to)[k] = ((const char *)from)[k];
}
template <class G> HSAEMU_DEVICE void wait(const G &g) { g.sync(); }
template <unsigned, class G> HSAEMU_DEVICE void wait_prior(const G &g) { g.sync(); }

}

#endif
