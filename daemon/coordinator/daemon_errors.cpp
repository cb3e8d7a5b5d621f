#include "daemon/coordinator/daemon_errors.hpp"

#include <algorithm>
#include <string_view>

namespace banyan::daemon {

using boost::system::error_code;

namespace {

constexpr std::size_t kept_error_bytes = 4096;

}  // namespace

void daemon_errors::start(int descriptor) {
    input_.assign(descriptor);
    read();
}

void daemon_errors::close() {
    error_code ignored;
    input_.close(ignored);
}

void daemon_errors::read() {
    input_.async_read_some(net::asio::buffer(buffer_),
                           [self = shared_from_this()](const error_code& end, std::size_t n) {
                               if (end) return;
                               self->keep(n);
                               self->read();
                           });
}

void daemon_errors::keep(std::size_t n) {
    text_.append(buffer_.data(), n);
    if (text_.size() > kept_error_bytes) text_.erase(0, text_.size() - kept_error_bytes);
}

// Not more than a pipe holds: a process that writes without end would keep this one in the loop.
void daemon_errors::read_present() {
    if (!input_.is_open()) return;
    constexpr std::size_t pipe_bytes = 65536;
    error_code end;
    input_.non_blocking(true, end);
    for (std::size_t got = 0; !end && got < pipe_bytes;) {
        const std::size_t n = input_.read_some(net::asio::buffer(buffer_), end);
        keep(n);
        got += n;
    }
}

std::string daemon_errors::last_line() {
    read_present();
    std::string text = text_;
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    const auto newline = text.rfind('\n');
    if (newline != std::string::npos) text.erase(0, newline + 1);
    return text.empty() ? "" : ": " + text;
}

std::string daemon_errors::last_line_of_daemon() {
    constexpr std::string_view own = ": banyand host: ";
    const std::string line = last_line();
    return line.starts_with(own) ? ": " + line.substr(own.size()) : "";
}

}  // namespace banyan::daemon
