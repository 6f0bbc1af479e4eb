# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Managed variables are one for host code and kernels: in programs of one file and of several, with both forms of the
# runtime, from the image and from PTX. Elsewhere they are variables of the image.
. "$T/nvcc.subr"
needs_runtime
for options in -cudart=shared -cudart=static -rdc=true '-std=c++17 -G'; do
	hsaemu-nvcc $options "$T/cuda_managed/app.cu" -o app
	./app >out
	diff "$T/cuda_managed/app.ref" out
done
hsaemu-nvcc -rdc=true "$T/cuda_managed/use.cu" "$T/cuda_managed/define.cu" -o two
./two >out
printf '100\n165\n' | diff - out
# Where this processor cannot run the image, its PTX is compiled.
hsaemu-nvcc -mcpu=sapphirerapids "$T/cuda_managed/app.cu" -o app
HSAEMU_CACHE=0 ./app >out
diff "$T/cuda_managed/app.ref" out
hsaemu-nvcc -mcpu=sapphirerapids -rdc=true "$T/cuda_managed/use.cu" "$T/cuda_managed/define.cu" -o two
HSAEMU_CACHE=0 ./two >out
printf '100\n165\n' | diff - out

gcc "$T/cuda_managed/registered.c" -o registered -L"$toolkit/lib64" -Wl,-rpath,"$toolkit/lib64" -lcudart
[ "$(./registered)" = 5 ]

hsaemu-nvcc -ptx "$T/cuda_managed/app.cu" -o app.ptx
grep -q '^.visible .global .attribute(.managed) .align 2048 .u32 both = 5;' app.ptx
hsaemu-cc app.ptx -o app.img
hsa-run app.img --kernel read --grid 1 --arg 'o=u32[1]' --print o --set '&both=41' --print '&both' >out
printf '%s\n' 'o[0] 41' '&both[0] 41' | diff - out
