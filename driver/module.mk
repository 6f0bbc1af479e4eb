# hsaemu-cc, the compile driver, with its makefile and headers. In the build folder they lie as they
# are installed: bin/hsaemu-cc and share/hsaemu.
DRIVER_FILES := hsaemu.mk samplers.ll $(patsubst driver/%,%,$(wildcard \
	driver/cuda/*.h driver/cuda/*.hpp driver/cuda/*/*.h driver/cuda/*/*.hpp driver/opencl/*.h))
DRIVER := $(BUILD)/bin/hsaemu-cc $(DRIVER_FILES:%=$(BUILD)/share/hsaemu/%)

$(BUILD)/bin/hsaemu-cc: driver/hsaemu-cc
	@mkdir -p $(@D)
	$(Q)install -m 755 $< $@
$(BUILD)/share/hsaemu/%: driver/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
