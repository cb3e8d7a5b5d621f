// What the tests of link protection share: sockets, streams in pieces, and an attacker between two sides.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "libnet/transport/socket/link_protection.hpp"
#include "tests/common/socket_pair.hpp"

namespace banyan::testing {

using bytes = std::vector<std::byte>;

inline constexpr int little_room_bytes = 4096;  // a record or a frame seldom fits as a whole

inline void append(bytes& to, const bytes& more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// At most 1000 pieces of at most `longest` bytes from the front of `all`.
inline std::vector<iovec> regions_of(std::mt19937& random, std::span<std::byte> all, std::size_t longest) {
    std::vector<iovec> regions;
    while (!all.empty() && regions.size() < 1000) {
        const std::size_t n = std::min<std::size_t>(all.size(), 1 + random() % (random() % 2 ? 50 : longest));
        regions.push_back({all.data(), n});
        all = all.subspan(n);
    }
    return regions;
}

inline net::detail::moved write(net::detail::link_protection& to, std::span<std::byte> all) {
    const iovec region{all.data(), all.size()};
    return to.write(std::span(&region, 1));
}

/// Appends what it reads.
inline net::detail::moved read_some(net::detail::link_protection& from, bytes& into, std::size_t most) {
    bytes buffer(most);
    const iovec region{buffer.data(), buffer.size()};
    const auto result = from.read(std::span(&region, 1));
    buffer.resize(result.bytes);
    append(into, buffer);
    return result;
}

/// Appends what `from` gives until it has no more.
inline net::detail::moved read_all(net::detail::link_protection& from, bytes& into) {
    net::detail::moved result;
    do
        result = read_some(from, into, 10'000);
    while (result.what == net::detail::moved::state::some);
    return result;
}

struct stream_result {
    std::size_t written = 0;
    bytes got;
};

/// Writes and reads in turns, in regions of at most `longest` bytes, until all has come or nothing moves any more.
inline stream_result send_in_pieces(net::detail::link_protection& from, net::detail::link_protection& to, bytes& sent,
                                    std::mt19937& random, std::size_t longest) {
    stream_result result;
    for (int idle = 0; result.got.size() < sent.size() && idle < 1000; ++idle) {
        if (result.written < sent.size()) {
            const auto most = 1 + random() % (random() % 2 ? 100 : 200'000);
            const auto rest = std::span(sent).subspan(result.written);
            const auto moved = from.write(regions_of(random, rest.first(std::min(rest.size(), most)), longest));
            REQUIRE(moved.what != net::detail::moved::state::broken);
            result.written += moved.bytes;
            if (moved.bytes > 0) idle = 0;
        }
        if (random() % 3 != 0 && result.written < sent.size()) continue;
        bytes buffer(1 + random() % (random() % 2 ? 100 : 100'000));
        const auto moved = to.read(regions_of(random, buffer, longest));
        REQUIRE(moved.what != net::detail::moved::state::forged);
        buffer.resize(moved.bytes);
        append(result.got, buffer);
        if (moved.bytes > 0) idle = 0;
    }
    return result;
}

/// The sockets of two sides with an attacker between them: the left side has left.ends[0], the right one right.ends[1].
struct attacked_sockets {
    socket_pair left{100'000}, right{100'000};

    /// What the left side has sent, and what the right one has.
    [[nodiscard]] bytes from_left() const { return take<bytes>(left.ends[1]); }
    [[nodiscard]] bytes from_right() const { return take<bytes>(right.ends[0]); }
    void to_left(const bytes& some) const { REQUIRE(give(left.ends[1], some)); }
    void to_right(const bytes& some) const { REQUIRE(give(right.ends[0], some)); }
};

}  // namespace banyan::testing
