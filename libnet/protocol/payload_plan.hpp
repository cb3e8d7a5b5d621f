// What to do with the payload of a frame.
#pragma once

#include <cstddef>

#include "libnet/protocol/region_cursor.hpp"

namespace banyan::net::detail {

struct payload_plan {
    enum class action : unsigned char {
        place,      // write it to `where` as it arrives; bytes that do not fit there are discarded
        discard,    // discard it as it arrives
        delivered,  // nothing: all of it had arrived and has been delivered
    };

    action what = action::discard;
    region_cursor<std::byte> where{};  // for `place`

    static payload_plan place(const region_cursor<std::byte>& at) { return {action::place, at}; }
    static payload_plan discard() { return {}; }
    static payload_plan delivered() { return {.what = action::delivered}; }
};

}  // namespace banyan::net::detail
