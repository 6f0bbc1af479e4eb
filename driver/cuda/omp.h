/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// OpenMP's functions, for host code that is only parsed, where the compiler's own header is not installed.
#if __has_include_next(<omp.h>)
#include_next <omp.h>
#else
#ifndef HSAEMU_OMP_H
#define HSAEMU_OMP_H
extern "C" {
typedef struct { void *lock; } omp_lock_t;
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_num_threads(int);
void omp_set_nested(int);
void omp_set_dynamic(int);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
}
#endif
#endif
