/* The part of own_file.hpp that programs in C use too. */
#ifndef BANYAN_OWN_FILE_H
#define BANYAN_OWN_FILE_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* As open_own_file() of own_file.hpp, which says what is refused; `mode` is that of a file that is made.
   O_NONBLOCK: otherwise open() of a FIFO waits for its other end. */
static inline int banyan_open_own_file(const char* file, int flags, mode_t mode) {
    struct stat found;
    const int is_only_read = (flags & O_ACCMODE) == O_RDONLY;
    const int descriptor = open(file, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode);
    if (descriptor < 0) return -1;
    if (fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
        (is_only_read || found.st_nlink == 1))
        return descriptor;
    close(descriptor);
    return -1;
}

#endif
