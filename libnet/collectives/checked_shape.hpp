// Checks of a collective call's arguments, before anything is sent.
#pragma once

#include <string>

#include "banyan/net/collective_arguments.hpp"
#include "libnet/schedules/collective_shape.hpp"

namespace banyan::net {

/// The sum of counts, for error messages: "12", or "2^64 or more".
std::string text_of_sum(std::span<const std::size_t> counts);

/// The shape of the call (rank and size are set), with the items of one rank. Throws errc::invalid_argument, naming the
/// collective and the lengths, if the root is not a rank of the group or the lengths of input, output and counts do not
/// fit.
collective_shape checked_shape(const group& g, const detail::collective_arguments& arguments);

}  // namespace banyan::net
