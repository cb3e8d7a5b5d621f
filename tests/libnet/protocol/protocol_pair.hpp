// Two protocols without a transport. The test moves their bytes.
#pragma once

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "libnet/protocol/protocol.hpp"

namespace banyan::testing {

using namespace banyan::net;
using namespace banyan::net::detail;

inline constexpr task_id left{1}, right{2};
inline constexpr protocol_limits small{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 1 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 1};

struct pair {
    protocol a, b;
    explicit pair(const protocol_limits& limits = small) : a(left, limits), b(right, limits) {
        a.peer_up(right, b.credit_window_bytes());
        b.peer_up(left, a.credit_window_bytes());
    }

    // Moves at most `most` bytes in one direction. Returns the number of bytes.
    static std::size_t move(frame_stream& from, frame_stream& to, std::size_t most) {
        std::array<iovec, 8> out;
        std::size_t moved = 0;
        for (std::size_t i = 0, used = from.write_regions(out); i < used && moved < most; ++i) {
            std::span source(static_cast<const std::byte*>(out[i].iov_base), std::min(out[i].iov_len, most - moved));
            moved += source.size();
            while (!source.empty()) {
                std::array<iovec, 2> in;
                if (to.read_regions(in) == 0) throw std::logic_error("no place for bytes");
                const std::size_t now = std::min(source.size(), in[0].iov_len);
                std::memcpy(in[0].iov_base, source.data(), now);
                to.bytes_read(now);
                source = source.subspan(now);
            }
        }
        from.bytes_written(moved);
        return moved;
    }

    // Moves all bytes, in pieces of at most `most`.
    void settle(std::size_t most = 1 << 20) {
        while (move(a.stream(right), b.stream(left), most) + move(b.stream(left), a.stream(right), most) > 0) {
        }
    }
};

inline operation make_send(task_id to, std::span<const std::byte> payload, int tag_value = 1) {
    operation op;
    op.what = operation::kind::send;
    op.to = {to, tag{tag_value}};
    op.payload = payload;
    return op;
}

inline operation make_receive(std::span<std::byte> buffer, int tag_value = 1) {
    operation op;
    op.what = operation::kind::receive;
    op.from = {any_source, tag{tag_value}};
    op.buffer = buffer;
    return op;
}

inline std::vector<std::byte> bytes_of(std::size_t size, int value) {
    return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

}  // namespace banyan::testing
