# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where OpenCL's loader learns of the library: from hsaemu.icd, which names it. It lies beside the
# library, for OCL_ICD_VENDORS; with OCL_SYSTEM=1 also where the loader looks for all programs.
OCL_SO := $(LIBDIR)/hsaemu/libhsaemu-opencl.so
OCL_ICDS := $(LIBDIR)/hsaemu/hsaemu.icd $(if $(OCL_SYSTEM),/etc/OpenCL/vendors/hsaemu.icd)
OCL_INSTALLED = $(if $(SHARED_LIBRARIES),$(OCL_SO) $(OCL_ICDS))
define install_ocl
$(call into,$(dir $(OCL_SO)),644,$(OPENCL_SO))
for f in $(OCL_ICDS); do install -d $(DESTDIR)$$(dirname $$f) && echo $(OCL_SO) >$(DESTDIR)$$f || exit 1; done
endef
