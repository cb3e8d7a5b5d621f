#include "daemon/pvm/log_file.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "libnet/base/environment.hpp"
#include "libnet/base/own_file.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr std::size_t default_log_bytes = std::size_t{1} << 20;

// Nothing for a text that is no number of bytes, such as "1M".
std::optional<std::size_t> bytes_of(const std::string& text) {
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) == 0) return std::nullopt;
    char* end = nullptr;
    errno = 0;
    const auto bytes = std::strtoull(text.c_str(), &end, 0);
    if (*end != '\0' || errno != 0) return std::nullopt;
    return static_cast<std::size_t>(bytes);
}

}  // namespace

log_file::log_file(earlier_lines of_others) : room_bytes_(default_log_bytes) {
    const auto path = pvm3::service_file("pvml");
    descriptor_ = net::open_own_file(path, O_WRONLY | O_CREAT | O_APPEND);
    // Not O_TRUNC: it would empty the file before it is known whose file it is.
    const bool drops = descriptor_ >= 0 && of_others == earlier_lines::dropped;
    [[maybe_unused]] const bool is_emptied = drops && ::ftruncate(descriptor_, 0) == 0;
    const std::string limit = net::environment_value("PVMDLOGMAX");
    if (limit.empty()) return;
    if (const auto bytes = bytes_of(limit))
        room_bytes_ = *bytes;
    else
        write(fmt::format("PVMDLOGMAX='{}' is not allowed: a number of bytes; the limit is {}", limit,
                          default_log_bytes));
}

log_file::~log_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void log_file::write(const std::string& line) {
    const auto now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    const std::string text = fmt::format("[t80040000] {:%m/%d %H:%M:%S} {}\n", local, line);
    if (descriptor_ < 0 || text.size() > room_bytes_) return;
    room_bytes_ -= text.size();
    [[maybe_unused]] const auto written = ::write(descriptor_, text.data(), text.size());
}

}  // namespace banyan::daemon::pvm
