// Frames get their addresses, and credit returns in every frame or in a frame of its own.
#include "libnet/protocol/frame_output.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace frame_output_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};
constexpr std::uint64_t window = 8192;

struct fixture {
    banyan::testing::unused_handler handler;
    channel_table channels{handler, window};
    frame_output output{self, channels};
    channel& to = channels.of(peer);

    // The headers of all queued frames, which must have no payload.
    std::vector<wire::frame_header> written() {
        std::vector<wire::frame_header> found;
        channels.write_out([&](channel& one) {
            REQUIRE(&one == &to);
            std::array<iovec, 8> slots{};
            while (const std::size_t used = one.stream.write_regions(slots)) {
                for (std::size_t i = 0; i < used; ++i) {
                    REQUIRE(slots[i].iov_len == wire::header_bytes);
                    found.push_back(wire::decode(std::span<const std::byte, wire::header_bytes>(
                        static_cast<const std::byte*>(slots[i].iov_base), wire::header_bytes)));
                }
                one.stream.bytes_written(used * wire::header_bytes);
            }
        });
        return found;
    }
};

}  // namespace

TEST_CASE("a frame gets the addresses of its tasks and the credit to return", "[protocol][credit]") {
    fixture f;
    REQUIRE(f.to.credit.charge(100));
    f.output.return_credit(f.to, credit_account::cost_of(100));
    CHECK_FALSE(f.channels.has_output());  // too little for a frame of its own
    f.output.push(f.to, {.kind = wire::frame_kind::clear_to_send, .length_bytes = 7, .token = 3});
    f.output.push_copy(f.to, {.kind = wire::frame_kind::eager, .tag = tag{4}}, std::span<const std::byte>());
    CHECK(f.channels.has_output());
    const auto frames = f.written();
    REQUIRE(frames.size() == 2);
    CHECK(frames[0] == wire::frame_header{.kind = wire::frame_kind::clear_to_send,
                                          .source = self,
                                          .destination = peer,
                                          .credit_bytes = static_cast<std::uint32_t>(credit_account::cost_of(100)),
                                          .length_bytes = 7,
                                          .token = 3});
    CHECK(frames[1] ==
          wire::frame_header{.kind = wire::frame_kind::eager, .source = self, .destination = peer, .tag = tag{4}});
    CHECK_FALSE(f.channels.has_output());
}

TEST_CASE("all credit returns, and a quarter of the window never waits", "[protocol][credit]") {
    std::mt19937 random(GENERATE(range(1u, 11u)));
    fixture f;
    std::uint64_t released = 0, returned = 0;
    for (int step = 0; step < 200; ++step) {
        const std::uint64_t size = random() % 1000;
        REQUIRE(f.to.credit.charge(size));
        f.output.return_credit(f.to, static_cast<std::size_t>(credit_account::cost_of(size)));
        released += credit_account::cost_of(size);
        if (random() % 10 == 0) f.output.push(f.to, {.kind = wire::frame_kind::goodbye});
        for (const auto& frame : f.written())
            returned += frame.credit_bytes;
        REQUIRE(released - returned == f.to.credit.due_bytes());
        REQUIRE(released - returned < window / 4);
    }
}

}  // namespace frame_output_test
