# The forms of loads, stores and branches in vector code, and a level that the processor lacks.
hsail-as "$TOP/examples/saxpy.hsail" -o a.brig
hsail-fin --simd=sse -mcpu=x86-64-v2 --verify-ir --emit=llvm-ir -O1 a.brig -o - | FileCheck "$T/simd.text"
! hsail-fin --simd=avx512 -mcpu=x86-64-v3 a.brig -o a.o 2>err
grep -F -e '--simd=avx512: the processor has no avx512vl' err

# A loop of gathers that lanes leave at different times is scalar code where gathers are slow.
hsail-as "$TOP/bench/kernels/spmv.hsail" -o s.brig
hsail-fin -mcpu=znver4 --emit=llvm-ir s.brig -o - >slow.ll
hsail-fin -mcpu=sapphirerapids --emit=llvm-ir s.brig -o - >fast.ll
! grep -q masked.gather slow.ll
grep -q masked.gather fast.ll
