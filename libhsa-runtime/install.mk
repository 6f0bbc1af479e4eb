# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where libhsa-runtime64 is installed: in a folder of its own, lest it takes the place of another one,
# with its CMake package; with HSA_SYSTEM=1 where the system's programs find it.
HSA_VERSION := 1.5.0
HSA_DIR := $(LIBDIR)$(if $(HSA_SYSTEM),,/hsaemu/hsa)
HSA_CMAKE := $(HSA_DIR)/cmake$(if $(HSA_SYSTEM),/hsa-runtime64)
HSA_PACKAGE := hsa-runtime64-config.cmake hsa-runtime64-config-version.cmake
HSA_PC := $(LIBDIR)/pkgconfig/hsa-runtime64.pc
HSA_CHECKS := $(LIBDIR)/hsaemu/hsa/driver_checks.so

fill_hsa = sed -e 's|@PREFIX@|$(PREFIX)|;s|@HSADIR@|$(HSA_DIR)|;s|@HSAVERSION@|$(HSA_VERSION)|' \
	-e 's|@FROM_CMAKE@|$(if $(HSA_SYSTEM),../..,..)|' libhsa-runtime/package/$(notdir $(1)).in >$(DESTDIR)$(1)
HSA_INSTALLED = $(if $(SHARED_LIBRARIES),$(HSA_DIR)/libhsa-runtime64.so $(HSA_DIR)/libhsa-runtime64.so.1 \
	$(HSA_CHECKS) $(HSA_PC) $(HSA_PACKAGE:%=$(HSA_CMAKE)/%))
define install_hsa
$(call into,$(HSA_DIR),644,$(HSA_RUNTIME_SO))
ln -sf libhsa-runtime64.so.1 $(DESTDIR)$(HSA_DIR)/libhsa-runtime64.so
$(call into,$(dir $(HSA_CHECKS)),644,$(LIB)/hsaemu/hsa/driver_checks.so)
install -d $(DESTDIR)$(HSA_CMAKE) $(DESTDIR)$(dir $(HSA_PC))
$(foreach f,$(HSA_PC) $(HSA_PACKAGE:%=$(HSA_CMAKE)/%),$(call fill_hsa,$(f)) &&) true
endef
