#include "libnet/wire/frame.hpp"

#include <fmt/format.h>

#include "banyan/net/error.hpp"
#include "libnet/wire/little_endian.hpp"

namespace banyan::net::wire {
namespace {

// Offsets of the fields; see the table in docs/wire_format.md.
constexpr std::size_t at_kind = 0;
constexpr std::size_t at_zero = 1;  // flags (1 byte) and reserved (2 bytes), all 0
constexpr std::size_t at_context = 4;
constexpr std::size_t at_source = 8;
constexpr std::size_t at_destination = 12;
constexpr std::size_t at_tag = 16;
constexpr std::size_t at_credit = 20;
constexpr std::size_t at_length = 24;
constexpr std::size_t at_token = 32;

}  // namespace

std::uint64_t payload_bytes(std::span<const std::byte, header_bytes> header) {
    const frame_header known{.kind = static_cast<frame_kind>(header[at_kind]),
                             .length_bytes = get<std::uint64_t>(header, at_length)};
    return known.payload_bytes();
}

header_buffer encode(const frame_header& header) {
    header_buffer out{};
    out[at_kind] = static_cast<std::byte>(header.kind);
    put(out, at_context, header.context.value);
    put(out, at_source, header.source.value);
    put(out, at_destination, header.destination.value);
    put(out, at_tag, header.tag.value);
    put(out, at_credit, header.credit_bytes);
    put(out, at_length, header.length_bytes);
    put(out, at_token, header.token);
    return out;
}

std::int32_t refusal_reason(const header_buffer& bytes) {
    return get<std::int32_t>(bytes, at_tag);
}

frame_header decode(std::span<const std::byte, header_bytes> bytes) {
    const auto kind = std::to_integer<unsigned>(bytes[at_kind]);
    if (kind < static_cast<unsigned>(frame_kind::eager) || kind > static_cast<unsigned>(frame_kind::revoke) ||
        kind == static_cast<unsigned>(frame_kind::refusal))
        throw error(errc::protocol_violation, fmt::format("frame kind {} is not one of 1..9 and 11", kind));
    if (bytes[at_zero] != std::byte{} || bytes[at_zero + 1] != std::byte{} || bytes[at_zero + 2] != std::byte{})
        throw error(errc::protocol_violation, "flags and reserved bytes of a frame must be 0");
    frame_header header{.kind = static_cast<frame_kind>(kind),
                        .context = context_id{get<std::uint32_t>(bytes, at_context)},
                        .source = task_id{get<std::uint32_t>(bytes, at_source)},
                        .destination = task_id{get<std::uint32_t>(bytes, at_destination)},
                        .tag = net::tag{get<std::int32_t>(bytes, at_tag)},
                        .credit_bytes = get<std::uint32_t>(bytes, at_credit),
                        .length_bytes = get<std::uint64_t>(bytes, at_length),
                        .token = get<std::uint64_t>(bytes, at_token)};
    if (header.length_bytes > max_length_bytes)
        throw error(errc::protocol_violation,
                    fmt::format("frame length {} is above the limit of 2^48 - 1", header.length_bytes));
    return header;
}

}  // namespace banyan::net::wire
