// What becomes of the payload of a frame.
#pragma once

#include <cstddef>

#include "libnet/protocol/region_cursor.hpp"

namespace banyan::net::detail {

struct payload_plan {
    enum class action : unsigned char {
        place,      // goes to `where` as it comes; what does not fit there is dropped
        discard,    // is dropped as it comes, if there is any
        delivered,  // has been taken already: all of it was here
    };

    action what = action::discard;
    region_cursor<std::byte> where{};  // of place

    static payload_plan place(const region_cursor<std::byte>& at) { return {action::place, at}; }
    static payload_plan discard() { return {}; }
    static payload_plan delivered() { return {.what = action::delivered}; }
};

}  // namespace banyan::net::detail
