// Lines stay whole however the bytes are cut, per rank and stream.
#include "daemon/client/line_relay.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace banyan::daemon;

namespace {

struct seen {
    int rank;
    bool is_error;
    std::string text;
    bool newline;
    friend bool operator==(const seen&, const seen&) = default;
};

struct recorder {
    std::vector<seen> lines;
    output_handler handler = [this](const output_line& line) {
        lines.push_back({line.rank, line.is_error, std::string(line.text), line.newline});
    };
};

}  // namespace

TEST_CASE("Any interleaving of any pieces gives each source its own lines in order") {
    std::mt19937 random(17);
    for (int round = 0; round < 100; ++round) {
        std::map<std::pair<int, bool>, std::string> streams;
        for (int rank = 0; rank < 3; ++rank)
            for (const bool is_error : {false, true})
                for (auto i = random() % 200; i > 0; --i)
                    streams[{rank, is_error}] += "ab\n"[random() % 3];
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
        relay.finish();
        std::map<std::pair<int, bool>, std::string> put_together;
        for (const auto& line : out.lines) {
            CHECK(line.text.find('\n') == std::string::npos);
            put_together[{line.rank, line.is_error}] += line.text + (line.newline ? "\n" : "");
        }
        std::erase_if(streams, [](const auto& s) { return s.second.empty(); });
        CHECK(put_together == streams);
    }
}

TEST_CASE("A last line without newline is kept, once") {
    recorder out;
    line_relay relay(false, out.handler);
    relay.take(1, false, "one\ntw");
    relay.take(1, false, "o");
    CHECK(out.lines == std::vector<seen>{{1, false, "one", true}});
    relay.finish();
    relay.finish();
    CHECK(out.lines == std::vector<seen>{{1, false, "one", true}, {1, false, "two", false}});
}

TEST_CASE("With one task pieces go on at once") {
    recorder out;
    line_relay relay(true, out.handler);
    relay.take(0, false, "name? ");
    CHECK(out.lines == std::vector<seen>{{0, false, "name? ", false}});
    relay.take(0, false, "\n");
    CHECK(out.lines.back() == seen{0, false, "", true});
}

TEST_CASE("A line without end does not gather in memory") {
    recorder out;
    line_relay relay(false, out.handler);
    const std::string piece(100'000, 'x');
    std::size_t given = 0;
    while (given < 5 * line_relay::longest_line_bytes) {
        relay.take(0, false, piece);
        given += piece.size();
    }
    std::size_t handed_on = 0;
    for (const auto& line : out.lines) {
        CHECK(line.text.size() <= line_relay::longest_line_bytes + piece.size());
        handed_on += line.text.size();
    }
    CHECK(given - handed_on < line_relay::longest_line_bytes);
}
