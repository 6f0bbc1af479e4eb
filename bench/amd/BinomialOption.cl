// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls on a stock by binomial trees (Cox, Ross, Rubinstein), four in a vector: a group walks from
// the leaves to the root. As in the sample, a node takes the weight of a rise from the lower of its
// successors.
kernel void binomial_options(int numSteps, global const float4 *randArray, global float4 *output,
	local float4 *callA, local float4 *callB)
{
	const float rate = 0.02f, volatility = 0.30f;
	int node = get_local_id(0);
	float4 at = randArray[get_group_id(0)];
	float4 price = mix((float4)5.0f, (float4)30.0f, at);
	float4 strike = mix((float4)1.0f, (float4)100.0f, at);
	float4 step = mix((float4)0.25f, (float4)10.0f, at) / (float)numSteps;
	float4 growth = exp(rate * step), rise = volatility * sqrt(step);
	float4 up = exp(rise), down = 1.0f / up;
	float4 chance = (growth - down) / (up - down);
	float4 low = chance / growth, high = (1.0f - chance) / growth;

	local float4 *from = callA, *to = callB;
	from[node] = fmax(price * exp(rise * (float)(2 * node - numSteps)) - strike, 0.0f);
	for (int left = numSteps; left > 0; left--) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (node < left)
			to[node] = low * from[node] + high * from[node + 1];
		local float4 *t = from;
		from = to;
		to = t;
	}
	if (node == 0)
		output[get_group_id(0)] = from[0];
}
