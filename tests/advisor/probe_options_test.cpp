#include "advisor/probe/options.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch.hpp>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition_json.hpp"
#include "banyan/part/speeds.hpp"

namespace probe_options_test {

using namespace banyan::advisor;

namespace {

probe_options parsed(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "banyan-probe");
    std::vector<char*> argv;
    for (auto& argument : arguments) {
        argv.push_back(argument.data());
    }
    return parse_probe_options(static_cast<int>(argv.size()), argv.data());
}

}  // namespace

TEST_CASE("shapes are the same after formatting and parsing") {
    const std::vector<std::vector<shape>> shapes{{{256, 1024}, {128, 128}}, {{512, 512}, {0, 0}}};
    CHECK(format_shapes(shapes) == "256x1024,128x128;512x512,0x0");
    CHECK(parse_shapes(format_shapes(shapes)) == shapes);
    for (const std::string bad : {"", "3", "3x", "3xa", "-1x2", "1x2x3", "1x2;3x4,5x6", "1x2;"}) {
        INFO(bad);
        CHECK_THROWS_AS(parse_shapes(bad), std::invalid_argument);
    }
}

TEST_CASE("options are the same after formatting and parsing") {
    probe_options options;
    options.what = probe_options::mode::overlap;
    options.bytes = {0, 8, 1 << 20};
    options.repeat = 7;
    options.stream = true;
    options.all_pairs = true;
    options.budget_s = 0.1;
    options.flops = 50;
    options.shapes = {{{1, 2}, {3, 4}, {5, 6}}};
    options.patterns = {{{0, 1, 8}, {1, 0, 4096}}, {}, {{2, 0, 0}}};
    const banyan::part::speeds speeds({1.0 / 3, 2e9});
    options.partitions = {banyan::part::make_partition("row", {30, 40}, speeds),
                          banyan::part::make_partition("point", {5, 7}, speeds)};
    options.rounds = 3;
    options.first_sample = 1'998'999;  // the greatest one that banyan bench collectives asks for
    options.window_s = 1.0 / 3;
    options.speed_budget_s = 1.0 / 7;
    options.collectives = {"allreduce", "barrier"};
    options.algorithms = {"automatic"};
    const auto back = parsed(to_arguments(options));
    CHECK(back.what == options.what);
    CHECK(back.bytes == options.bytes);
    CHECK(back.repeat == options.repeat);
    CHECK(back.stream);
    CHECK(back.all_pairs);
    CHECK(back.budget_s == options.budget_s);
    CHECK(back.flops == 50);
    CHECK(back.shapes == options.shapes);
    CHECK(back.patterns == options.patterns);
    CHECK(back.partitions == options.partitions);
    CHECK(back.rounds == 3);
    CHECK(back.first_sample == options.first_sample);
    CHECK(back.window_s == options.window_s);
    CHECK(back.speed_budget_s == options.speed_budget_s);
    CHECK(back.collectives == options.collectives);
    CHECK(back.algorithms == options.algorithms);
}

