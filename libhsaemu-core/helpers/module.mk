# libhsahelpers.a: the device library, linked into images by hsa-ld; freestanding.
