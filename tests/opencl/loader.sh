# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The library through the ICD loader: what it exports, clinfo, and what the environment changes.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
so=$BUILD/lib/hsaemu/libhsaemu-opencl.so
names=$(nm -D --defined-only "$so" | sed 's/.* //' | LC_ALL=C sort | tr '\n' ' ')
[ "$names" = 'clGetExtensionFunctionAddress clGetPlatformInfo clIcdGetPlatformIDsKHR ' ]
command -v clinfo >/dev/null || { echo "clinfo is not installed"; exit 77; }
OCL_ICD_VENDORS=$so
export OCL_ICD_VENDORS
timeout 60 clinfo --raw >out
grep -q 'CL_PLATFORM_VERSION  *OpenCL 3.0 HSAEmu' out
grep -q 'CL_DEVICE_TYPE  *CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CPU' out
HSAEMU_OCL_TYPE=gpu HSAEMU_OCL_PLATFORM='A Platform' HSAEMU_OCL_VENDOR='A Vendor' HSAEMU_AGENT=Tahiti HSAEMU_CUS=7 timeout 60 clinfo --raw >out
grep -q 'CL_DEVICE_TYPE  *CL_DEVICE_TYPE_GPU$' out
grep -q 'CL_PLATFORM_NAME  *A Platform$' out
grep -q 'CL_PLATFORM_VENDOR  *A Vendor$' out
grep -q 'CL_DEVICE_NAME  *Tahiti$' out
grep -q 'CL_DEVICE_MAX_COMPUTE_UNITS  *7$' out
HSAEMU_OCL_TYPE=toaster timeout 60 clinfo -l >out 2>err
grep -q "libhsaemu-opencl: HSAEMU_OCL_TYPE is 'toaster'" err
HSAEMU_OCL_DEVICES=3 timeout 60 clinfo -l >out
[ "$(grep -c 'Device #' out)" = 3 ]
HSAEMU_OCL_DEVICES=0 timeout 60 clinfo -l >out 2>err
[ "$(grep -c 'Device #' out)" = 1 ]
grep -q "libhsaemu-opencl: HSAEMU_OCL_DEVICES is '0', expected a number from 1 to 16; it is ignored" err
