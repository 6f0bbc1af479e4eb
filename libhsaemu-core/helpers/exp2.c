/* nexp2 of floats (PRM 5.14): 2^x = 2^n * e^(r ln 2), |r| <= 1/2, in double. Rounding to float is
 * the only rounding that shows, also for subnormal results. */
#include "helpers_impl.h"

float hsa_nexp2_f32(float x);

static const double LN2 = 0x1.62e42fefa39efp-1;
/* e^t; the first term left out is below 2^-37 */
static const double taylor[] = {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
	1.0 / 40320, 1.0 / 362880};

float hsa_nexp2_f32(float x)
{
	if (x != x)
		return x + x;
	if (x >= 128)
		return f32_of(0x7f800000);
	if (x < -151)
		return 0;
	double n = (double)x + 0x1.8p52 - 0x1.8p52;
	double t = ((double)x - n) * LN2;
	double e = POLYNOMIAL(t, taylor);
	return (float)(e * double_of((uint64_t)((int)n + 1023) << 52));
}
