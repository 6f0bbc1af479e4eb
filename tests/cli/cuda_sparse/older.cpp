// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that are older than descriptors of matrices, against plain loops and by what a solution has to be.
#include "check.hpp"

static cusparseHandle_t handle;
static cusparseMatDescr_t descr; // with base 1
static const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T_ = CUSPARSE_OPERATION_TRANSPOSE;
static const cusparseDirection_t by_rows = CUSPARSE_DIRECTION_ROW, by_columns = CUSPARSE_DIRECTION_COLUMN;
static const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
typedef std::vector<int> ints;

// The functions of one type by names without its letter.
#define TYPED(name) \
	template <class... A> cusparseStatus_t name(float, A... a) { return cusparseS##name(a...); } \
	template <class... A> cusparseStatus_t name(double, A... a) { return cusparseD##name(a...); }
#define TYPED_Z(name) \
	TYPED(name) \
	template <class... A> cusparseStatus_t name(c32, A... a) { return cusparseC##name(of_cuda(a)...); } \
	template <class... A> cusparseStatus_t name(c64, A... a) { return cusparseZ##name(of_cuda(a)...); }
template <class A> static A of_cuda(A a) { return a; }
static cuComplex *of_cuda(c32 *p) { return (cuComplex *)p; }
static cuDoubleComplex *of_cuda(c64 *p) { return (cuDoubleComplex *)p; }
template <class A> static A *raw(const on_device<A> &d) { return d.at; }
TYPED_Z(csrilu02) TYPED_Z(csrilu02_bufferSize) TYPED_Z(csrilu02_analysis) TYPED_Z(csric02) TYPED_Z(csric02_analysis)
TYPED_Z(bsrilu02) TYPED_Z(bsrilu02_analysis) TYPED_Z(csr2bsr) TYPED_Z(bsr2csr) TYPED_Z(bsrmv) TYPED_Z(bsrmm)
TYPED_Z(bsrsv2_analysis) TYPED_Z(bsrsv2_solve) TYPED_Z(bsrsm2_analysis) TYPED_Z(bsrsm2_solve) TYPED_Z(csrgeam2) TYPED_Z(gtsv2)
TYPED_Z(gtsv2_nopivot) TYPED_Z(gtsv2StridedBatch) TYPED_Z(gtsvInterleavedBatch) TYPED_Z(gpsvInterleavedBatch) TYPED_Z(gemvi) TYPED_Z(nnz)
TYPED(csrilu02_numericBoost) TYPED_Z(csr2gebsr) TYPED_Z(gebsr2csr)

template <class T> static full<T> filled(int rows, int cols, const ints &offsets, const ints &columns, const std::vector<T> &values)
{
	full<T> m(rows, cols);
	for (int i = 0; i < rows; i++)
		for (int k = offsets[(size_t)i] - 1; k < offsets[(size_t)i + 1] - 1; k++)
			m(i, columns[(size_t)k] - 1) += values[(size_t)k];
	return m;
}

static void indices()
{
	on_device<int> rows(ints{1, 1, 3, 3, 3}), offsets(5), back(5), identity(4);
	OK(cusparseXcoo2csr(handle, rows, 5, 4, offsets, CUSPARSE_INDEX_BASE_ONE));
	EXPECT((offsets.get() == ints{1, 3, 3, 6, 6}));
	OK(cusparseXcsr2coo(handle, offsets, 5, 4, back, CUSPARSE_INDEX_BASE_ONE));
	EXPECT(back.get() == rows.get());
	OK(cusparseCreateIdentityPermutation(handle, 4, identity));
	EXPECT((identity.get() == ints{0, 1, 2, 3}));

	full<double> m = sparse_numbers<double>(5, 7);
	csr<double> a(m, 1), t(m, 1, true);
	int n = (int)a.values.size();
	on_device<int> ao(a.offsets), ac(a.columns), to(8), tc((size_t)n);
	on_device<double> av(a.values), tv((size_t)n);
	size_t bytes;
	OK(cusparseCsr2cscEx2_bufferSize(handle, 5, 7, n, av, ao, ac, tv, to, tc, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, &bytes));
	OK(cusparseCsr2cscEx2(handle, 5, 7, n, av, ao, ac, tv, to, tc, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, nullptr));
	EXPECT(to.get() == t.offsets && tc.get() == t.columns && tv.get() == t.values);
	on_device<int> so(8), sc((size_t)n);
	OK(cusparseCsr2cscEx2(handle, 5, 7, n, nullptr, ao, ac, nullptr, so, sc, CUDA_R_64F, CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, nullptr));
	EXPECT(so.get() == t.offsets && sc.get() == t.columns);
}

static void sorts()
{
	on_device<int> rows(ints{2, 1, 0, 0, 2, 2, 1}), columns(ints{4, 2, 3, 1, 1, 0, 0}), p(7);
	OK(cusparseCreateIdentityPermutation(handle, 7, p));
	OK(cusparseXcoosortByRow(handle, 3, 5, 7, rows, columns, p, nullptr));
	EXPECT((rows.get() == ints{0, 0, 1, 1, 2, 2, 2}) && (columns.get() == ints{1, 3, 0, 2, 0, 1, 4}));
	EXPECT((p.get() == ints{3, 2, 6, 1, 5, 4, 0}));
	OK(cusparseXcoosortByColumn(handle, 3, 5, 7, rows, columns, nullptr, nullptr));
	EXPECT((rows.get() == ints{1, 2, 0, 2, 1, 0, 2}) && (columns.get() == ints{0, 0, 1, 1, 2, 3, 4}));
	on_device<int> offsets(ints{1, 4, 4, 6}), c(ints{3, 1, 2, 5, 4}), q(5);
	OK(cusparseCreateIdentityPermutation(handle, 5, q));
	OK(cusparseXcsrsort(handle, 3, 5, 5, descr, offsets, c, q, nullptr));
	EXPECT((c.get() == ints{1, 2, 3, 4, 5}) && (q.get() == ints{1, 2, 0, 4, 3}));
	on_device<int> d(ints{3, 1, 2, 5, 4});
	OK(cusparseXcscsort(handle, 5, 3, 5, descr, offsets, d, nullptr, nullptr));
	EXPECT((d.get() == ints{1, 2, 3, 4, 5}));
}

template <class T> static void sums()
{
	full<T> a = sparse_numbers<T>(6, 7), b = sparse_numbers<T>(6, 7), want(6, 7);
	csr<T> ha(a, 1), hb(b, 1);
	on_device<int> ao(ha.offsets), ac(ha.columns), bo(hb.offsets), bc(hb.columns), co(7);
	on_device<T> av(ha.values), bv(hb.values);
	T alpha = T(2), beta = T(-3);
	int na = (int)ha.values.size(), nb = (int)hb.values.size(), n = 0;
	OK(cusparseXcsrgeam2Nnz(handle, 6, 7, descr, na, ao, ac, descr, nb, bo, bc, descr, co, &n, nullptr));
	on_device<int> cc((size_t)n);
	on_device<T> cv((size_t)n);
	OK(csrgeam2(T(), handle, 6, 7, &alpha, descr, na, raw(av), raw(ao), raw(ac), &beta, descr, nb, raw(bv), raw(bo), raw(bc), descr, raw(cv), raw(co), raw(cc), (void *)nullptr));
	int entries = 0;
	for (size_t i = 0; i < want.v.size(); i++) {
		want.v[i] = alpha * a.v[i] + beta * b.v[i];
		entries += a.v[i] != T(0) || b.v[i] != T(0);
	}
	EXPECT(n == entries && filled(6, 7, co.get(), cc.get(), cv.get()).v == want.v);
}

template <class T> static void counts()
{
	full<T> a = sparse_numbers<T>(5, 6);
	full<T> t = operation(a, T_); // by columns, as the functions have them
	on_device<T> d(t.v), x(numbers<T>(3)), y(numbers<T>(6)), y2(numbers<T>(5));
	on_device<int> rows(5), columns(6), indices(ints{2, 5, 6});
	int total;
	OK(nnz(T(), handle, by_rows, 5, 6, descr, raw(d), 5, raw(rows), &total));
	csr<T> h(a), ht(a, 0, true);
	EXPECT(total == (int)h.values.size());
	ints r = rows.get();
	for (size_t i = 0; i < 5; i++)
		EXPECT(r[i] == h.offsets[i + 1] - h.offsets[i]);
	OK(nnz(T(), handle, by_columns, 5, 6, descr, raw(d), 5, raw(columns), &total));
	r = columns.get();
	for (size_t i = 0; i < 6; i++)
		EXPECT(r[i] == ht.offsets[i + 1] - ht.offsets[i]);

	std::vector<T> hx = x.get(), hy = y2.get();
	T alpha = T(2), beta = T(3);
	OK(gemvi(T(), handle, N, 5, 6, &alpha, raw(d), 5, 3, raw(x), raw(indices), &beta, raw(y2), CUSPARSE_INDEX_BASE_ONE, (void *)nullptr));
	for (int i = 0; i < 5; i++)
		hy[(size_t)i] = alpha * (a(i, 1) * hx[0] + a(i, 4) * hx[1] + a(i, 5) * hx[2]) + beta * hy[(size_t)i];
	EXPECT(y2.get() == hy);
}

static void filters()
{
	std::vector<float> v = {1, -5, 0, 2, 3, -4}; // of 2 rows by columns: 1 0 3, -5 2 -4
	on_device<float> a(v), cv(4);
	on_device<int> co(3), cc(4), counts(2);
	float threshold = 1;
	int total = 0;
	OK(cusparseSpruneDense2csrNnz(handle, 2, 3, a, 2, &threshold, descr, co, &total, nullptr));
	EXPECT(total == 4 && (co.get() == ints{1, 2, 5}));
	OK(cusparseSpruneDense2csr(handle, 2, 3, a, 2, &threshold, descr, cv, co, cc, nullptr));
	EXPECT((cc.get() == ints{3, 1, 2, 3}) && (cv.get() == std::vector<float>{3, -5, 2, -4}));
	pruneInfo_t info;
	OK(cusparseCreatePruneInfo(&info));
	on_device<int> po(3), pc(2);
	on_device<float> pv(2);
	// Half of six: the threshold is the third, 2.
	OK(cusparseSpruneDense2csrNnzByPercentage(handle, 2, 3, a, 2, 50, descr, po, &total, info, nullptr));
	EXPECT(total == 3 && (po.get() == ints{1, 2, 4}));
	threshold = 3;
	OK(cusparseSpruneCsr2csrNnz(handle, 2, 3, 4, descr, cv, co, cc, &threshold, descr, po, &total, nullptr));
	EXPECT(total == 2 && (po.get() == ints{1, 1, 3}));
	OK(cusparseSpruneCsr2csr(handle, 2, 3, 4, descr, cv, co, cc, &threshold, descr, pv, po, pc, nullptr));
	EXPECT((pc.get() == ints{1, 3}) && (pv.get() == std::vector<float>{-5, -4}));
	OK(cusparseDestroyPruneInfo(info));

	OK(cusparseSnnz_compress(handle, 2, descr, cv, co, counts, &total, 2.0f));
	EXPECT(total == 3 && (counts.get() == ints{1, 2}));
	on_device<int> zo(3), zc(3);
	on_device<float> zv(3);
	OK(cusparseScsr2csr_compress(handle, 2, 3, descr, cv, cc, co, 4, counts, zv, zc, zo, 2.0f));
	EXPECT((zo.get() == ints{1, 2, 4}) && (zc.get() == ints{3, 1, 3}) && (zv.get() == std::vector<float>{3, -5, -4}));
}

// With all entries, the factorizations are complete ones.
template <class T> static void factors(double tolerance)
{
	const int n = 6;
	full<T> g(n, n), a(n, n);
	g.v = numbers<T>(n * n);
	a = product(operation(g, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE), g);
	for (int i = 0; i < n; i++)
		a(i, i) += T(100);
	csr<T> h(a, 1);
	int nnz = (int)h.values.size(), position, bytes;
	on_device<int> o(h.offsets), c(h.columns);
	on_device<T> lu(h.values), ll(h.values);
	csrilu02Info_t info;
	OK(cusparseCreateCsrilu02Info(&info));
	OK(csrilu02_bufferSize(T(), handle, n, nnz, descr, raw(lu), raw(o), raw(c), info, &bytes));
	OK(csrilu02_analysis(T(), handle, n, nnz, descr, raw(lu), raw(o), raw(c), info, policy, (void *)nullptr));
	OK(cusparseXcsrilu02_zeroPivot(handle, info, &position));
	EXPECT(position == -1);
	OK(csrilu02(T(), handle, n, nnz, descr, raw(lu), raw(o), raw(c), info, policy, (void *)nullptr));
	OK(cusparseXcsrilu02_zeroPivot(handle, info, &position));
	full<T> f = filled(n, n, h.offsets, h.columns, lu.get()), l(n, n), u(n, n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			(j < i ? l : u)(i, j) = f(i, j);
	for (int i = 0; i < n; i++)
		l(i, i) = T(1);
	EXPECT(near(product(l, u).v, a.v, tolerance));
	OK(cusparseDestroyCsrilu02Info(info));

	csric02Info_t cholesky;
	OK(cusparseCreateCsric02Info(&cholesky));
	OK(csric02_analysis(T(), handle, n, nnz, descr, raw(ll), raw(o), raw(c), cholesky, policy, (void *)nullptr));
	OK(csric02(T(), handle, n, nnz, descr, raw(ll), raw(o), raw(c), cholesky, policy, (void *)nullptr));
	OK(cusparseXcsric02_zeroPivot(handle, cholesky, &position));
	f = filled(n, n, h.offsets, h.columns, ll.get());
	full<T> lower(n, n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			lower(i, j) = f(i, j);
	EXPECT(near(product(lower, operation(lower, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)).v, a.v, tolerance));
	OK(cusparseDestroyCsric02Info(cholesky));
}

// The pattern keeps to itself: a(3, 2) = 0 stays out, and l(3, 1) u(1, 2) is dropped there.
static void incomplete()
{
	on_device<int> o(ints{1, 4, 6, 8}), c(ints{1, 2, 3, 1, 2, 1, 3});
	on_device<double> v(std::vector<double>{2, 4, 6, 1, 5, 4, 7}), zero(std::vector<double>{2, 4, 6, 1, 2, 4, 7});
	csrilu02Info_t info;
	int position = 0;
	OK(cusparseCreateCsrilu02Info(&info));
	OK(cusparseDcsrilu02(handle, 3, 7, descr, v, o, c, info, policy, nullptr));
	EXPECT((v.get() == std::vector<double>{2, 4, 6, 0.5, 3, 2, -5}));
	// The columns may be in any order.
	on_device<int> mixed(ints{3, 1, 2, 2, 1, 3, 1});
	on_device<double> m(std::vector<double>{6, 2, 4, 5, 1, 7, 4});
	OK(cusparseDcsrilu02(handle, 3, 7, descr, m, o, mixed, info, policy, nullptr));
	EXPECT((m.get() == std::vector<double>{6, 2, 4, 3, 0.5, -5, 2}));
	OK(cusparseDcsrilu02(handle, 3, 7, descr, zero, o, c, info, policy, nullptr));
	FAILS(cusparseXcsrilu02_zeroPivot(handle, info, &position), ZERO_PIVOT);
	EXPECT(position == 2);
	double tolerance = 1e-9, boost = 11;
	on_device<double> again(std::vector<double>{2, 4, 6, 1, 2, 4, 7});
	OK(csrilu02_numericBoost(0.0, handle, info, 1, &tolerance, &boost));
	OK(cusparseDcsrilu02(handle, 3, 7, descr, again, o, c, info, policy, nullptr));
	OK(cusparseXcsrilu02_zeroPivot(handle, info, &position));
	EXPECT((again.get() == std::vector<double>{2, 4, 6, 0.5, 11, 2, -5}));
	on_device<int> mo(ints{1, 3, 4}), mc(ints{1, 2, 1}); // without a(2, 2)
	OK(cusparseDcsrilu02_analysis(handle, 2, 3, descr, v, mo, mc, info, policy, nullptr));
	FAILS(cusparseXcsrilu02_zeroPivot(handle, info, &position), ZERO_PIVOT);
	EXPECT(position == 2);
	OK(cusparseDestroyCsrilu02Info(info));
}

template <class T> static void blocks(double tolerance)
{
	const int n = 6, side = 2, half = 3;
	full<T> a = sparse_numbers<T>(n, n);
	for (int i = 0; i < n; i++)
		a(i, i) = T(20);
	csr<T> h(a, 1);
	on_device<int> o(h.offsets), c(h.columns), bo(half + 1);
	on_device<T> v(h.values);
	for (cusparseDirection_t direction : {by_rows, by_columns}) {
		int count = 0;
		OK(cusparseXcsr2bsrNnz(handle, direction, n, n, descr, o, c, side, descr, bo, &count));
		on_device<int> bc((size_t)count), back_o(n + 1), back_c((size_t)count * 4);
		on_device<T> bv((size_t)count * 4), back((size_t)count * 4);
		OK(csr2bsr(T(), handle, direction, n, n, descr, raw(v), raw(o), raw(c), side, descr, raw(bv), raw(bo), raw(bc)));
		OK(bsr2csr(T(), handle, direction, half, half, descr, raw(bv), raw(bo), raw(bc), side, descr, raw(back), raw(back_o), raw(back_c)));
		EXPECT(filled(n, n, back_o.get(), back_c.get(), back.get()).v == a.v);

		std::vector<T> x = numbers<T>(n), y = numbers<T>(n);
		on_device<T> dx(x), dy(y), f(n);
		T alpha = T(2), beta = T(3);
		full<T> vx(n, 1);
		vx.v = x;
		for (cusparseOperation_t op : operations) {
			full<T> p = product(operation(a, op), vx);
			on_device<T> to(y);
			OK(bsrmv(T(), handle, direction, op, half, half, count, &alpha, descr, raw(bv), raw(bo), raw(bc), side, raw(dx), &beta, raw(to)));
			for (size_t i = 0; i < n; i++)
				p.v[i] = alpha * p.v[i] + beta * y[i];
			EXPECT(to.get() == p.v);
		}
		full<T> b(n, 2), bt(2, n); // of two columns; memory has them by columns
		b.v = numbers<T>(2 * n);
		bt = operation(b, T_);
		on_device<T> db(bt.v), dbt(b.v), dc(2 * n), dc2(2 * n);
		T zero = T(0), one = T(1);
		OK(bsrmm(T(), handle, direction, N, N, half, 2, half, count, &one, descr, raw(bv), raw(bo), raw(bc), side, raw(db), n, &zero, raw(dc), n));
		OK(bsrmm(T(), handle, direction, N, T_, half, 2, half, count, &one, descr, raw(bv), raw(bo), raw(bc), side, raw(dbt), 2, &zero, raw(dc2), n));
		EXPECT(dc.get() == operation(product(a, b), T_).v && dc2.get() == dc.get());

		// The lower triangle.
		full<T> l = a;
		for (int i = 0; i < n; i++)
			for (int j = i + 1; j < n; j++)
				l(i, j) = T(0);
		bsrsv2Info_t sv;
		bsrsm2Info_t sm;
		int position;
		OK(cusparseCreateBsrsv2Info(&sv));
		OK(bsrsv2_analysis(T(), handle, direction, N, half, count, descr, raw(bv), raw(bo), raw(bc), side, sv, policy, (void *)nullptr));
		OK(bsrsv2_solve(T(), handle, direction, N, half, count, &one, descr, raw(bv), raw(bo), raw(bc), side, sv, raw(dx), raw(f), policy, (void *)nullptr));
		OK(cusparseXbsrsv2_zeroPivot(handle, sv, &position));
		full<T> s(n, 1);
		s.v = f.get();
		EXPECT(near(product(l, s).v, x, tolerance));
		OK(cusparseDestroyBsrsv2Info(sv));
		OK(cusparseCreateBsrsm2Info(&sm));
		OK(bsrsm2_analysis(T(), handle, direction, N, N, half, 2, count, descr, raw(bv), raw(bo), raw(bc), side, sm, policy, (void *)nullptr));
		OK(bsrsm2_solve(T(), handle, direction, N, N, half, 2, count, &one, descr, raw(bv), raw(bo), raw(bc), side, sm, raw(db), n, raw(dc), n, policy, (void *)nullptr));
		OK(cusparseXbsrsm2_zeroPivot(handle, sm, &position));
		full<T> st(2, n);
		st.v = dc.get();
		EXPECT(near(product(l, operation(st, T_)).v, b.v, tolerance));
		OK(cusparseDestroyBsrsm2Info(sm));

		// Blocks are factorized as their values in CSR are.
		bsrilu02Info_t bi;
		csrilu02Info_t ci;
		OK(cusparseCreateBsrilu02Info(&bi));
		OK(cusparseCreateCsrilu02Info(&ci));
		OK(bsrilu02_analysis(T(), handle, direction, half, count, descr, raw(bv), raw(bo), raw(bc), side, bi, policy, (void *)nullptr));
		OK(bsrilu02(T(), handle, direction, half, count, descr, raw(bv), raw(bo), raw(bc), side, bi, policy, (void *)nullptr));
		OK(cusparseXbsrilu02_zeroPivot(handle, bi, &position));
		OK(csrilu02(T(), handle, n, 4 * count, descr, raw(back), raw(back_o), raw(back_c), ci, policy, (void *)nullptr));
		full<T> want = filled(n, n, back_o.get(), back_c.get(), back.get());
		OK(bsr2csr(T(), handle, direction, half, half, descr, raw(bv), raw(bo), raw(bc), side, descr, raw(back), raw(back_o), raw(back_c)));
		EXPECT(filled(n, n, back_o.get(), back_c.get(), back.get()).v == want.v);
		OK(cusparseDestroyBsrilu02Info(bi));
		OK(cusparseDestroyCsrilu02Info(ci));
	}
	// Blocks of 4 rows and 5 columns, the last ones filled up.
	int count = 0;
	on_device<int> go(3);
	OK(cusparseXcsr2gebsrNnz(handle, by_columns, n, n, descr, o, c, descr, go, 4, 5, &count, nullptr));
	on_device<int> gc((size_t)count), to(9), tc((size_t)count * 20);
	on_device<T> gv((size_t)count * 20), tv((size_t)count * 20);
	OK(csr2gebsr(T(), handle, by_columns, n, n, descr, raw(v), raw(o), raw(c), descr, raw(gv), raw(go), raw(gc), 4, 5, (void *)nullptr));
	OK(gebsr2csr(T(), handle, by_columns, 2, 2, descr, raw(gv), raw(go), raw(gc), 4, 5, descr, raw(tv), raw(to), raw(tc)));
	full<T> wide = filled(8, 10, to.get(), tc.get(), tv.get());
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 10; j++)
			EXPECT(wide(i, j) == (i < n && j < n ? a(i, j) : T(0)));
}

// Systems of three and five diagonals; the matrix times the solution is the right side.
template <class T> struct bands {
	int m, systems, row_step, system_step;
	std::vector<T> d[5], right;
	bands(int rows, int count, int row, int system) : m(rows), systems(count), row_step(row), system_step(system)
	{
		for (std::vector<T> &v : d)
			v = numbers<T>((size_t)(rows * count));
		right = numbers<T>((size_t)(rows * count));
		for (T &v : d[2])
			v += T(30);
	}
	bool is_solved(const std::vector<T> &x, int width, double tolerance) const
	{
		for (int s = 0; s < systems; s++)
			for (int i = 0; i < m; i++) {
				T sum = T(0);
				for (int k = -width; k <= width; k++)
					if (i + k >= 0 && i + k < m)
						sum += d[2 + k][(size_t)(i * row_step + s * system_step)] * x[(size_t)((i + k) * row_step + s * system_step)];
				if (!near(sum, right[(size_t)(i * row_step + s * system_step)], tolerance))
					return false;
			}
		return true;
	}
};

template <class T> static void diagonals(double tolerance)
{
	const int m = 9, systems = 4;
	size_t bytes = 0;
	for (int k = 0; k < 2; k++) {
		bands<T> b(m, 1, 1, m);
		if (k == 0) // needs pivots
			b.d[2][0] = b.d[2][4] = T(0), b.d[1][1] = b.d[3][0] = T(9);
		on_device<T> l(b.d[1]), d(b.d[2]), u(b.d[3]), x(b.right);
		OK(k == 0 ? gtsv2(T(), handle, m, 1, raw(l), raw(d), raw(u), raw(x), m, (void *)nullptr) :
			gtsv2_nopivot(T(), handle, m, 1, raw(l), raw(d), raw(u), raw(x), m, (void *)nullptr));
		EXPECT(b.is_solved(x.get(), 1, tolerance));
	}
	bands<T> s(m, systems, 1, m), i(m, systems, systems, 1);
	on_device<T> sl(s.d[1]), sd(s.d[2]), su(s.d[3]), sx(s.right);
	OK(gtsv2StridedBatch(T(), handle, m, raw(sl), raw(sd), raw(su), raw(sx), systems, m, (void *)nullptr));
	EXPECT(s.is_solved(sx.get(), 1, tolerance));
	on_device<T> d0(i.d[0]), d1(i.d[1]), d2(i.d[2]), d3(i.d[3]), d4(i.d[4]), ix(i.right), px(i.right);
	for (int algorithm = 0; algorithm < 3; algorithm++) {
		on_device<T> l(i.d[1]), d(i.d[2]), u(i.d[3]), x(i.right);
		OK(gtsvInterleavedBatch(T(), handle, algorithm, m, raw(l), raw(d), raw(u), raw(x), systems, (void *)nullptr));
		EXPECT(i.is_solved(x.get(), 1, tolerance));
	}
	OK(gpsvInterleavedBatch(T(), handle, 0, m, raw(d0), raw(d1), raw(d2), raw(d3), raw(d4), raw(px), systems, (void *)nullptr));
	EXPECT(i.is_solved(px.get(), 2, tolerance));
	OK(cusparseSgtsv2_bufferSizeExt(handle, 3, 1, (float *)d0.at, (float *)d0.at, (float *)d0.at, (float *)d0.at, 3, &bytes));
	EXPECT(bytes > 0);
}

template <class T> static void all(double tolerance)
{
	sums<T>();
	counts<T>();
	factors<T>(tolerance);
	blocks<T>(tolerance);
	diagonals<T>(tolerance);
}

int main()
{
	OK(cusparseCreate(&handle));
	OK(cusparseCreateMatDescr(&descr));
	EXPECT(cusparseGetMatIndexBase(descr) == CUSPARSE_INDEX_BASE_ZERO && cusparseGetMatType(descr) == CUSPARSE_MATRIX_TYPE_GENERAL);
	OK(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
	indices();
	sorts();
	filters();
	incomplete();
	all<float>(1e-3);
	all<double>(1e-10);
	all<c32>(1e-3);
	all<c64>(1e-10);
	OK(cusparseDestroyMatDescr(descr));
	OK(cusparseDestroy(handle));
	return done();
}
