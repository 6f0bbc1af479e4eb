// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triangular systems, products of sparse matrices, samples of dense products, conversions and vectors against plain loops.
#include "check.hpp"

static cusparseHandle_t handle;
static const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE;

template <class T, class I = int> struct matrix {
	csr<T, I> host;
	on_device<I> offsets, columns;
	on_device<T> values;
	cusparseSpMatDescr_t d;
	matrix(const full<T> &m, int base = 0) : host(m, base), offsets(host.offsets), columns(host.columns), values(host.values)
	{
		OK(cusparseCreateCsr(&d, m.rows, m.cols, (int64_t)host.values.size(), offsets, columns, values, index_of<I>(),
			index_of<I>(), (cusparseIndexBase_t)base, type_of<T>()));
	}
	~matrix() { OK(cusparseDestroySpMat(d)); }
};
template <class T> struct dense {
	on_device<T> values;
	cusparseDnMatDescr_t d;
	dense(const full<T> &m) : values(m.v) { OK(cusparseCreateDnMat(&d, m.rows, m.cols, m.cols, values, type_of<T>(), CUSPARSE_ORDER_ROW)); }
	~dense() { OK(cusparseDestroyDnMat(d)); }
};
template <class T> struct vector {
	on_device<T> values;
	cusparseDnVecDescr_t d;
	vector(const std::vector<T> &v) : values(v) { OK(cusparseCreateDnVec(&d, (int64_t)v.size(), values, type_of<T>())); }
	~vector() { OK(cusparseDestroyDnVec(d)); }
};

// The triangle that a solver reads.
template <class T> static full<T> triangle(const full<T> &m, int fill, int diag)
{
	full<T> t(m.rows, m.cols);
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.cols; j++)
			if (i == j)
				t(i, j) = diag == CUSPARSE_DIAG_TYPE_UNIT ? T(1) : m(i, j);
			else if ((j < i) == (fill == CUSPARSE_FILL_MODE_LOWER))
				t(i, j) = m(i, j);
	return t;
}

