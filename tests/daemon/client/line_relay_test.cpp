// Output is passed on without changes, in whole lines per rank and stream, regardless of how the bytes are divided.
#include "daemon/client/line_relay.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

namespace line_relay_test {

using namespace banyan::daemon;

namespace {

struct seen {
    int rank;
    bool is_error;
    std::string text;
    friend bool operator==(const seen&, const seen&) = default;
};

struct recorder {
    std::vector<seen> blocks;
    output_handler handler = [this](const output_block& block) {
        blocks.push_back({block.rank, block.is_error, std::string(block.text)});
    };
};

using source = std::pair<int, bool>;

std::map<source, std::string> random_streams(std::mt19937& random) {
    std::map<source, std::string> streams;
    for (int rank = 0; rank < 3; ++rank)
        for (const bool is_error : {false, true})
            for (auto i = random() % 200; i > 0; --i)
                streams[{rank, is_error}] += std::string_view("ab\0\r\n", 5)[random() % 5];
    return streams;
}

// The output of each source, joined from the blocks.
std::map<source, std::string> put_together(const std::vector<seen>& blocks) {
    std::map<source, std::string> streams;
    for (const auto& block : blocks) {
        CHECK_FALSE(block.text.empty());
        streams[{block.rank, block.is_error}] += block.text;
    }
    return streams;
}

}  // namespace

TEST_CASE("Any interleaving of any pieces gives each source its own bytes in order, in whole lines") {
    std::mt19937 random(17);
    for (int round = 0; round < 100; ++round) {
        const auto streams = random_streams(random);
        recorder out;
        line_relay relay(false, out.handler);
        auto rest = streams;
        while (!rest.empty()) {
            auto source = std::next(rest.begin(), static_cast<std::ptrdiff_t>(random() % rest.size()));
            const std::size_t n = std::min<std::size_t>(source->second.size(), 1 + random() % 9);
            relay.take(source->first.first, source->first.second, source->second.substr(0, n));
            source->second.erase(0, n);
            if (source->second.empty()) rest.erase(source);
        }
        for (const auto& block : out.blocks)
            CHECK(block.text.back() == '\n');
        relay.finish();
        CHECK(put_together(out.blocks) == streams);
    }
}

TEST_CASE("Whole lines of a piece come in one block") {
    recorder out;
    line_relay relay(false, out.handler);
    relay.take(1, false, "one\ntwo\nthr");
    relay.take(1, false, "ee\nfour\n");
    CHECK(out.blocks == std::vector<seen>{{1, false, "one\ntwo\n"}, {1, false, "three\nfour\n"}});
}

TEST_CASE("A last line without newline is kept, once, and gets none") {
    recorder out;
    line_relay relay(false, out.handler);
    relay.take(1, false, "one\ntw");
    relay.take(1, false, "o");
    CHECK(out.blocks == std::vector<seen>{{1, false, "one\n"}});
    relay.finish();
    relay.finish();
    CHECK(out.blocks == std::vector<seen>{{1, false, "one\n"}, {1, false, "two"}});
}

TEST_CASE("With one task, pieces are passed on at once") {
    recorder out;
    line_relay relay(true, out.handler);
    relay.take(0, false, "name? ");
    CHECK(out.blocks == std::vector<seen>{{0, false, "name? "}});
    relay.take(0, false, "\n");
    CHECK(out.blocks.back() == seen{0, false, "\n"});
}

TEST_CASE("A line without an end is passed on in pieces, so that memory is bounded") {
    recorder out;
    line_relay relay(false, out.handler);
    const std::string piece(100'000, 'x');
    std::size_t given = 0;
    while (given < 5 * line_relay::longest_line_bytes) {
        relay.take(0, false, piece);
        given += piece.size();
    }
    std::string handed_on;
    for (const auto& block : out.blocks) {
        CHECK(block.text.size() <= line_relay::longest_line_bytes + piece.size());
        handed_on += block.text;
    }
    CHECK(given - handed_on.size() < line_relay::longest_line_bytes);
    CHECK((handed_on == std::string(handed_on.size(), 'x')));
}

}  // namespace line_relay_test
