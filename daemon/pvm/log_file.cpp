#include "daemon/pvm/log_file.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "libnet/base/environment.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr std::size_t default_log_bytes = std::size_t{1} << 20;

std::size_t log_limit() {
    const std::string text = net::environment_value("PVMDLOGMAX");
    if (text.empty()) return default_log_bytes;
    return static_cast<std::size_t>(std::strtoull(text.c_str(), nullptr, 0));
}

}  // namespace

log_file::log_file() : room_bytes_(log_limit()) {
    const auto path = pvm3::service_file("pvml");
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
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
