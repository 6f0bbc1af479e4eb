// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SpMV and SpMM of all formats, operations and types against plain loops.
#include "check.hpp"

static cusparseHandle_t handle;

// Calls `use` with A in each format; A's sides are multiples of 2.
template <class T, class I> static void in_all_formats(const full<T> &a, int base, const std::function<void(cusparseSpMatDescr_t, const char *)> &use)
{
	cusparseSpMatDescr_t d;
	cusparseIndexBase_t b = (cusparseIndexBase_t)base;
	cusparseIndexType_t i = index_of<I>();
	cudaDataType t = type_of<T>();
	csr<T, I> by_rows(a, base), by_columns(a, base, true);
	int64_t nnz = (int64_t)by_rows.values.size();
	on_device<I> o(by_rows.offsets), c(by_rows.columns), r(by_rows.rows);
	on_device<T> v(by_rows.values);
	OK(cusparseCreateCsr(&d, a.rows, a.cols, nnz, o, c, v, i, i, b, t));
	use(d, "CSR");
	OK(cusparseDestroySpMat(d));
	OK(cusparseCreateCoo(&d, a.rows, a.cols, nnz, r, c, v, i, b, t));
	use(d, "COO");
	OK(cusparseDestroySpMat(d));
	on_device<I> to(by_columns.offsets), tc(by_columns.columns);
	on_device<T> tv(by_columns.values);
	OK(cusparseCreateCsc(&d, a.rows, a.cols, nnz, to, tc, tv, i, i, b, t));
	use(d, "CSC");
	OK(cusparseDestroySpMat(d));

	// All blocks of two rows and two columns, the last first.
	std::vector<I> offsets, columns;
	std::vector<T> values, ell((size_t)(a.rows * a.cols));
	for (int y = 0; y < a.rows; y += 2) {
		offsets.push_back((I)(y / 2 * (a.cols / 2) + base));
		for (int x = a.cols - 2; x >= 0; x -= 2) {
			columns.push_back((I)(x / 2 + base));
			for (int k = 0; k < 4; k++)
				values.push_back(a(y + k % 2, x + k / 2));
			for (int k = 0; k < 4; k++)
				ell[(size_t)((y + k / 2) * a.cols + a.cols - 2 - x + k % 2)] = a(y + k / 2, x + k % 2);
		}
	}
	offsets.push_back((I)(columns.size() + (size_t)base));
	on_device<I> bo(offsets), bc(columns);
	on_device<T> bv(values), ev(ell);
	OK(cusparseCreateBsr(&d, a.rows / 2, a.cols / 2, (int64_t)columns.size(), 2, 2, bo, bc, bv, i, i, b, t, CUSPARSE_ORDER_COL));
	use(d, "BSR");
	OK(cusparseDestroySpMat(d));
	OK(cusparseCreateBlockedEll(&d, a.rows, a.cols, 2, a.cols, bc, ev, i, b, t));
	use(d, "Blocked-ELL");
	OK(cusparseDestroySpMat(d));

	// Slices of 4 rows, as wide as the longest row of all.
	int slices = (a.rows + 3) / 4;
	std::vector<I> so, sc((size_t)(slices * 4 * a.cols), (I)-1);
	std::vector<T> sv(sc.size());
	for (int s = 0; s <= slices; s++)
		so.push_back((I)(s * 4 * a.cols));
	for (int y = 0; y < a.rows; y++)
		for (size_t k = (size_t)by_rows.offsets[(size_t)y] - (size_t)base, n = 0; k < (size_t)by_rows.offsets[(size_t)y + 1] - (size_t)base; k++, n++) {
			size_t at = (size_t)(y / 4 * 4 * a.cols) + n * 4 + (size_t)(y % 4);
			sc[at] = by_rows.columns[k], sv[at] = by_rows.values[k];
		}
	on_device<I> dso(so), dsc(sc);
	on_device<T> dsv(sv);
	OK(cusparseCreateSlicedEll(&d, a.rows, a.cols, nnz, (int64_t)sv.size(), 4, dso, dsc, dsv, i, i, b, t));
	use(d, "Sliced-ELL");
	OK(cusparseDestroySpMat(d));
}

