#include "libnet/joining/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/base/environment.hpp"

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
    const std::string name = environment_value("BANYAN_ENCRYPTION");
    if (name.empty()) return otherwise;
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
    if (const std::string text = environment_value("BANYAN_CHECK_COLLECTIVES"); !text.empty())
        options.check_collectives = text != "0";
    options.collective_algorithms = environment_value("BANYAN_COLLECTIVE_ALGORITHMS", options.collective_algorithms);
    return options;
}

}  // namespace banyan::net::detail
