/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The numbers are cuRAND's: words and others of a seed as NVIDIA's library prints them, MT19937 as the C++ library
// has it, Sobol's as they are known, and distributions as their formulas have them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <curand.h>
#include <random>
#include <vector>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define OK(call) CHECK((call) == CURAND_STATUS_SUCCESS)

struct generator {
	curandGenerator_t g;
	explicit generator(int type) { OK(curandCreateGeneratorHost(&g, curandRngType_t(type))); }
	~generator() { OK(curandDestroyGenerator(g)); }
	operator curandGenerator_t() const { return g; }
};

// ---- words ---------------------------------------------------------------------------------------------------

static void words_are_known()
{
	static const int at[] = {0, 1, 2, 4095, 4096, 5001, 81919, 81920, 99999};
	static const struct {
		int type, ordering;
		unsigned words[9];
	} known[] = {
		{CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT,
			{624778773, 3522650202, 2363946744, 3856448218, 1867875844, 2670588456, 3254008947, 3316345055, 1286219390}},
		{CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT,
			{3379073520, 653317650, 4012281984, 2824556536, 2648318237, 554992381, 928654669, 2521876100, 326359744}},
		{CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY,
			{3379073520, 653317650, 4012281984, 2824556536, 2521876100, 692299680, 2888505934, 2069886509, 2307273232}},
		{CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT,
			{822569775, 292421642, 643530888, 1396582010, 604986981, 703522801, 1787481139, 2055873637, 1271917777}},
		{CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT,
			{546353992, 3665621163, 1140953199, 984438016, 2053518784, 1602592682, 3171951514, 3228641574, 3491112293}},
	};
	std::vector<unsigned> all(100000);
	for (const auto &k : known) {
		generator g(k.type);
		OK(curandSetGeneratorOrdering(g, curandOrdering_t(k.ordering)));
		OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
		OK(curandGenerate(g, all.data(), 30001)); // calls go on where others ended
		OK(curandGenerate(g, all.data() + 30001, all.size() - 30001));
		for (int i = 0; i < 9; i++)
			CHECK(all[at[i]] == k.words[i]);
		if (k.type == CURAND_RNG_PSEUDO_MT19937)
			continue;
		unsigned some[5];
		OK(curandSetGeneratorOffset(g, 81918));
		OK(curandGenerate(g, some, 5));
		CHECK(std::equal(some, some + 5, &all[81918]));
	}
}

static void numbers_are_known()
{
	static const struct {
		int type;
		double numbers[6];
	} known[] = {
		{CURAND_RNG_PSEUDO_XORWOW, {0.927185279, -0.46865049, 1.30360878, -2.47202468, 0.347781692, 0.782831033}},
		{CURAND_RNG_PSEUDO_MRG32K3A, {0.979814054, -0.990284204, -0.705945194, 1.40161443, 0.0591808348, 1.74208678}},
		{CURAND_RNG_PSEUDO_MT19937, {0.135580775, 0.409605354, 2.66031504, 0.0860092416, -1.13281023, -0.0218266706}},
		{CURAND_RNG_PSEUDO_PHILOX4_32_10, {0.627046477, -1.12617815, -0.402830929, -1.4337914, 1.20016782, 0.298543742}},
	};
	for (const auto &k : known) {
		generator g(k.type);
		double u[10], d[10];
		float f[10], l[10];
		OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
		if (k.type != CURAND_RNG_PSEUDO_MT19937)
			OK(curandSetGeneratorOffset(g, 7));
		OK(curandGenerateUniformDouble(g, u, 10));
		OK(curandGenerateNormal(g, f, 10, 0, 1));
		OK(curandGenerateNormalDouble(g, d, 10, 0, 1));
		const double got[] = {u[9], f[0], f[1], f[9], d[8], d[9]};
		for (int i = 0; i < 6; i++)
			CHECK(std::fabs(got[i] - k.numbers[i]) < 2e-6);
		OK(curandSetPseudoRandomGeneratorSeed(g, 99));
		OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
		if (k.type != CURAND_RNG_PSEUDO_MT19937)
			OK(curandSetGeneratorOffset(g, 7));
		OK(curandGenerateUniformDouble(g, u, 10));
		OK(curandGenerateLogNormal(g, l, 10, 0.5f, 2));
		for (int i = 0; i < 10; i++)
			CHECK(std::fabs(std::log(l[i]) - (0.5 + 2 * f[i])) < 1e-5);
	}
}

// The first generator's words: the first of a round of 8 * 8192, seven rounds from the second on have every seventh.
static void twister_is_standard()
{
	const size_t round = 65536;
	std::vector<unsigned> all(79 * round);
	std::mt19937 standard(4357);
	generator g(CURAND_RNG_PSEUDO_MT19937);
	OK(curandSetPseudoRandomGeneratorSeed(g, 4357));
	OK(curandGenerate(g, all.data(), all.size()));
	for (int i = 0; i < 1249; i++) {
		unsigned w = standard();
		if (i == 0 || i == 624)
			CHECK(all[i / 624 * 78 * round] == w);
		else if (i < 57)
			CHECK(all[(1 + (i - 1) % 7) * round + (i - 1) / 7] == w);
		else if (i == 113)
			CHECK(all[1] == w);
	}
}

// ---- Sobol's sequences ---------------------------------------------------------------------------------------