// y = alpha op(A) x + beta y, with X and Y of type U and factors of it, too.
template <class T, class U, class I> static void vectors(int base)
{
	full<T> a = sparse_numbers<T>(6, 8);
	in_all_formats<T, I>(a, base, [&](cusparseSpMatDescr_t d, const char *format) {
		for (cusparseOperation_t op : operations) {
			full<T> m = operation(a, op);
			std::vector<T> x = numbers<T>((size_t)m.cols);
			std::vector<U> y = numbers<U>((size_t)m.rows), wanted = y;
			U alpha, beta;
			put_number(alpha), put_number(beta);
			for (int i = 0; i < m.rows; i++) {
				U sum = 0;
				for (int j = 0; j < m.cols; j++)
					sum += U(m(i, j)) * U(x[(size_t)j]);
				wanted[(size_t)i] = alpha * sum + beta * y[(size_t)i];
			}
			on_device<T> dx(x);
			on_device<U> dy(y);
			cusparseDnVecDescr_t vx, vy;
			size_t bytes;
			OK(cusparseCreateDnVec(&vx, m.cols, dx, type_of<T>()));
			OK(cusparseCreateDnVec(&vy, m.rows, dy, type_of<U>()));
			OK(cusparseSpMV_bufferSize(handle, op, &alpha, d, vx, &beta, vy, type_of<U>(), CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
			on_device<char> buffer(bytes);
			OK(cusparseSpMV(handle, op, &alpha, d, vx, &beta, vy, type_of<U>(), CUSPARSE_SPMV_ALG_DEFAULT, buffer));
			if (dy.get() != wanted) // small numbers: exact
				failures++, printf("SpMV of %s, operation %d\n", format, op);
			OK(cusparseDestroyDnVec(vx));
			OK(cusparseDestroyDnVec(vy));
		}
	});
}

template <class T> static on_device<T> *dense(const full<T> &m, cusparseOrder_t order, cusparseDnMatDescr_t *d)
{
	int ld = (order == CUSPARSE_ORDER_ROW ? m.cols : m.rows) + 1; // with a gap
	std::vector<T> v((size_t)(ld * (order == CUSPARSE_ORDER_ROW ? m.rows : m.cols)));
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.cols; j++)
			v[(size_t)(order == CUSPARSE_ORDER_ROW ? i * ld + j : j * ld + i)] = m(i, j);
	on_device<T> *p = new on_device<T>(v);
	OK(cusparseCreateDnMat(d, m.rows, m.cols, ld, *p, type_of<T>(), order));
	return p;
}
template <class T> static full<T> dense_get(const on_device<T> &p, int rows, int cols, cusparseOrder_t order)
{
	int ld = (order == CUSPARSE_ORDER_ROW ? cols : rows) + 1;
	std::vector<T> v = p.get();
	full<T> m(rows, cols);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++)
			m(i, j) = v[(size_t)(order == CUSPARSE_ORDER_ROW ? i * ld + j : j * ld + i)];
	return m;
}

