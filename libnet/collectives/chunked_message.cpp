#include "libnet/collectives/chunked_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string_view>

#include "libnet/wire/little_endian.hpp"

namespace banyan::net {
namespace {

constexpr std::string_view magic = "scatterd";

// The number of bytes that are copied at once before other messages make progress.
constexpr std::size_t copied_at_once = std::size_t{32} << 10;

template <class Bytes, class Copy>
void copy_in_parts(const group& g, std::size_t begin, Bytes bytes, const Copy& copy) {
    for (std::size_t done = 0; done < bytes.size();) {
        const std::size_t part = std::min(copied_at_once, bytes.size() - done);
        copy(begin + done, bytes.subspan(done, part));
        done += part;
        if (done < bytes.size()) g.box().poll();
    }
}

std::size_t header_and(std::size_t bytes) {
    return detail::checked_sum(chunk_header_bytes, bytes);
}

}  // namespace

void write_chunk_header(std::span<std::byte> message, const chunk_layout& layout) {
    std::memcpy(message.data(), magic.data(), magic.size());
    wire::put<std::uint64_t>(message, 8, layout.total);
    wire::put<std::uint64_t>(message, 16, layout.each);
}

std::optional<chunk_layout> announced_chunks(std::span<const std::byte> message) {
    if (message.size() < chunk_header_bytes || std::memcmp(message.data(), magic.data(), magic.size()) != 0)
        return std::nullopt;
    const chunk_layout layout{wire::get<std::uint64_t>(message, 8), message.size() - chunk_header_bytes,
                              wire::get<std::uint64_t>(message, 16)};
    return layout.is_valid() ? std::optional(layout) : std::nullopt;
}

void pack_in_parts(const group& g, std::size_t begin, std::span<std::byte> to, const pack_function& pack) {
    copy_in_parts(g, begin, to, pack);
}

void unpack_in_parts(const group& g, std::size_t begin, std::span<const std::byte> from,
                     const unpack_function& unpack) {
    copy_in_parts(g, begin, from, unpack);
}

bool chunk_layout::is_valid() const {
    if (first > total || (first < total && each == 0)) return false;
    return count() <= 2 || each <= first;
}

std::size_t chunk_layout::count() const {
    if (first >= total) return 1;
    return 1 + (total - first - 1) / each + 1;
}

std::size_t chunk_layout::length(std::size_t chunk) const {
    return chunk == 0 ? first : std::min(each, total - begin(chunk));
}

chunk_sender::chunk_sender(const group& g, rank to, tag t, std::size_t total, const pack_function& pack)
    : g_(g), to_(to), tag_(t), total_(total), pack_(pack), memory_(header_and(total)) {}

double chunk_sender::pack_sample(std::size_t bytes) {
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    pack_(0, memory_.bytes().subspan(chunk_header_bytes, bytes));
    packed_ = bytes;
    return std::chrono::duration<double>(clock::now() - start).count() / static_cast<double>(bytes);
}

void chunk_sender::send(const chunk_layout& layout, deadline until) {
    write_chunk_header(memory_.bytes(), layout);
    for (std::size_t chunk = 0; chunk < layout.count(); ++chunk) {
        request& in_flight = sends_[chunk % 2];
        if (in_flight.valid()) (void)in_flight.wait(until);  // it uses the place of this chunk
        const auto place = memory_.bytes().subspan(chunk_header_bytes + layout.place(chunk), layout.length(chunk));
        pack(layout.begin(chunk), place);
        const auto message = chunk == 0 ? memory_.bytes().first(chunk_header_bytes + layout.first) : place;
        in_flight = g_.async_send(to_, tag_, message);
    }
    for (request& in_flight : sends_)
        if (in_flight.valid()) (void)in_flight.wait(until);
}

void chunk_sender::pack(std::size_t begin, std::span<std::byte> to) {
    const std::size_t known = begin == 0 ? std::min(packed_, to.size()) : 0;
    pack_in_parts(g_, begin + known, to.subspan(known), pack_);
}

chunk_receiver::chunk_receiver(const group& g, rank from, tag t, std::size_t total, const unpack_function& unpack)
    : g_(g),
      from_(from),
      tag_(t),
      total_(total),
      unpack_(unpack),
      // the first chunk of a longer message fits too, so its other chunks can be consumed
      memory_(header_and(std::max(total, most_chunk_bytes))) {
    receives_[0] = g_.async_recv(from_, tag_, memory_.bytes());
}

void chunk_receiver::take_next(deadline until) {
    const std::size_t chunk = taken_;
    const group_message_info info = receives_[chunk % 2].wait(until);
    if (chunk == 0) read_header(info, until);
    const std::size_t expected = layout_.length(chunk) + (chunk == 0 ? chunk_header_bytes : 0);
    if (info.size_bytes != expected)
        throw error(errc::invalid_argument,
                    fmt::format("received {} bytes from rank {} with tag {}, expected a chunk of {} bytes",
                                info.size_bytes, from_.value, tag_.value, expected),
                    g_.task(from_));
    ++taken_;
    if (taken_ < layout_.count()) receives_[taken_ % 2] = g_.async_recv(from_, tag_, place(taken_));
    unpack(layout_.begin(chunk), place(chunk));
}

void chunk_receiver::read_header(const group_message_info& info, deadline until) {
    const auto layout = announced_chunks(memory_.bytes().first(info.size_bytes));
    if (!layout)
        throw error(errc::invalid_argument,
                    fmt::format("received {} bytes from rank {} with tag {} that were not sent by send_scattered, "
                                "send_packed, gather_scattered or scatter_scattered",
                                info.size_bytes, from_.value, tag_.value),
                    g_.task(from_));
    layout_ = *layout;
    if (layout_.total != total_) refuse_total(until);
}

void chunk_receiver::refuse_total(deadline until) {
    for (std::size_t chunk = 1; chunk < layout_.count(); ++chunk)
        (void)g_.recv(from_, tag_, until);
    throw error(
        layout_.total > total_ ? errc::truncated : errc::invalid_argument,
        fmt::format("received {} scattered bytes from rank {}, expected {}", layout_.total, from_.value, total_),
        g_.task(from_));
}

std::span<std::byte> chunk_receiver::place(std::size_t chunk) const {
    return memory_.bytes().subspan(chunk_header_bytes + layout_.place(chunk), layout_.length(chunk));
}

void chunk_receiver::unpack(std::size_t begin, std::span<const std::byte> from) {
    unpack_in_parts(g_, begin, from, unpack_);
}

}  // namespace banyan::net
