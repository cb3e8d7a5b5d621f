// The collective that a tag of a collective context belongs to, as text. The tag itself is internal and is not shown.
#pragma once

#include <cstdint>
#include <string_view>

#include "libnet/collectives/collective_call.hpp"
#include "libnet/collectives/collective_tag.hpp"

namespace banyan::net {

/// "barrier"; "an unknown collective" for an unknown kind.
inline std::string_view collective_name(tag t) {
    constexpr int shift = collective_tag::phase_bits + collective_tag::sequence_bits;
    return name_of(static_cast<collective_kind>(static_cast<std::uint32_t>(t.value) >> shift));
}

/// The number of the collective in its group, counted from 1.
constexpr std::uint32_t collective_number(tag t) {
    return (static_cast<std::uint32_t>(t.value) & ((1u << collective_tag::sequence_bits) - 1)) + 1;
}

}  // namespace banyan::net
