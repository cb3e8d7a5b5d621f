#include "libnet/transport/socket/defer_accept.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libnet/transport/socket/descriptor_reserve.hpp"

namespace banyan::net::detail {
namespace {

// The setting also applies to IPv6.
bool system_has_syn_cookies() {
    const auto making = making_descriptor();
    const int setting = ::open("/proc/sys/net/ipv4/tcp_syncookies", O_RDONLY | O_CLOEXEC);
    if (setting < 0) return false;
    char value = '0';
    (void)!::read(setting, &value, 1);
    ::close(setting);
    return value != '0';
}

}  // namespace

void defer_accept(int listening) {
    constexpr int seconds = 3;  // the system rounds up to the time of one of its SYN-ACKs: 1, 3, 7, ...
    static const bool cookies = system_has_syn_cookies();
    if (cookies) (void)::setsockopt(listening, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds, sizeof seconds);
}

}  // namespace banyan::net::detail
