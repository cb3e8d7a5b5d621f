#include "tools/banyan/output_printer.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace banyan::tools {
namespace {

void write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const auto n = ::write(fd, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {  // somebody has made our terminal or pipe non-blocking
            pollfd writable{fd, POLLOUT, 0};
            ::poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            throw net::error(net::errc::closed,
                             fmt::format("the output of the run cannot be written: {}", std::strerror(errno)));
        }
    }
}

}  // namespace

void output_printer::print(const daemon::output_line& line) {
    bool& inside = inside_line_[line.is_error ? 1 : 0];
    text_.clear();
    if (tagged_ && !inside) fmt::format_to(std::back_inserter(text_), "[{}] ", line.rank);
    text_ += line.text;
    if (line.newline || !alone_) text_ += '\n';
    inside = alone_ && !line.newline;
    write_all(line.is_error ? STDERR_FILENO : out_, text_);
}

}  // namespace banyan::tools