template <class T> static void matrices(int n)
{
	full<T> a = sparse_numbers<T>(6, 8);
	in_all_formats<T, int>(a, 0, [&](cusparseSpMatDescr_t d, const char *format) {
		for (int k = 0; k < 36; k++) {
			cusparseOperation_t op_a = operations[k % 3], op_b = operations[k / 3 % 3];
			cusparseOrder_t order_b = k / 9 % 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
			cusparseOrder_t order_c = k / 18 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
			full<T> m = operation(a, op_a);
			full<T> b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE ? full<T>(m.cols, n) : full<T>(n, m.cols);
			full<T> c(m.rows, n);
			b.v = numbers<T>(b.v.size()), c.v = numbers<T>(c.v.size());
			T alpha, beta;
			put_number(alpha), put_number(beta);
			full<T> wanted = product(m, operation(b, op_b));
			for (size_t i = 0; i < c.v.size(); i++)
				wanted.v[i] = alpha * wanted.v[i] + beta * c.v[i];
			cusparseDnMatDescr_t mb, mc;
			on_device<T> *pb = dense(b, order_b, &mb), *pc = dense(c, order_c, &mc);
			size_t bytes;
			OK(cusparseSpMM_bufferSize(handle, op_a, op_b, &alpha, d, mb, &beta, mc, type_of<T>(), CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
			OK(cusparseSpMM(handle, op_a, op_b, &alpha, d, mb, &beta, mc, type_of<T>(), CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
			if (dense_get(*pc, c.rows, c.cols, order_c).v != wanted.v)
				failures++, printf("SpMM of %s, case %d, %d columns\n", format, k, n);
			OK(cusparseDestroyDnMat(mb));
			OK(cusparseDestroyDnMat(mc));
			delete pb;
			delete pc;
		}
	});
}

// Two matrices of one pattern and one B for both.
static void batches()
{
	on_device<int> offsets(std::vector<int>{0, 1, 2, 0, 1, 2}), columns(std::vector<int>{0, 1, 1, 0});
	on_device<float> values(std::vector<float>{1, 2, 3, 4}), b(std::vector<float>{10, 20}), c(4);
	cusparseSpMatDescr_t a;
	cusparseDnMatDescr_t mb, mc;
	float one = 1, zero = 0;
	int count;
	int64_t stride;
	OK(cusparseCreateCsr(&a, 2, 2, 2, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	OK(cusparseCsrSetStridedBatch(a, 2, 3, 2));
	OK(cusparseSpMatGetStridedBatch(a, &count));
	EXPECT(count == 2);
	OK(cusparseCreateDnMat(&mb, 2, 1, 2, b, CUDA_R_32F, CUSPARSE_ORDER_COL));
	OK(cusparseCreateDnMat(&mc, 2, 1, 2, c, CUDA_R_32F, CUSPARSE_ORDER_COL));
	OK(cusparseDnMatSetStridedBatch(mc, 2, 2));
	OK(cusparseDnMatGetStridedBatch(mc, &count, &stride));
	EXPECT(count == 2 && stride == 2);
	OK(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, mb, &zero, mc, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
	EXPECT((c.get() == std::vector<float>{10, 40, 60, 40}));
	cusparseDestroySpMat(a), cusparseDestroyDnMat(mb), cusparseDestroyDnMat(mc);
}

// 1, 1.5 and 2 of binary16 and bfloat16. The sums are of floats and rounded once: 1.25 (1 + 2.25 + 4) and a part of 1 is
// exact in binary16, and in bfloat16 in the middle of two values, of which the even one is taken.
static void small_types()
{
	const unsigned short values[2][3] = {{0x3c00, 0x3e00, 0x4000}, {0x3f80, 0x3fc0, 0x4000}};
	const unsigned short wanted[2][2] = {{0x488c, 0x4894}, {0x4112, 0x4112}};
	const cudaDataType types[] = {CUDA_R_16F, CUDA_R_16BF};
	const float betas[] = {0.03125f, 0.09375f}, alpha = 1.25f;
	for (int k = 0; k < 4; k++) {
		const unsigned short *v = values[k / 2];
		cudaDataType type = types[k / 2];
		on_device<int> offsets(std::vector<int>{0, 3}), columns(std::vector<int>{0, 1, 2});
		on_device<unsigned short> x(std::vector<unsigned short>(v, v + 3)), y(std::vector<unsigned short>(v, v + 1));
		cusparseSpMatDescr_t a;
		cusparseDnVecDescr_t vx, vy;
		OK(cusparseCreateCsr(&a, 1, 3, 3, offsets, columns, x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
		OK(cusparseCreateDnVec(&vx, 3, x, type));
		OK(cusparseCreateDnVec(&vy, 1, y, type));
		OK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, vx, &betas[k % 2], vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
		EXPECT(y.get()[0] == wanted[k / 2][k % 2]);
		cusparseDestroySpMat(a), cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy);
	}
}

int main()
{
	OK(cusparseCreate(&handle));
	vectors<float, float, int>(0);
	vectors<float, float, int64_t>(1);
	vectors<double, double, int>(1);
	vectors<c32, c32, int>(0);
	vectors<c64, c64, int64_t>(0);
	vectors<signed char, int, int>(0);
	vectors<signed char, float, int>(0);
	vectors<float, c32, int>(0);
	vectors<float, double, int>(0);
	matrices<float>(3);
	matrices<double>(40);
	matrices<c32>(1);
	matrices<c64>(5);
	batches();
	small_types();
	OK(cusparseDestroy(handle));
	return done();
}
