#include "libnet/base/own_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "libnet/base/own_file.h"

namespace banyan::net {

int open_own_file(const std::filesystem::path& file, int flags) {
    return banyan_open_own_file(file.c_str(), flags, 0600);
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
