/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How kernels sample by a texture reference (CUDA driver API, "Texture Reference Management"). */
#include <string.h>
#include "reference_impl.h"

static CUresult begin(CUtexref t)
{
	return cu_reference_begin(t, CU_TEXTURE_REFERENCE);
}

/* Ends a change of the settings, that is right if `is_right`. */
static CUresult changed(CUtexref t, bool is_right)
{
	cu_reference_end(t, is_right);
	return is_right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult told(CUtexref t, bool is_right)
{
	cu_reference_end(t, false);
	return is_right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static bool is_dimension(int dim)
{
	return dim >= 0 && dim < 3;
}

CUresult CUDAAPI cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am)
{
	bool is_right = is_dimension(dim) && (unsigned)am <= CU_TR_ADDRESS_MODE_BORDER;
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (is_right)
		hTexRef->texture.addressMode[dim] = am;
	return changed(hTexRef, is_right);
}

CUresult CUDAAPI cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (pam == NULL || !is_dimension(dim))
		return told(hTexRef, false);
	*pam = hTexRef->texture.addressMode[dim];
	return told(hTexRef, true);
}

CUresult CUDAAPI cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (pBorderColor != NULL)
		memcpy(hTexRef->texture.borderColor, pBorderColor,
			sizeof hTexRef->texture.borderColor);
	return changed(hTexRef, pBorderColor != NULL);
}

CUresult CUDAAPI cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (pBorderColor != NULL)
		memcpy(pBorderColor, hTexRef->texture.borderColor,
			sizeof hTexRef->texture.borderColor);
	return told(hTexRef, pBorderColor != NULL);
}

CUresult CUDAAPI cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp,
	float maxMipmapLevelClamp)
{
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	hTexRef->texture.minMipmapLevelClamp = minMipmapLevelClamp;
	hTexRef->texture.maxMipmapLevelClamp = maxMipmapLevelClamp;
	return changed(hTexRef, true);
}

CUresult CUDAAPI cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp,
	float *pmaxMipmapLevelClamp, CUtexref hTexRef)
{
	bool is_right = pminMipmapLevelClamp != NULL && pmaxMipmapLevelClamp != NULL;
	CUresult error = begin(hTexRef);
	if (error != CUDA_SUCCESS)
		return error;
	if (is_right) {
		*pminMipmapLevelClamp = hTexRef->texture.minMipmapLevelClamp;
		*pmaxMipmapLevelClamp = hTexRef->texture.maxMipmapLevelClamp;
	}
	return told(hTexRef, is_right);
}

/* ---- settings that are one number ------------------------------------------------------------ */

/* Defines the functions that set and get a member of the settings. */
#define SETTING(name, member, given, kept, is_right) \
	CUresult CUDAAPI cuTexRefSet##name(CUtexref hTexRef, given value) \
	{ \
		CUresult error = begin(hTexRef); \
		if (error != CUDA_SUCCESS) \
			return error; \
		if (is_right) \
			hTexRef->texture.member = value; \
		return changed(hTexRef, is_right); \
	} \
	CUresult CUDAAPI cuTexRefGet##name(kept *value, CUtexref hTexRef) \
	{ \
		CUresult error = begin(hTexRef); \
		if (error != CUDA_SUCCESS) \
			return error; \
		if (value != NULL) \
			*value = (kept)hTexRef->texture.member; \
		return told(hTexRef, value != NULL); \
	}
enum {
	FLAGS = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
	        CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP,
};
SETTING(FilterMode, filterMode, CUfilter_mode, CUfilter_mode,
	(unsigned)value <= CU_TR_FILTER_MODE_LINEAR)
SETTING(MipmapFilterMode, mipmapFilterMode, CUfilter_mode, CUfilter_mode,
	(unsigned)value <= CU_TR_FILTER_MODE_LINEAR)
SETTING(MipmapLevelBias, mipmapLevelBias, float, float, true)
SETTING(MaxAnisotropy, maxAnisotropy, unsigned, int, value <= INT32_MAX)
SETTING(Flags, flags, unsigned, unsigned, (value & ~(unsigned)FLAGS) == 0)