TEST_CASE("long values are sent in pieces that a system accepts") {
    constexpr std::size_t limit_of_linux = 131072;  // MAX_ARG_STRLEN, with the zero at the end
    probe_options options;
    options.what = probe_options::mode::overlap;
    const std::vector<shape> of_rank(50, shape{1024, 512});
    options.shapes.assign(1000, of_rank);
    for (const int messages : {20'000, 0, 1}) {
        auto& pattern = options.patterns.emplace_back();
        for (int i = 0; i < messages; ++i) {
            pattern.push_back({i % 1000, (i + 1) % 1000, static_cast<std::size_t>(i)});
        }
    }
    const auto arguments = to_arguments(options);
    for (const auto& argument : arguments) {
        CHECK(argument.size() < limit_of_linux);
    }
    const auto back = parsed(arguments);
    CHECK((back.patterns == options.patterns));  // not printed
    CHECK((back.shapes == options.shapes));
}

TEST_CASE("partitions of many rectangles are sent in pieces, and one of too many cells is not sent") {
    constexpr std::size_t limit_of_linux = 131072;
    const banyan::part::speeds many(std::vector<double>(4000, 1.0));
    probe_options options;
    options.what = probe_options::mode::overlap;
    options.shapes = {{{1, 1}, {2, 2}}};
    options.patterns = {{{0, 1, 8}}, {{1, 0, 8}}};
    options.partitions.assign(2, banyan::part::make_partition("row", {8000, 40}, many));
    std::size_t bytes = 0;
    const auto arguments = to_arguments(options);
    for (const auto& argument : arguments) {
        CHECK(argument.size() < limit_of_linux);
        bytes += argument.size();
    }
    REQUIRE(bytes > limit_of_linux);                              // more than one piece
    CHECK((parsed(arguments).partitions == options.partitions));  // not printed

    std::vector<std::int32_t> owners;
    for (std::int32_t cell = 0; cell < 450 * 450; ++cell) {
        owners.push_back(cell % 3);
    }
    options.partitions.push_back(banyan::part::partition::from_owners({450, 450}, 3, std::move(owners)));
    options.shapes.front().push_back({3, 3});
    options.patterns.emplace_back().push_back({0, 1, 8});
    CHECK(parsed(to_arguments(options)).partitions.empty());
    for (const auto& one : divided_overlap(options)) {
        CHECK(one.partitions.empty());
    }
}

TEST_CASE("an overlap measurement with long arguments is divided") {
    const bool has_partitions = GENERATE(true, false);
    probe_options options;
    options.what = probe_options::mode::overlap;
    options.flops = 50;
    options.shapes = {{{1, 1}, {2, 2}, {3, 3}, {4, 4}}, {{5, 5}, {6, 6}, {7, 7}, {8, 8}}};
    options.patterns = {{{0, 1, 1}}, {{0, 1, 2}, {1, 0, 2}, {0, 1, 2}}, {}, {{0, 1, 4}}};
    const banyan::part::speeds speeds({1, 1});
    if (has_partitions) options.partitions.assign(4, banyan::part::make_partition("row", {30, 40}, speeds));
    using sizes = std::vector<std::size_t>;
    const sizes limits = has_partitions ? sizes{0, 300, 600} : sizes{0, 20, 30, 40};
    CHECK(divided_overlap(options).size() == 1);
    for (const std::size_t most : limits) {
        INFO(most);
        const auto probes = divided_overlap(options, most);
        CHECK((probes.size() > 1 && probes.size() <= 4));
        probe_options joined;
        joined.shapes.resize(2);
        for (const auto& one : probes) {
            CHECK(one.flops == 50);
            REQUIRE(one.shapes.size() == 2);
            for (std::size_t rank = 0; rank < 2; ++rank) {
                CHECK(one.shapes[rank].size() == one.patterns.size());
                joined.shapes[rank].insert(joined.shapes[rank].end(), one.shapes[rank].begin(), one.shapes[rank].end());
            }
            joined.patterns.insert(joined.patterns.end(), one.patterns.begin(), one.patterns.end());
            joined.partitions.insert(joined.partitions.end(), one.partitions.begin(), one.partitions.end());
            auto bytes = format_shapes(one.shapes).size() + format_patterns(one.patterns).size();
            for (const auto& parts : one.partitions) {
                bytes += banyan::part::to_json(parts).size();
            }
            CHECK((one.patterns.size() == 1 || bytes <= most));
        }
        CHECK(joined.shapes == options.shapes);
        CHECK(joined.patterns == options.patterns);
        CHECK(joined.partitions == options.partitions);
    }
    CHECK(divided_overlap(options, 0).size() == 4);
}

TEST_CASE("a probe refuses unknown modes and options") {
    CHECK_THROWS_AS(parsed({}), CLI::ParseError);
    CHECK_THROWS_AS(parsed({"weather"}), CLI::ParseError);
    CHECK_THROWS_AS(parsed({"ping-pong", "--repeat", "0"}), CLI::ParseError);
    CHECK_THROWS_AS(parsed({"ping-pong", "--bytes", "-1"}), CLI::ParseError);
}

}  // namespace probe_options_test