static void sobol_is_known()
{
	static const float points[3][8] = {{0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125},
		{0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625}, {0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375}};
	float f[24];
	unsigned long long l[24];
	generator g(CURAND_RNG_QUASI_SOBOL32), h(CURAND_RNG_QUASI_SOBOL64);
	OK(curandSetQuasiRandomGeneratorDimensions(g, 3));
	OK(curandSetQuasiRandomGeneratorDimensions(h, 3));
	OK(curandGenerateUniform(g, f, 24));
	OK(curandGenerateLongLong(h, l, 24));
	for (int i = 0; i < 24; i++) {
		CHECK(std::fabs(f[i] - points[i / 8][i % 8]) < 1e-6);
		CHECK(l[i] == (unsigned long long)(points[i / 8][i % 8] * 0x1p64));
	}
	OK(curandSetGeneratorOffset(g, 5));
	OK(curandGenerateUniform(g, f, 9));
	for (int i = 0; i < 9; i++)
		CHECK(std::fabs(f[i] - points[i / 3][5 + i % 3]) < 1e-6);
}

// Each dimension has a number in each of as many intervals as there are points, whichever 2^n points these are.
static void each_dimension_is_even(int type, unsigned dimensions, unsigned bits)
{
	const size_t points = size_t(1) << bits;
	std::vector<double> f(dimensions * points); // doubles hold the first bits
	generator g(type);
	OK(curandSetQuasiRandomGeneratorDimensions(g, dimensions));
	OK(curandSetGeneratorOffset(g, 3 * points));
	OK(curandGenerateUniformDouble(g, f.data(), f.size()));
	for (unsigned d = 0; d < dimensions; d++) {
		std::vector<bool> seen(points);
		for (size_t i = 0; i < points; i++)
			seen[size_t((f[d * points + i] - 0x1p-32) * double(points)) % points] = true;
		CHECK(std::count(seen.begin(), seen.end(), true) == long(points));
	}
}

static void vectors_make_the_sequences()
{
	curandDirectionVectors32_t *v;
	curandDirectionVectors64_t *w;
	unsigned *c, x[2 * 20000];
	OK(curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
	OK(curandGetDirectionVectors64(&w, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
	CHECK(v[0][31] == 1 && v[1][1] == 0xc0000000 && w[0][63] == 1 && w[19999][5] >> 32 == v[19999][5]);
	OK(curandGetDirectionVectors32(&v, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
	OK(curandGetScrambleConstants32(&c));
	generator g(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
	OK(curandSetQuasiRandomGeneratorDimensions(g, 20000));
	OK(curandGenerate(g, x, 40000));
	for (int d = 0; d < 20000; d++)
		CHECK(x[2 * d] == c[d] && x[2 * d + 1] == (c[d] ^ v[d][0]));
}

// ---- distributions -------------------------------------------------------------------------------------------

// Kolmogorov's and Smirnov's distance to a distribution: more than 1.95 / sqrt(n) in one of 1000 cases.
template <class F> static void is_distributed(std::vector<double> x, F distribution)
{
	double far = 0, n = double(x.size());
	std::sort(x.begin(), x.end());
	for (size_t i = 0; i < x.size(); i++)
		far = std::max(far, std::fabs(distribution(x[i]) - (i + 0.5) / n));
	CHECK(far * std::sqrt(n) < 1.95);
}

static void normal_is_normal(int type, int ordering)
{
	const size_t n = 20000;
	std::vector<float> f(n);
	std::vector<double> d(n);
	auto normal = [](double x) { return 0.5 * std::erfc((1 - x) / 3 / std::sqrt(2.0)); };
	generator g(type);
	OK(curandSetGeneratorOrdering(g, curandOrdering_t(ordering)));
	OK(curandGenerateNormal(g, f.data(), n, 1, 3));
	is_distributed(std::vector<double>(f.begin(), f.end()), normal);
	OK(curandGenerateNormalDouble(g, d.data(), n, 1, 3));
	is_distributed(d, normal);
	OK(curandGenerateUniform(g, f.data(), n));
	is_distributed(std::vector<double>(f.begin(), f.end()), [](double x) { return x; });
	CHECK(*std::min_element(f.begin(), f.end()) > 0 && *std::max_element(f.begin(), f.end()) <= 1);
}

// Pearson's test over the numbers near the mean; of 2 * n degrees of freedom's root.
static void poisson_is_poisson(int type, double lambda)
{
	const int n = 20000;
	std::vector<unsigned> x(n);
	generator g(type);
	OK(curandGeneratePoisson(g, x.data(), n, lambda));
	int low = int(std::max(0.0, lambda - 2 * std::sqrt(lambda))), high = int(lambda + 2 * std::sqrt(lambda)), bins = high - low + 1;
	std::vector<int> count(bins);
	for (unsigned k : x)
		if (int(k) >= low && int(k) <= high)
			count[int(k) - low]++;
	double chi = 0;
	for (int i = 0; i < bins; i++) {
		double e = n * std::exp((low + i) * std::log(lambda) - lambda - std::lgamma(low + i + 1.0));
		chi += (count[i] - e) * (count[i] - e) / e;
	}
	CHECK(chi < bins + 4 * std::sqrt(2.0 * bins) + 8);
}

int main()
{
	static const int pseudo[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MT19937,
		CURAND_RNG_PSEUDO_PHILOX4_32_10};
	words_are_known();
	numbers_are_known();
	twister_is_standard();
	sobol_is_known();
	for (int type = CURAND_RNG_QUASI_SOBOL32; type <= CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; type++) {
		each_dimension_is_even(type, 200, 10);
		each_dimension_is_even(type, 20000, 4);
		normal_is_normal(type, CURAND_ORDERING_QUASI_DEFAULT);
		poisson_is_poisson(type, 7);
	}
	vectors_make_the_sequences();
	for (int type : pseudo) {
		normal_is_normal(type, CURAND_ORDERING_PSEUDO_DEFAULT);
		for (double lambda : {0.25, 70.0, 400000.0})
			if (type != CURAND_RNG_PSEUDO_MT19937) // which begins slowly
				poisson_is_poisson(type, lambda);
	}
	normal_is_normal(CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED);
}
