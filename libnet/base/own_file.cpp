#include "libnet/base/own_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace banyan::net {

// O_NONBLOCK: otherwise open() of a FIFO waits for its other end.
int open_own_file(const std::filesystem::path& file, int flags) {
    const int descriptor = ::open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (descriptor < 0) return -1;
    struct stat found {};
    const bool is_only_read = (flags & O_ACCMODE) == O_RDONLY;
    const bool is_own = ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
                        (is_only_read || found.st_nlink == 1);
    if (is_own) return descriptor;
    ::close(descriptor);
    return -1;
}

std::string first_line_of_own_file(const std::filesystem::path& file) {
    constexpr std::size_t most_bytes = 4096;
    const int descriptor = open_own_file(file, O_RDONLY);
    if (descriptor < 0) return "";
    std::array<char, most_bytes> buffer;
    ssize_t got = 0;
    while ((got = ::read(descriptor, buffer.data(), buffer.size())) < 0 && errno == EINTR) {
    }
    ::close(descriptor);
    const std::string text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    return text.substr(0, text.find('\n'));
}

}  // namespace banyan::net
