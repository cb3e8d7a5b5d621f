#include "libnet/transport/socket/descriptor_reserve.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libnet/wire/handshake.hpp"

namespace banyan::net::detail {
namespace {

int take_one() {
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

}  // namespace

bool is_shortage(const std::error_code& failed) {
    return failed == std::errc::too_many_files_open || failed == std::errc::too_many_files_open_in_system ||
           failed == std::errc::no_buffer_space || failed == std::errc::not_enough_memory;
}

std::string shortage_text(const std::error_code& failed) {
    rlimit limit{};
    if (failed != std::errc::too_many_files_open || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return failed.message();
    return fmt::format("out of file descriptors: {} are allowed (ulimit -n)", limit.rlim_cur);
}

descriptor_reserve::descriptor_reserve() : kept_(take_one()) {}

descriptor_reserve::~descriptor_reserve() {
    if (kept_ >= 0) ::close(kept_);
}

descriptor_reserve::outcome descriptor_reserve::turn_away(int listening) {
    if (kept_ < 0) kept_ = take_one();
    if (kept_ < 0) return outcome::no_reserve;
    ::close(kept_);
    const int unwanted = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    if (unwanted >= 0) {
        const auto notice = no_room_notice(handshake_purpose::data);
        (void)::send(unwanted, notice.data(), notice.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        ::close(unwanted);
    }
    kept_ = take_one();
    return unwanted >= 0 ? outcome::turned_away : outcome::nobody_waits;
}

}  // namespace banyan::net::detail
