/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime's functions for programs of OpenGL. Nothing shares memory with OpenGL here: all but
 * cudaGLSetGLDevice() return cudaErrorNotSupported, and programs that can do without go on. */
#ifndef HSAEMU_CUDA_GL_INTEROP_H
#define HSAEMU_CUDA_GL_INTEROP_H
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"
#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#define HSAEMU_HAS_GL 1
#endif
#endif
#ifndef HSAEMU_HAS_GL
typedef unsigned GLenum;
typedef unsigned GLuint;
#endif
#undef HSAEMU_HAS_GL

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame };
enum cudaGLMapFlags { cudaGLMapFlagsNone, cudaGLMapFlagsReadOnly, cudaGLMapFlagsWriteDiscard };

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaGLGetDevices(unsigned *, int *, unsigned, enum cudaGLDeviceList);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **, GLuint, unsigned);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **, GLuint, GLenum, unsigned);
cudaError_t cudaGLMapBufferObject(void **, GLuint);
cudaError_t cudaGLMapBufferObjectAsync(void **, GLuint, cudaStream_t);
cudaError_t cudaGLRegisterBufferObject(GLuint);
cudaError_t cudaGLSetBufferObjectMapFlags(GLuint, unsigned);
cudaError_t cudaGLSetGLDevice(int);
cudaError_t cudaGLUnmapBufferObject(GLuint);
cudaError_t cudaGLUnmapBufferObjectAsync(GLuint, cudaStream_t);
cudaError_t cudaGLUnregisterBufferObject(GLuint);
#ifdef __cplusplus
}
#endif

#endif
