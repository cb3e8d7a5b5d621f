// Order and content of many messages, none of which may be lost: a million small ones to one receiver, and every size
// up to 64 MiB between four tasks. Size and content of message number i are functions of i, which both ends compute.
#include <catch2/catch.hpp>
#include <cstring>

#include "tests/libnet/messaging/mailbox_testing.hpp"
#include "tests/libnet/simulator/dice.hpp"

namespace sequence_test {

using namespace banyan::net;
using namespace std::chrono_literals;
using banyan::testing::operator==;
using simulation::dice;

namespace {

constexpr auto patience = 120s;
constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::size_t seed_budget_bytes = std::size_t{400} << 20;  // moved by one seed, over all pairs

void fill(std::vector<std::byte>& bytes, dice content) {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = content.next();
        std::memcpy(bytes.data() + i, &word, std::min(sizeof word, bytes.size() - i));
    }
}

std::vector<std::byte> small_message(int sender, std::uint64_t number) {
    dice random(number * 64 + static_cast<std::uint64_t>(sender));
    std::vector<std::byte> bytes(random.below(65));
    fill(bytes, random);
    return bytes;
}

void receive_in_order(group& world, std::uint64_t count) {
    std::vector<std::uint64_t> next(static_cast<std::size_t>(world.size()), 0);
    std::vector<std::byte> buffer(64);
    for (std::uint64_t i = 0; i < count * static_cast<std::uint64_t>(world.size() - 1); ++i) {
        const auto info = world.box().recv({any_source, any_tag}, std::span(buffer), patience);
        const int sender = world.rank_of(info.source).value;
        const auto expected = small_message(sender, next[static_cast<std::size_t>(sender)]++);
        if (info.size_bytes != expected.size() || !std::equal(expected.begin(), expected.end(), buffer.begin()))
            throw std::runtime_error("a message from rank " + std::to_string(sender) + " is not the next one");
    }
}

// The sizes of all messages of one ordered pair: log-uniform, up to the pair's share of the budget.
std::vector<std::size_t> sizes_of(std::uint64_t seed, int from, int to) {
    dice random(seed * 100 + static_cast<std::uint64_t>(10 * from + to));
    const bool gets_the_longest = from == static_cast<int>(seed % 4) && to == (from + 1) % 4;
    std::vector<std::size_t> sizes{0, gets_the_longest ? most_bytes : 1};
    for (std::size_t left = seed_budget_bytes / 12; sizes.size() < 20;) {
        const std::size_t size = std::min(random.log_uniform(most_bytes), left);
        sizes.push_back(size);
        left -= size;
    }
    return sizes;
}

std::vector<std::byte> any_message(std::uint64_t seed, int from, int to, std::size_t number) {
    std::vector<std::byte> bytes(sizes_of(seed, from, to)[number]);
    fill(bytes, dice(seed * 100'000 + static_cast<std::uint64_t>(from * 10'000 + to * 1000) + number));
    return bytes;
}

// In each round, every task sends one message to each other task, and then receives the messages of the others.
void exchange(group& world, std::uint64_t seed) {
    const int self = world.rank().value;
    for (std::size_t number = 0; number < sizes_of(seed, 0, 1).size(); ++number) {
        std::vector<std::vector<std::byte>> payloads;
        std::vector<request> sends;
        for (int to = 0; to < world.size(); ++to)
            payloads.push_back(to == self ? std::vector<std::byte>{} : any_message(seed, self, to, number));
        for (int to = 0; to < world.size(); ++to)
            if (to != self)
                sends.push_back(
                    world.box().async_send({world.task(rank{to}), tag{to}},
                                           std::span<const std::byte>(payloads[static_cast<std::size_t>(to)])));
        for (int from = 0; from < world.size(); ++from)
            if (from != self && world.box().recv({world.task(rank{from}), any_tag}, patience).payload !=
                                    any_message(seed, from, self, number))
                throw std::runtime_error("message " + std::to_string(number) + " from rank " + std::to_string(from));
        wait_all(sends, patience);
    }
}

}  // namespace

TEST_CASE("a million messages of 0 to 64 bytes from 8 senders arrive in order", "[sequence]") {
    constexpr std::uint64_t count = BANYAN_SEQUENCE_MESSAGES / 8;
    run_threads(
        9,
        [](group& world) {
            if (world.rank() == rank{0}) return receive_in_order(world, count);
            for (std::uint64_t i = 0; i < count; ++i)
                world.box().send({world.task(rank{0}), tag{static_cast<int>(i % 3)}},
                                 std::span<const std::byte>(small_message(world.rank().value, i)), patience);
        },
        transport_kind::unix_domain);
}

TEST_CASE("messages of 0 bytes to 64 MiB between 4 tasks arrive whole and in order", "[sequence]") {
    const auto seed = GENERATE(1u, 2u, 3u);
    const auto kind = seed == 1   ? transport_kind::tcp
                      : seed == 2 ? transport_kind::unix_domain
                                  : transport_kind::in_process;
    run_threads(
        4, [&](group& world) { exchange(world, seed); }, kind);
}

}  // namespace sequence_test
