#include "libnet/joining/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "banyan/net/error.hpp"

namespace banyan::net::detail {
namespace {

template <class Duration>
void bound(Duration& value, int least, const char* name, const char* unit) {
    constexpr std::chrono::hours year{24 * 365};
    if (value < Duration{least})
        throw error(errc::invalid_argument, fmt::format("mailbox_options::{} is {} {}; it must be at least {}", name,
                                                        value.count(), unit, least));
    value = std::min(value, Duration(year));
}

encryption_kind encryption_from_environment(encryption_kind otherwise) {
    const char* text = std::getenv("BANYAN_ENCRYPTION");
    if (!text || !*text) return otherwise;
    const std::string_view name = text;
    if (name == "between_hosts") return encryption_kind::between_hosts;
    if (name == "every_tcp") return encryption_kind::every_tcp;
    if (name == "counted_every_tcp") return encryption_kind::counted_every_tcp;
    throw error(
        errc::invalid_argument,
        fmt::format("BANYAN_ENCRYPTION is \"{}\"; allowed values are between_hosts, every_tcp and counted_every_tcp",
                    name));
}

}  // namespace

mailbox_options checked(mailbox_options options) {
    bound(options.linger, 0, "linger", "ms");
    bound(options.connect_timeout, 1, "connect_timeout", "ms");
    bound(options.silence_limit, 1, "silence_limit", "ms");
    bound(options.detach_after, 0, "detach_after", "us");
    bound(options.spin, 0, "spin", "us");
    options.encryption = encryption_from_environment(options.encryption);
    if (const char* text = std::getenv("BANYAN_CHECK_COLLECTIVES"); text && *text)
        options.check_collectives = std::string_view(text) != "0";
    if (const char* text = std::getenv("BANYAN_COLLECTIVE_ALGORITHMS"); text && *text)
        options.collective_algorithms = text;
    return options;
}

}  // namespace banyan::net::detail
