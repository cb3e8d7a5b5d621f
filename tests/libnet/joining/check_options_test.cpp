// Invalid settings are refused; the longest and the shortest valid ones work.
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace check_options_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// Each of three ranks sends to the next: short, longer than an eager message, nothing.
void ring(group& world) {
    const int next = (world.rank().value + 1) % 3, last = (world.rank().value + 2) % 3;
    for (const std::size_t size : {std::size_t{8}, std::size_t{3} << 20, std::size_t{0}}) {
        const auto mine = pattern(size, static_cast<unsigned>(world.rank().value));
        request send = world.async_send<std::byte>(rank{next}, tag{1}, std::span(mine));
        demand(world.recv(rank{last}, tag{1}, limit).payload == pattern(size, static_cast<unsigned>(last)), "content");
        send.wait(limit);
    }
}

template <class Duration>
mailbox_options with(Duration mailbox_options::*option, Duration value) {
    mailbox_options options;
    options.*option = value;
    return options;
}

}  // namespace

TEST_CASE("an invalid duration is refused with its name, value and the allowed values", "[mailbox]") {
    const auto refusal = [](const mailbox_options& options) -> std::string {
        try {
            run_threads(
                1, [](group&) {}, transport_kind::in_process, options);
        } catch (const error& e) {
            CHECK(e.which() == errc::invalid_argument);
            return e.what();
        }
        return "none";
    };
    using o = mailbox_options;
    CHECK(refusal(with(&o::linger, -1ms)) == "mailbox_options::linger is -1 ms; it must be at least 0");
    CHECK(refusal(with(&o::connect_timeout, 0ms)) == "mailbox_options::connect_timeout is 0 ms; it must be at least 1");
    CHECK(refusal(with(&o::silence_limit, 0ms)) == "mailbox_options::silence_limit is 0 ms; it must be at least 1");
    CHECK(refusal(with(&o::detach_after, -1us)) == "mailbox_options::detach_after is -1 us; it must be at least 0");
    CHECK(refusal(with(&o::spin, -1us)) == "mailbox_options::spin is -1 us; it must be at least 0");
    CHECK(refusal({}) == "none");
}

TEST_CASE("settings at the ends of their ranges work", "[mailbox]") {
    using o = mailbox_options;
    using ms = std::chrono::milliseconds;
    using us = std::chrono::microseconds;
    for (const auto& options :
         {with(&o::linger, ms::max()), with(&o::connect_timeout, ms::max()), with(&o::silence_limit, ms::max()),
          with(&o::silence_limit, ms(5)), with(&o::detach_after, us::max()), with(&o::detach_after, us(0)),
          with(&o::spin, us::max()), with(&o::spin, us(0)), with(&o::unexpected_cap_bytes, std::size_t{0}),
          with(&o::unexpected_cap_bytes, SIZE_MAX), with(&o::send_buffer_bytes, std::size_t{0}),
          with(&o::send_buffer_bytes, SIZE_MAX), with(&o::eager_limit_bytes, std::size_t{0}),
          with(&o::eager_limit_bytes, SIZE_MAX)})
        on_every_transport(3, ring, options);
}

}  // namespace check_options_test
