// Where payloads are stored while they arrive. Long ones are read into the expected place, and must end in the correct
// one.
#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <random>

#include "banyan/net/item_range.hpp"
#include "tests/libnet/protocol/protocol_pair.hpp"

namespace landing_test {

using namespace banyan::testing;

namespace {

constexpr protocol_limits roomy{
    .unexpected_cap_bytes = 64 << 20, .send_buffer_bytes = 1 << 20, .eager_limit_bytes = 1 << 20, .expected_peers = 1};
constexpr std::size_t row_bytes = 1000, stride_bytes = 1500;

// A transport that fills all given regions, as readv does.
class stream_pipe {
  public:
    void take_from(frame_stream& from) {
        std::array<iovec, 64> out;
        while (const std::size_t used = from.write_regions(out)) {
            std::size_t taken = 0;
            for (const iovec& piece : std::span(out).first(used)) {
                const auto* first = static_cast<const std::byte*>(piece.iov_base);
                bytes_.insert(bytes_.end(), first, first + piece.iov_len);
                taken += piece.iov_len;
            }
            from.bytes_written(taken);
        }
    }
    // Reads once, at most `most` bytes. Returns false if there are none.
    bool give_to(frame_stream& to, std::size_t most) {
        std::array<iovec, 64> in;
        const std::size_t used = to.read_regions(in);
        std::size_t given = 0;
        for (const iovec& piece : std::span(in).first(used)) {
            const std::size_t now = std::min({piece.iov_len, most - given, bytes_.size()});
            std::copy_n(bytes_.begin(), now, static_cast<std::byte*>(piece.iov_base));
            bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(now));
            given += now;
        }
        if (given > 0) to.bytes_read(given);
        return given > 0;
    }

  private:
    std::deque<std::byte> bytes_;
};

std::vector<std::byte> content(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::byte> result(size);
    for (auto& b : result)
        b = static_cast<std::byte>(random());
    return result;
}

struct posted_receive {
    std::vector<std::byte> memory;
    growing_buffer room{&memory, &resize_for<std::vector<std::byte>>};
    operation op;
    bool in_rows = false;

    [[nodiscard]] std::vector<std::byte> received() const {
        if (!in_rows) return {memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(op.info.size_bytes)};
        return gathered(region_cursor(op.buffer), op.info.size_bytes);
    }
};

// A receive of up to 64 rows of messages of this tag. The form is a vector of the library, rows with gaps, a buffer, or
// a vector of the program.
std::unique_ptr<posted_receive> make_receive(int tag_value, unsigned form) {
    auto r = std::make_unique<posted_receive>();
    r->op.what = operation::kind::receive;
    r->op.from = {form % 2 == 0 ? std::optional(left) : std::nullopt, tag{tag_value}};
    if (form == 0) {
        r->op.owner = &r->memory;
        return r;
    }
    if (form == 3) {
        r->op.growing = &r->room;
        return r;
    }
    r->memory.resize(64 * stride_bytes);
    r->in_rows = form == 1;
    r->op.buffer = r->in_rows ? regions(r->memory.data(), 64, row_bytes, stride_bytes) : regions(std::span(r->memory));
    return r;
}

operation receive_of(int tag_value, std::span<std::byte> buffer) {
    operation op;
    op.what = operation::kind::receive;
    op.from = {left, tag{tag_value}};
    op.buffer = regions(buffer);
    return op;
}

}  // namespace

TEST_CASE("bytes read to an expected place end in the correct one", "[protocol]") {
    const auto seed = GENERATE(range(1u, 41u));
    std::mt19937 random(seed);
    pair world(roomy);
    protocol &sender = world.a, &receiver = world.b;
    stream_pipe there, back;
    std::map<int, std::deque<std::vector<std::byte>>> expected;
    std::map<int, std::deque<std::unique_ptr<posted_receive>>> posted;

    for (unsigned i = 0; i < 60; ++i) {
        const int t = static_cast<int>(random() % 3);
        posted[t].push_back(make_receive(t, random() % 4));
        receiver.start(posted[t].back()->op);

        const int sent_tag = static_cast<int>(random() % 3);
        const std::size_t size = random() % 4 == 0 ? random() % 200 : 17'000 + random() % 40'000;
        expected[sent_tag].push_back(content(size, seed * 1000 + i));
        operation send = make_send(right, expected[sent_tag].back(), sent_tag);
        sender.start(send);
        there.take_from(sender.stream(right));
        REQUIRE(send.done);
        for (std::size_t reads = random() % 6; reads > 0; --reads)
            there.give_to(receiver.stream(left), 1 + random() % 70'000);
        back.take_from(receiver.stream(left));
        while (back.give_to(sender.stream(right), 1000)) {
        }
    }
    while (there.give_to(receiver.stream(left), 100'000)) {
    }
    for (auto& [t, receives] : posted) {
        for (std::size_t i = 0; i < std::min(receives.size(), expected[t].size()); ++i) {
            REQUIRE(receives[i]->op.done);
            REQUIRE(receives[i]->received() == expected[t][i]);
        }
        for (auto& r : receives)
            receiver.withdraw(r->op);
    }
}

TEST_CASE("equal long messages take one read each and do not change the bytes behind them", "[protocol]") {
    pair world(roomy);
    protocol &sender = world.a, &receiver = world.b;
    constexpr std::size_t count = 10, size = 20'000;
    std::vector<std::vector<std::byte>> contents, buffers;
    std::deque<operation> receives;
    stream_pipe there;
    for (unsigned i = 0; i < count; ++i) {
        contents.push_back(content(size, i));
        buffers.emplace_back(3 * size);
        receives.push_back(receive_of(1, buffers.back()));
        receiver.start(receives.back());
        operation send = make_send(right, contents.back(), 1);
        sender.start(send);
        there.take_from(sender.stream(right));
        REQUIRE(send.done);
    }
    std::size_t reads = 0;
    while (there.give_to(receiver.stream(left), 1'000'000))
        ++reads;
    CHECK(reads <= count + 2);  // before the first ones there is no long message
    for (std::size_t i = 0; i < count; ++i) {
        REQUIRE(receives[i].done);
        const std::span in(buffers[i]);
        CHECK(std::ranges::equal(in.first(size), contents[i]));
        CHECK(std::ranges::all_of(in.subspan(size), [](std::byte b) { return b == std::byte{0}; }));
    }
}

TEST_CASE("the bytes behind a short message do not change if its buffer is shorter than the message before it",
          "[protocol]") {
    pair world(roomy);
    protocol &sender = world.a, &receiver = world.b;
    const auto of_first = content(20'000, 1), of_second = content(2, 2), of_third = content(50, 3);
    std::vector<std::byte> first(of_first.size()), second(4096);
    auto long_one = receive_of(1, first), short_one = receive_of(2, second);
    receiver.start(long_one);
    receiver.start(short_one);

    operation sends[] = {make_send(right, of_first, 1), make_send(right, of_second, 2), make_send(right, of_third, 3)};
    stream_pipe there;
    for (auto& send : sends) {
        sender.start(send);
        there.take_from(sender.stream(right));
        REQUIRE(send.done);
    }
    there.give_to(receiver.stream(left), wire::header_bytes + of_first.size());  // the long message, and no more
    REQUIRE(long_one.done);
    while (there.give_to(receiver.stream(left), 100'000)) {
    }
    REQUIRE(short_one.done);
    CHECK(first == of_first);
    CHECK(std::equal(of_second.begin(), of_second.end(), second.begin()));
    CHECK(std::all_of(second.begin() + 2, second.end(), [](std::byte b) { return b == std::byte{0}; }));
}

}  // namespace landing_test
