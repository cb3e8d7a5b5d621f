// Messages of a rank to itself, of any length and received in any order.
#include "tests/libnet/programs/program_testing.hpp"

namespace oneself_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

const std::vector<std::size_t> lengths{0, 1, 1'000, 100'000, 1'000'000, 8'000'000, std::size_t{64} << 20};

// All sends are started, then received in the opposite order; each is probed first.
void async_to_oneself(group& world) {
    std::vector<std::vector<std::byte>> data;
    std::vector<request> sends;
    for (std::size_t k = 0; k < lengths.size(); ++k)
        data.push_back(pattern(lengths[k], static_cast<unsigned>(k)));
    for (std::size_t k = 0; k < lengths.size(); ++k)
        sends.push_back(world.async_send<std::byte>(world.rank(), tag{static_cast<int>(k)}, data[k]));
    for (std::size_t k = lengths.size(); k-- > 0;) {
        const selector from{world.task(world.rank()), tag{static_cast<int>(k)}, world.user_context()};
        at(world, "probes tag", static_cast<long>(k));
        demand(world.box().probe(from).size_bytes == lengths[k], "probed length");
        std::vector<std::byte> in(lengths[k]);
        at(world, "receives tag", static_cast<long>(k));
        world.box().recv(from, in);
        demand(in == data[k], "content of tag " + std::to_string(k));
    }
    at(world, "waits for its sends");
    wait_all(sends);
}

// The receives come first, in the opposite order.
void receives_first(group& world) {
    std::vector<std::vector<std::byte>> in;
    std::vector<request> requests;
    for (const std::size_t length : lengths)
        in.emplace_back(length);
    for (std::size_t k = lengths.size(); k-- > 0;)
        requests.push_back(world.async_recv<std::byte>(world.rank(), tag{static_cast<int>(k)}, in[k]));
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        at(world, "sends tag", static_cast<long>(k));
        world.send(world.rank(), tag{static_cast<int>(k)}, pattern(lengths[k], static_cast<unsigned>(k)));
    }
    wait_all(requests);
    for (std::size_t k = 0; k < lengths.size(); ++k)
        demand(in[k] == pattern(lengths[k], static_cast<unsigned>(k)), "content of tag " + std::to_string(k));
}

// Sends that block, each received afterwards.
void blocking_to_oneself(group& world) {
    for (std::size_t k = 0; k + 1 < lengths.size(); ++k) {
        at(world, "sends tag", static_cast<long>(k));
        world.send(world.rank(), tag{static_cast<int>(k)}, pattern(lengths[k], static_cast<unsigned>(k)));
        at(world, "receives tag", static_cast<long>(k));
        expect_message(world, world.rank(), static_cast<int>(k), lengths[k], static_cast<unsigned>(k));
    }
}

// Many of one tag: as much as two send buffers hold, received in order later.
void many_to_oneself(group& world) {
    const auto data = pattern(1'000'000, 5);
    std::vector<request> sends;
    for (int i = 0; i < 128; ++i)
        sends.push_back(world.async_send<std::byte>(world.rank(), tag{1}, data));
    std::vector<std::byte> in(data.size());
    for (int i = 0; i < 128; ++i) {
        at(world, "receives message", i);
        world.recv<std::byte>(world.rank(), tag{1}, in);
        demand(in == data, "content");
    }
    wait_all(sends);
}

void check_alone_and_with_others(std::function<void(group&)> body) {
    check_runs({.body = std::move(body), .sizes = {1, 2}});
}

}  // namespace

TEST_CASE("Async sends to oneself of up to 64 MiB, received later in the opposite order", "[oneself]") {
    check_alone_and_with_others(async_to_oneself);
}

TEST_CASE("Sends to oneself after the receives", "[oneself]") {
    check_alone_and_with_others(receives_first);
}

TEST_CASE("Sends to oneself that block, received afterwards", "[oneself]") {
    check_alone_and_with_others(blocking_to_oneself);
}

TEST_CASE("128 async sends of 1 MB to oneself, received later", "[oneself]") {
    check_alone_and_with_others(many_to_oneself);
}

}  // namespace oneself_test
