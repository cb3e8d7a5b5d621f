// A large message to a posted receive takes no memory besides the two buffers.
#include <fstream>

#include "tests/libnet/programs/program_testing.hpp"

namespace large_message_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

// Cheap to make and to check: each 8 bytes are their own number.
std::vector<std::uint64_t> numbers(std::size_t bytes) {
    std::vector<std::uint64_t> items(bytes / sizeof(std::uint64_t));
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i] = i;
    return items;
}

void send_to_posted(group& world, std::size_t bytes) {
    if (world.rank() == rank{0}) {
        const auto data = numbers(bytes);
        (void)world.recv(rank{1}, tag{0});
        at(world, "sends");
        world.send(rank{1}, tag{1}, std::span(data));
    } else {
        std::vector<std::uint64_t> in(bytes / sizeof(std::uint64_t));
        request posted = world.async_recv(rank{0}, tag{1}, std::span(in));
        world.send(rank{0}, tag{0}, {});
        at(world, "waits");
        posted.wait();
        for (std::size_t i = 0; i < in.size(); ++i)
            if (in[i] != i) demand(false, "content");
    }
}

std::size_t available_memory_bytes() {
    std::ifstream info("/proc/meminfo");
    std::size_t kib = 0;
    for (std::string word; info >> word;)
        if (word == "MemAvailable:") info >> kib;
    return kib << 10;
}

// On a busy computer, the receiver may clear the message to send so late that the sender makes a copy.
mailbox_options without_copies() {
    mailbox_options options;
    options.detach_after = 1h;
    return options;
}

void check_large(std::size_t bytes, std::chrono::seconds limit) {
    constexpr std::size_t slack = std::size_t{48} << 20;
    check_runs({.body =
                    [=](group& world) {
                        send_to_posted(world, bytes);
                        const std::size_t peak = peak_memory_bytes();
                        demand(peak < 2 * bytes + slack, "peak memory of " + std::to_string(peak >> 20) + " MiB");
                    },
                .sizes = {2},
                .options = without_copies(),
                .limit = limit,
                .at_once = 1});
}

}  // namespace

TEST_CASE("128 MiB to a posted receive are not copied", "[large]") {
    check_large(std::size_t{128} << 20, 30s);
}

TEST_CASE("3 GiB to a posted receive are not copied (full form)", "[large]") {
    if (!full_form()) return;
    if (available_memory_bytes() < std::size_t{8} << 30) {
        WARN("needs 8 GiB of free memory");
        return;
    }
    check_large(std::size_t{3} << 30, 120s);
}

}  // namespace large_message_test