template <class T> static void systems(double tolerance)
{
	const int n = 9, columns = 3;
	for (int k = 0; k < 12; k++) {
		int fill = k % 2, diag = k / 2 % 2;
		cusparseOperation_t op = operations[k / 4];
		full<T> a = sparse_numbers<T>(n, n);
		for (int i = 0; i < n; i++)
			a(i, i) = T(16);
		matrix<T> m(a, k % 2);
		T alpha = T(2);
		size_t bytes;
		OK(cusparseSpMatSetAttribute(m.d, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
		OK(cusparseSpMatSetAttribute(m.d, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
		int got = -1;
		OK(cusparseSpMatGetAttribute(m.d, CUSPARSE_SPMAT_DIAG_TYPE, &got, sizeof got));
		EXPECT(got == diag);
		std::vector<T> b = numbers<T>(n);
		vector<T> vb(b), vx(std::vector<T>(n, T(0)));
		cusparseSpSVDescr_t sv;
		OK(cusparseSpSV_createDescr(&sv));
		OK(cusparseSpSV_bufferSize(handle, op, &alpha, m.d, vb.d, vx.d, type_of<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv, &bytes));
		on_device<char> buffer(bytes);
		FAILS(cusparseSpSV_solve(handle, op, &alpha, m.d, vb.d, vx.d, type_of<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv), INVALID_VALUE);
		OK(cusparseSpSV_analysis(handle, op, &alpha, m.d, vb.d, vx.d, type_of<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv, buffer));
		OK(cusparseSpSV_solve(handle, op, &alpha, m.d, vb.d, vx.d, type_of<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv));
		full<T> x(n, 1), want(n, 1);
		x.v = vx.values.get();
		for (int i = 0; i < n; i++)
			want(i, 0) = alpha * b[(size_t)i];
		EXPECT(near(product(operation(triangle(a, fill, diag), op), x).v, want.v, tolerance));

		// Other values, and another diagonal, for the analysis only.
		std::vector<T> twice = m.host.values, eights(n, T(8));
		for (T &v : twice)
			v *= T(2);
		on_device<T> dt(twice), de(eights);
		full<T> a2 = a;
		for (T &v : a2.v)
			v *= T(2);
		OK(cusparseSpSV_updateMatrix(handle, sv, dt, CUSPARSE_SPSV_UPDATE_GENERAL));
		OK(cusparseSpSV_solve(handle, op, &alpha, m.d, vb.d, vx.d, type_of<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv));
		x.v = vx.values.get();
		EXPECT(near(product(operation(triangle(a2, fill, diag), op), x).v, want.v, tolerance));
		OK(cusparseSpSV_updateMatrix(handle, sv, de, CUSPARSE_SPSV_UPDATE_DIAGONAL));
		for (int i = 0; i < n; i++)
			a2(i, i) = T(8);
		OK(cusparseSpSV_solve(handle, op, &alpha, m.d, vb.d, vx.d, type_of<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv));
		x.v = vx.values.get();
		EXPECT(near(product(operation(triangle(a2, fill, diag), op), x).v, want.v, 1e3 * tolerance));
		EXPECT(m.values.get() == m.host.values);
		OK(cusparseSpSV_destroyDescr(sv));

		cusparseOperation_t op_b = operations[k % 3];
		full<T> mb = op_b == N ? full<T>(n, columns) : full<T>(columns, n), mx(n, columns);
		mb.v = numbers<T>(mb.v.size());
		dense<T> db(mb), dx(mx);
		cusparseSpSMDescr_t sm;
		OK(cusparseSpSM_createDescr(&sm));
		OK(cusparseSpSM_bufferSize(handle, op, op_b, &alpha, m.d, db.d, dx.d, type_of<T>(), CUSPARSE_SPSM_ALG_DEFAULT, sm, &bytes));
		on_device<char> buffer2(bytes);
		OK(cusparseSpSM_analysis(handle, op, op_b, &alpha, m.d, db.d, dx.d, type_of<T>(), CUSPARSE_SPSM_ALG_DEFAULT, sm, buffer2));
		OK(cusparseSpSM_solve(handle, op, op_b, &alpha, m.d, db.d, dx.d, type_of<T>(), CUSPARSE_SPSM_ALG_DEFAULT, sm));
		mx.v = dx.values.get();
		full<T> right = operation(mb, op_b);
		for (T &v : right.v)
			v *= alpha;
		EXPECT(near(product(operation(triangle(a, fill, diag), op), mx).v, right.v, tolerance));
		OK(cusparseSpSM_destroyDescr(sm));
	}
}

// All values of a matrix of CSR.
template <class T> static full<T> filled(int rows, int cols, const std::vector<int> &offsets, const std::vector<int> &columns, const std::vector<T> &values)
{
	full<T> m(rows, cols);
	for (int i = 0; i < rows; i++)
		for (int k = offsets[(size_t)i]; k < offsets[(size_t)i + 1]; k++)
			m(i, columns[(size_t)k]) += values[(size_t)k];
	return m;
}

template <class T> static void products()
{
	full<T> a = sparse_numbers<T>(5, 7), b = sparse_numbers<T>(7, 6), want = product(a, b);
	matrix<T> ma(a), mb(b);
	T alpha = T(3), zero = T(0), beta = T(2);
	for (T &v : want.v)
		v *= alpha;
	cusparseSpMatDescr_t c;
	cusparseSpGEMMDescr_t d;
	size_t bytes = 0;
	int64_t rows, cols, nnz, count = 0;
	on_device<int> offsets(6);
	on_device<char> buffer(1024);
	OK(cusparseCreateCsr(&c, 5, 6, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type_of<T>()));
	OK(cusparseSpGEMM_createDescr(&d));
#define FACTORS N, N, &alpha, ma.d, mb.d, &zero, c, type_of<T>(), CUSPARSE_SPGEMM_DEFAULT, d
	OK(cusparseSpGEMM_workEstimation(handle, FACTORS, &bytes, nullptr));
	EXPECT(bytes > 0 && bytes <= 1024);
	FAILS(cusparseSpGEMM_getNumProducts(d, &count), INVALID_VALUE);
	OK(cusparseSpGEMM_workEstimation(handle, FACTORS, &bytes, buffer));
	OK(cusparseSpGEMM_getNumProducts(d, &count));
	int64_t products = 0;
	for (size_t k = 0; k < ma.host.columns.size(); k++)
		products += mb.host.offsets[(size_t)ma.host.columns[k] + 1] - mb.host.offsets[(size_t)ma.host.columns[k]];
	EXPECT(count == products);
	FAILS(cusparseSpGEMM_copy(handle, FACTORS), INVALID_VALUE);
	OK(cusparseSpGEMM_compute(handle, FACTORS, &bytes, nullptr));
	OK(cusparseSpGEMM_compute(handle, FACTORS, &bytes, buffer));
	OK(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
	EXPECT(rows == 5 && cols == 6 && nnz > 0);
	on_device<int> columns((size_t)nnz);
	on_device<T> values((size_t)nnz);
	OK(cusparseCsrSetPointers(c, offsets, columns, values));
	OK(cusparseSpGEMM_copy(handle, FACTORS));
	EXPECT(filled(5, 6, offsets.get(), columns.get(), values.get()).v == want.v);
	OK(cusparseSpGEMM_destroyDescr(d));

	// The same again with other values, added to C.
	OK(cusparseSpGEMM_createDescr(&d));
#define PATTERN N, N, ma.d, mb.d, c, CUSPARSE_SPGEMM_DEFAULT, d
	size_t b2, b3, b4, b5;
	OK(cusparseSpGEMMreuse_workEstimation(handle, PATTERN, &bytes, nullptr));
	OK(cusparseSpGEMMreuse_workEstimation(handle, PATTERN, &bytes, buffer));
	OK(cusparseSpGEMMreuse_nnz(handle, PATTERN, &b2, nullptr, &b3, nullptr, &b4, nullptr));
	OK(cusparseSpGEMMreuse_nnz(handle, PATTERN, &b2, buffer, &b3, buffer, &b4, buffer));
	OK(cusparseSpGEMMreuse_copy(handle, PATTERN, &b5, nullptr));
	OK(cusparseSpGEMMreuse_copy(handle, PATTERN, &b5, buffer));
	OK(cusparseSpGEMMreuse_compute(handle, N, N, &alpha, ma.d, mb.d, &beta, c, type_of<T>(), CUSPARSE_SPGEMM_DEFAULT, d));
	for (T &v : want.v)
		v *= T(3); // what was computed, and twice what was there
	EXPECT(filled(5, 6, offsets.get(), columns.get(), values.get()).v == want.v);
	OK(cusparseSpGEMM_destroyDescr(d));
	OK(cusparseDestroySpMat(c));
}

template <class T> static void samples()
{
	for (int k = 0; k < 9; k++) {
		cusparseOperation_t op_a = operations[k % 3], op_b = operations[k / 3];
		full<T> a = op_a == N ? full<T>(4, 5) : full<T>(5, 4), b = op_b == N ? full<T>(5, 6) : full<T>(6, 5);
		a.v = numbers<T>(20), b.v = numbers<T>(30);
		full<T> where = sparse_numbers<T>(4, 6), p = product(operation(a, op_a), operation(b, op_b));
		matrix<T> c(where, 1);
		dense<T> da(a), db(b);
		T alpha = T(2), beta = T(3);
		size_t bytes;
		OK(cusparseSDDMM_bufferSize(handle, op_a, op_b, &alpha, da.d, db.d, &beta, c.d, type_of<T>(), CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
		on_device<char> buffer(bytes);
		OK(cusparseSDDMM_preprocess(handle, op_a, op_b, &alpha, da.d, db.d, &beta, c.d, type_of<T>(), CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
		OK(cusparseSDDMM(handle, op_a, op_b, &alpha, da.d, db.d, &beta, c.d, type_of<T>(), CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
		std::vector<T> got = c.values.get();
		for (size_t i = 0; i < got.size(); i++) {
			int row = c.host.rows[i] - 1, column = c.host.columns[i] - 1;
			EXPECT(got[i] == alpha * p(row, column) + beta * where(row, column));
		}
	}
}

// To a dense matrix and back, in three formats.
template <class T, class I> static void conversions(int base)
{
	full<T> m = sparse_numbers<T>(6, 5), zero(6, 5);
	matrix<T, I> from(m, base);
	dense<T> to(zero);
	size_t bytes;
	OK(cusparseSparseToDense_bufferSize(handle, from.d, to.d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
	OK(cusparseSparseToDense(handle, from.d, to.d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
	EXPECT(to.values.get() == m.v);
	for (int format = 0; format < 3; format++) {
		csr<T, I> want(m, base, format == 1);
		size_t lines = format == 0 ? 7 : 6, n = want.values.size();
		on_device<I> first(format == 2 ? n : lines), second(n);
		on_device<T> values(n);
		cusparseSpMatDescr_t d;
		int64_t rows, cols, nnz;
		cusparseIndexType_t i = index_of<I>();
		cusparseIndexBase_t b = (cusparseIndexBase_t)base;
		if (format == 0)
			OK(cusparseCreateCsr(&d, 6, 5, 0, first, nullptr, nullptr, i, i, b, type_of<T>()));
		else if (format == 1)
			OK(cusparseCreateCsc(&d, 6, 5, 0, first, nullptr, nullptr, i, i, b, type_of<T>()));
		else
			OK(cusparseCreateCoo(&d, 6, 5, 0, nullptr, nullptr, nullptr, i, b, type_of<T>()));
		OK(cusparseDenseToSparse_bufferSize(handle, to.d, d, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
		OK(cusparseDenseToSparse_analysis(handle, to.d, d, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
		OK(cusparseSpMatGetSize(d, &rows, &cols, &nnz));
		EXPECT(nnz == (int64_t)n);
		OK(format == 0 ? cusparseCsrSetPointers(d, first, second, values) :
			format == 1 ? cusparseCscSetPointers(d, first, second, values) : cusparseCooSetPointers(d, first, second, values));
		OK(cusparseDenseToSparse_convert(handle, to.d, d, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
		EXPECT(first.get() == (format == 2 ? want.rows : want.offsets));
		EXPECT(second.get() == want.columns && values.get() == want.values);
		OK(cusparseDestroySpMat(d));
	}
}

template <class T> static void vectors()
{
	std::vector<int> indices = {7, 2, 5}; // of 8, with base 1
	std::vector<T> x = numbers<T>(3), y = numbers<T>(8);
	on_device<int> di(indices);
	on_device<T> dx(x);
	vector<T> vy(y);
	cusparseSpVecDescr_t vx;
	T a, b, result;
	put_number(a), put_number(b);
	OK(cusparseCreateSpVec(&vx, 8, 3, di, dx, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, type_of<T>()));

	size_t bytes;
	for (int k = 0; k < 2; k++) {
		cusparseOperation_t op = k ? CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE : N;
		T want = T(0);
		for (size_t i = 0; i < 3; i++)
			want += (k ? (T)conjugate(x[i]) : x[i]) * y[(size_t)indices[i] - 1];
		OK(cusparseSpVV_bufferSize(handle, op, vx, vy.d, &result, type_of<T>(), &bytes));
		OK(cusparseSpVV(handle, op, vx, vy.d, &result, type_of<T>(), nullptr));
		EXPECT(result == want);
	}
	OK(cusparseAxpby(handle, &a, vx, &b, vy.d));
	for (T &v : y)
		v *= b;
	for (size_t i = 0; i < 3; i++)
		y[(size_t)indices[i] - 1] += a * x[i];
	EXPECT(vy.values.get() == y);
	OK(cusparseRot(handle, &a, &b, vx, vy.d));
	for (size_t i = 0; i < 3; i++) {
		T u = x[i], &v = y[(size_t)indices[i] - 1], w = v;
		x[i] = a * u + b * w;
		v = a * w - b * u;
	}
	EXPECT(vy.values.get() == y && dx.get() == x);
	OK(cusparseGather(handle, vy.d, vx));
	for (size_t i = 0; i < 3; i++)
		x[i] = y[(size_t)indices[i] - 1];
	EXPECT(dx.get() == x);
	std::vector<T> ones(3, T(1));
	cudaMemcpy(dx, ones.data(), 3 * sizeof(T), cudaMemcpyHostToDevice);
	OK(cusparseScatter(handle, vx, vy.d));
	for (size_t i = 0; i < 3; i++)
		y[(size_t)indices[i] - 1] = T(1);
	EXPECT(vy.values.get() == y);
	OK(cusparseDestroySpVec(vx));
}

int main()
{
	OK(cusparseCreate(&handle));
	systems<float>(1e-4);
	systems<double>(1e-12);
	systems<c32>(1e-4);
	systems<c64>(1e-12);
	products<float>();
	products<double>();
	products<c32>();
	products<c64>();
	samples<float>();
	samples<double>();
	samples<c32>();
	samples<c64>();
	conversions<float, int>(0);
	conversions<c64, int64_t>(1);
	vectors<float>();
	vectors<double>();
	vectors<c32>();
	vectors<c64>();
	OK(cusparseDestroy(handle));
	return done();
}
