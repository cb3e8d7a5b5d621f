#include "libnet/transport/socket/descriptor_reserve.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>

#include "libnet/base/shortage.hpp"

namespace banyan::net::detail {
namespace {

std::shared_mutex making_or_refusing;

int take_one() {
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

}  // namespace

std::shared_lock<std::shared_mutex> making_descriptor() {
    return std::shared_lock(making_or_refusing);
}

descriptor_reserve::descriptor_reserve(handshake_purpose purpose) : purpose_(purpose), kept_(take_one()) {}

descriptor_reserve::~descriptor_reserve() {
    if (kept_ >= 0) ::close(kept_);
}

descriptor_reserve::outcome descriptor_reserve::refuse(int listening) {
    const std::unique_lock alone(making_or_refusing);
    if (!refill()) return outcome::no_reserve;
    ::close(kept_);
    const int unwanted = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    const bool taken = unwanted < 0 && is_shortage({errno, std::generic_category()});
    if (unwanted >= 0) {
        const auto notice = no_room_notice(purpose_);
        (void)::send(unwanted, notice.data(), notice.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        ::close(unwanted);
    }
    kept_ = take_one();
    if (taken) return outcome::no_reserve;
    return unwanted >= 0 ? outcome::refused : outcome::none_waits;
}

bool descriptor_reserve::refill() {
    if (kept_ < 0) kept_ = take_one();
    return kept_ >= 0;
}

}  // namespace banyan::net::detail
