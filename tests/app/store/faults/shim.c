/* Stands between the store and the system: counts what is done to files below one folder, and at
 * the n-th such call kills the process, refuses, or writes half. Records every call with its data,
 * so that a test can work out what a power cut would have left.
 *
 * Built by the tests with the system's C compiler and loaded with LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NONE, KILL, EIO_ONCE, FULL_ONCE, HALF_ONCE, FULL_FROM, EIO_FROM, READ_ONCE, READ_FROM };

#define MOST_FDS 4096
static char folder[4096];
static size_t folder_length;
static char known[MOST_FDS];
static long at, calls, reads;
static int mode, record_fd = -1;

void plx_arm(const char *below, long number, int how, int record)
{
    snprintf(folder, sizeof folder, "%s", below);
    folder_length = strlen(folder);
    at = number;
    mode = how;
    calls = reads = 0;
    record_fd = record;
    memset(known, 0, sizeof known);
}

long plx_calls(void) { return calls; }
long plx_reads(void) { return reads; }

static int below(const char *path) { return folder_length && !strncmp(path, folder, folder_length); }
static int ours(int fd) { return fd >= 0 && fd < MOST_FDS && known[fd]; }

static ssize_t raw_write(int fd, const void *data, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    return real(fd, data, size);
}

/* One record: kind, inode, offset, length of what follows, and that. */
static void note(char kind, uint64_t inode, int64_t offset, const void *data, uint64_t size)
{
    if (record_fd < 0) return;
    char head[25];
    head[0] = kind;
    memcpy(head + 1, &inode, 8);
    memcpy(head + 9, &offset, 8);
    memcpy(head + 17, &size, 8);
    raw_write(record_fd, head, sizeof head);
    if (size) raw_write(record_fd, data, size);
}

void plx_note(long number) { note('N', 0, number, 0, 0); }

static uint64_t inode_of(int fd)
{
    struct stat found;
    return fstat(fd, &found) ? 0 : found.st_ino;
}

/* 0: go on; an errno: refuse; -1: do half of it. */
static int judge(void)
{
    calls++;
    if (mode == NONE || mode >= READ_ONCE || calls < at) return 0;
    if (mode == FULL_FROM) return ENOSPC;
    if (mode == EIO_FROM) return EIO;
    if (calls > at) return 0;
    switch (mode) {
    case KILL: raise(SIGKILL); return 0;
    case EIO_ONCE: return EIO;
    case FULL_ONCE: return ENOSPC;
    case HALF_ONCE: return -1;
    }
    return 0;
}

/* The same of what is read, which is counted by itself: it leaves nothing on the disk. */
static int judge_read(void)
{
    reads++;
    return (mode == READ_ONCE && reads == at) || (mode == READ_FROM && reads >= at) ? EIO : 0;
}

static int opened(int fd, const char *path, int existed)
{
    if (fd >= 0 && fd < MOST_FDS && below(path)) {
        known[fd] = 1;
        if (!existed) note('C', inode_of(fd), 0, path, strlen(path));
    }
    return fd;
}

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...)                           \
    {                                                                    \
        static int (*real)(const char *, int, ...);                      \
        if (!real) real = dlsym(RTLD_NEXT, #name);                       \
        va_list rest;                                                    \
        va_start(rest, flags);                                           \
        mode_t rights = flags & O_CREAT ? va_arg(rest, mode_t) : 0;      \
        va_end(rest);                                                    \
        int existed = 1;                                                 \
        if (below(path) && flags & O_CREAT) {                            \
            existed = !access(path, F_OK);                               \
            int refused = existed ? 0 : judge();                         \
            if (refused > 0) {                                           \
                errno = refused;                                         \
                return -1;                                               \
            }                                                            \
        }                                                                \
        return opened(real(path, flags, rights), path, existed);         \
    }
OPEN(open)
OPEN(open64)

int close(int fd)
{
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < MOST_FDS) known[fd] = 0;
    return real(fd);
}

#define PREAD(name)                                                      \
    ssize_t name(int fd, void *data, size_t size, off64_t offset)        \
    {                                                                    \
        static ssize_t (*real)(int, void *, size_t, off64_t);            \
        if (!real) real = dlsym(RTLD_NEXT, #name);                       \
        int refused = ours(fd) ? judge_read() : 0;                       \
        if (!refused) return real(fd, data, size, offset);               \
        errno = refused;                                                 \
        return -1;                                                       \
    }
PREAD(pread)
PREAD(pread64)

#define PWRITE(name)                                                     \
    ssize_t name(int fd, const void *data, size_t size, off64_t offset)  \
    {                                                                    \
        static ssize_t (*real)(int, const void *, size_t, off64_t);      \
        if (!real) real = dlsym(RTLD_NEXT, #name);                       \
        if (!ours(fd)) return real(fd, data, size, offset);              \
        int refused = judge();                                           \
        if (refused > 0) {                                               \
            errno = refused;                                             \
            return -1;                                                   \
        }                                                                \
        if (refused < 0) size = (size + 1) / 2;                          \
        ssize_t done = real(fd, data, size, offset);                     \
        if (done > 0) note('W', inode_of(fd), offset, data, done);       \
        return done;                                                     \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *data, size_t size)
{
    if (!ours(fd)) return raw_write(fd, data, size);
    int refused = judge();
    if (refused > 0) {
        errno = refused;
        return -1;
    }
    if (refused < 0) size = (size + 1) / 2;
    int64_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = raw_write(fd, data, size);
    if (done > 0) note('W', inode_of(fd), offset, data, done);
    return done;
}

#define SYNC(name)                                                       \
    int name(int fd)                                                     \
    {                                                                    \
        static int (*real)(int);                                         \
        if (!real) real = dlsym(RTLD_NEXT, #name);                       \
        if (!ours(fd)) return real(fd);                                  \
        int refused = judge();                                           \
        if (refused > 0) {                                               \
            errno = refused;                                             \
            return -1;                                                   \
        }                                                                \
        note('S', inode_of(fd), 0, 0, 0);                                \
        return 0; /* what survives a power cut is worked out from the record */ \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name)                                                   \
    int name(int fd, off64_t size)                                       \
    {                                                                    \
        static int (*real)(int, off64_t);                                \
        if (!real) real = dlsym(RTLD_NEXT, #name);                       \
        if (!ours(fd)) return real(fd, size);                            \
        int refused = judge();                                           \
        if (refused > 0) {                                               \
            errno = refused;                                             \
            return -1;                                                   \
        }                                                                \
        int done = real(fd, size);                                       \
        if (!done) note('T', inode_of(fd), size, 0, 0);                  \
        return done;                                                     \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int unlink(const char *path)
{
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    if (!below(path)) return real(path);
    int refused = judge();
    if (refused > 0) {
        errno = refused;
        return -1;
    }
    int done = real(path);
    if (!done) note('U', 0, 0, path, strlen(path));
    return done;
}

int rename(const char *from, const char *to)
{
    static int (*real)(const char *, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "rename");
    if (!below(to)) return real(from, to);
    int refused = judge();
    if (refused > 0) {
        errno = refused;
        return -1;
    }
    int done = real(from, to);
    if (!done) {
        char both[8192];
        int length = snprintf(both, sizeof both, "%s%c%s", from, 0, to);
        note('R', 0, 0, both, length);
    }
    return done;
}
