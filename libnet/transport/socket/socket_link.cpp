#include "libnet/transport/socket/socket_link.hpp"

#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/system_calls.hpp"

namespace banyan::net::detail {
namespace {

// These options only tune the connection, so failures are ignored.
void set(int descriptor, int level, int option, int value) {
    (void)::setsockopt(descriptor, level, option, &value, sizeof value);
}

// True if both ends have the same address. Then no byte leaves the host, and congestion control only costs time.
bool inside_host(const stream_socket& socket) {
    boost::system::error_code failed;
    const auto near = socket.local_endpoint(failed), far = socket.remote_endpoint(failed);
    return !failed && address_of(near) == address_of(far);
}

}  // namespace

socket_link::socket_link(stream_socket socket, std::unique_ptr<link_protection> protection,
                         std::chrono::milliseconds silence_limit)
    : descriptor_(socket.native_handle()),
      protection_(std::move(protection)),
      over_network_(socket.local_endpoint().protocol().family() != AF_UNIX),
      silence_limit_(silence_limit) {
    const bool near = over_network_ && inside_host(socket);
    socket.native_non_blocking(true);
    (void)socket.release();
    if (!over_network_) return;
    send_at_once(descriptor_);
    if (near) {
        constexpr std::string_view simplest = "reno";
        (void)::setsockopt(descriptor_, IPPROTO_TCP, TCP_CONGESTION, simplest.data(), simplest.size());
    }
    keep_alive(descriptor_, silence_limit);
}

socket_link::~socket_link() {
    ::close(descriptor_);
}

void send_at_once(int descriptor) {
    set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
}

// The first keepalive probe is sent after half of the limit. Four more are spread over the other half.
void keep_alive(int descriptor, std::chrono::milliseconds silence_limit) {
    constexpr int questions = 4;
    const auto limit_s = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(silence_limit).count());
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, std::max(1, limit_s / 2));
    set(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, std::max(1, limit_s / (2 * questions)));
    set(descriptor, IPPROTO_TCP, TCP_KEEPCNT, questions);
}

// TCP_USER_TIMEOUT is not used, because it also ends the link to a peer that answers but does not read: its window
// stays closed while it computes or is stopped. This checks the system's counters instead: bytes or probes have been
// sent repeatedly, and nothing has been received meanwhile.
bool socket_link::end_if_silent() {
    constexpr int unanswered = 2;
    if (!over_network_ || silent_) return false;
    tcp_info known{};
    socklen_t length = sizeof known;
    if (::getsockopt(descriptor_, IPPROTO_TCP, TCP_INFO, &known, &length) != 0) return false;
    const bool asked = known.tcpi_retransmits >= unanswered || known.tcpi_probes >= unanswered;
    const std::chrono::milliseconds heard_before{std::min(known.tcpi_last_ack_recv, known.tcpi_last_data_recv)};
    silent_ = asked && heard_before >= silence_limit_;
    return silent_;
}

moved socket_link::read(std::span<const iovec> regions) {
    const auto result = protection_ ? protection_->read(regions) : read_now(descriptor_, regions);
    const bool nothing = result.what == moved::state::would_block || result.what == moved::state::broken;
    return nothing && silent_ ? moved{moved::state::broken, 0, ETIMEDOUT} : result;
}

moved socket_link::write(std::span<const iovec> regions) {
    if (protection_) return protection_->write(regions);
    const ssize_t count = system_write(descriptor_, regions);
    return count >= 0 ? moved{moved::state::some, static_cast<std::size_t>(count)} : failure_of_call();
}

bool socket_link::delivered() {
    int unsent = 0;  // bytes that the peer's host has not acknowledged; a Unix-domain socket delivers at once
    return !over_network_ || ::ioctl(descriptor_, SIOCOUTQ, &unsent) != 0 || unsent == 0;
}

}  // namespace banyan::net::detail
