// Mailboxes of different hosts with plain data: messages of all forms over counted frames.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "tests/libnet/transport/socket_tasks.hpp"

namespace counted_link_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

mailbox_options plain() {
    mailbox_options options;
    options.encryption = encryption_kind::none;
    return options;
}

struct plain_pair {
    explicit plain_pair(const mailbox_options& options = plain()) : tasks({{"127.0.0.1"}, {"127.0.0.1"}}, options) {}
    mailbox& left() { return tasks.box(0); }
    mailbox& right() { return tasks.box(1); }
    static task_id left_id() { return socket_tasks::task(0); }
    static task_id right_id() { return socket_tasks::task(1); }
    socket_tasks tasks;
};

std::vector<std::span<std::byte>> cut(std::span<std::byte> whole, unsigned seed, std::size_t longest) {
    std::mt19937 random(seed);
    std::vector<std::span<std::byte>> pieces;
    for (; !whole.empty(); whole = whole.subspan(pieces.back().size()))
        pieces.push_back(whole.first(std::min<std::size_t>(whole.size(), random() % longest)));
    return pieces;
}

}  // namespace

TEST_CASE("Messages of every size arrive whole over counted frames", "[counted]") {
    plain_pair pair;
    const auto sizes = {0u, 1u, 8u, 4000u, 4048u, 4096u, 65'536u, 65'537u, 1'000'003u, 9'000'001u};
    background echo([&] {
        for (std::size_t i = 0; i < sizes.size(); ++i)
            pair.right().send({pair.left_id(), tag{2}}, pair.right().recv({pair.left_id(), tag{1}}, limit).payload,
                              limit);
        (void)pair.right().recv({pair.left_id(), tag{3}}, limit);
    });
    unsigned seed = 0;
    for (const std::size_t size : sizes) {
        const auto sent = pattern(size, ++seed);
        pair.left().send({pair.right_id(), tag{1}}, sent, limit);
        REQUIRE(pair.left().recv({pair.right_id(), tag{2}}, limit).payload == sent);
    }
    pair.left().send({pair.right_id(), tag{3}}, {}, limit);
    CHECK(echo.failure() == "");
}

TEST_CASE("Both may send 64 MiB over counted frames before either receives", "[counted]") {
    plain_pair pair;
    const auto exchange = [](mailbox& box, task_id other, unsigned own, unsigned its) {
        box.send({other, tag{1}}, pattern(std::size_t{64} << 20, own), limit);
        demand(box.recv({other, tag{1}}, limit).payload == pattern(std::size_t{64} << 20, its), "content differs");
        box.send({other, tag{2}}, {}, limit);
        (void)box.recv({other, tag{2}}, limit);
    };
    background other([&] { exchange(pair.right(), pair.left_id(), 2, 1); });
    exchange(pair.left(), pair.right_id(), 1, 2);
    CHECK(other.failure() == "");
}

TEST_CASE("A flood of short messages both ways is in order over counted frames", "[counted]") {
    auto options = plain();
    options.unexpected_cap_bytes = GENERATE(std::size_t{64} << 10, std::size_t{64} << 20);
    plain_pair pair(options);
    constexpr int count = 20'000;
    const auto flood = [](mailbox& box, task_id other) {
        background receiver([&] {
            for (int number = 0, got = -1; number < count; ++number) {
                box.recv({other, tag{1}}, writable_bytes_of(got), limit);
                demand(got == number, "order");
            }
        });
        for (int number = 0; number < count; ++number)
            box.send({other, tag{1}}, bytes_of(number), limit);
        demand(receiver.failure().empty(), receiver.failure().c_str());
    };
    background other([&] { flood(pair.right(), pair.left_id()); });
    flood(pair.left(), pair.right_id());
    CHECK(other.failure() == "");
}

TEST_CASE("Messages of scatter-gather buffers arrive over counted frames", "[counted]") {
    const std::size_t longest = GENERATE(5u, 700u, 5'000u, 70'000u);
    const bool posted_before = GENERATE(true, false);
    plain_pair pair;
    auto sent = pattern(longest < 10 ? 20'000 : 2'000'000, 3);
    std::vector<std::byte> got(sent.size());
    const auto from = cut(sent, 1, longest), to = cut(got, 2, 3 * longest / 2);
    const std::vector<std::span<const std::byte>> pieces(from.begin(), from.end());
    background receiver([&] {
        request posted;
        if (posted_before) posted = pair.right().async_recv({pair.left_id(), tag{1}}, regions(to));
        pair.right().send({pair.left_id(), tag{2}}, {}, limit);
        if (posted_before)
            posted.wait(limit);
        else
            pair.right().recv({pair.left_id(), tag{1}}, regions(to), limit);
        pair.right().send({pair.left_id(), tag{3}}, {}, limit);
    });
    (void)pair.left().recv({pair.right_id(), tag{2}}, limit);
    pair.left().send({pair.right_id(), tag{1}}, const_regions(pieces), limit);
    (void)pair.left().recv({pair.right_id(), tag{3}}, limit);
    CHECK(receiver.failure() == "");
    CHECK(got == sent);
}

}  // namespace counted_link_test
