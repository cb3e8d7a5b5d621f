// The handler of channels whose streams read nothing and whose frames carry no message.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>

#include "libnet/protocol/frame_handler.hpp"

namespace banyan::testing {

struct unused_handler final : net::detail::frame_handler {
    net::detail::payload_plan on_header(net::detail::channel&, const net::wire::frame_header&,
                                        std::optional<std::span<const std::byte>>) override {
        throw std::logic_error("no frame arrives");
    }
    net::detail::region_cursor<std::byte> expected_place(net::detail::channel&) override {
        return net::detail::region_cursor<std::byte>();
    }
    void on_payload_complete(net::detail::channel&) override {}
    void on_written(net::detail::channel&, net::detail::outgoing&) override {}
};

}  // namespace banyan::testing
