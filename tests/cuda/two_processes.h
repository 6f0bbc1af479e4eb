/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests of two processes: the other one is this program again, which plays a part, or a copy of
 * this process. They tell each other bytes by a socket. */
#ifndef HSAEMU_TESTS_TWO_PROCESSES_H
#define HSAEMU_TESTS_TWO_PROCESSES_H

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cuda_client.h"

struct peer {
	pid_t pid;
	int socket;
};

static inline void tell(int to, const void *bytes, size_t count)
{
	EXPECT(write(to, bytes, count) == (ssize_t)count);
}

static inline void hear(int from, void *bytes, size_t count)
{
	for (size_t at = 0; at < count;) {
		ssize_t n = read(from, (char *)bytes + at, count - at);
		EXPECT(n > 0);
		at += (size_t)n;
	}
}

/* Pass a file's descriptor. */
static inline void hand_over(int to, int file)
{
	char byte = 'f';
	struct iovec data = {&byte, 1};
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control = {0};
	struct msghdr m = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};
	control.head = (struct cmsghdr){CMSG_LEN(sizeof file), SOL_SOCKET, SCM_RIGHTS};
	memcpy(CMSG_DATA(&control.head), &file, sizeof file);
	EXPECT(sendmsg(to, &m, 0) == 1);
}

static inline int take_over(int from)
{
	char byte;
	int file;
	struct iovec data = {&byte, 1};
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control;
	struct msghdr m = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};
	EXPECT(recvmsg(from, &m, 0) == 1 && CMSG_FIRSTHDR(&m) != NULL);
	memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof file);
	return file;
}

/* Each waits until the other one is there, too. */
static inline void meet(int other)
{
	char c = 'm';
	tell(other, &c, 1);
	hear(other, &c, 1);
	EXPECT(c == 'm');
}

/* Starts the program again, whose main() gets the part and the socket's number as arguments. */
static inline struct peer start(const char *part)
{
	int ends[2];
	char number[16];
	EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	fflush(stdout);
	pid_t pid = fork();
	EXPECT(pid >= 0);
	if (pid == 0) {
		close(ends[0]);
		snprintf(number, sizeof number, "%d", ends[1]);
		execl("/proc/self/exe", "test", part, number, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	return (struct peer){pid, ends[0]};
}

/* Copies the process, which has not called CUDA, to play a part. */
static inline struct peer fork_peer(int (*part)(int socket))
{
	int ends[2];
	EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	fflush(stdout);
	pid_t pid = fork();
	EXPECT(pid >= 0);
	if (pid == 0) {
		close(ends[0]);
		exit(part(ends[1]));
	}
	close(ends[1]);
	return (struct peer){pid, ends[0]};
}

/* Waits until the process has ended well. */
static inline void end(struct peer p)
{
	int status;
	EXPECT(waitpid(p.pid, &status, 0) == p.pid);
	EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(p.socket);
}

#endif
