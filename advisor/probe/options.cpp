#include "advisor/probe/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "banyan/part/partition_json.hpp"
#include "libnet/base/number_text.hpp"

namespace banyan::advisor {
namespace {

const std::map<std::string, probe_options::mode> modes{{"greet", probe_options::mode::greet},
                                                       {"ping-pong", probe_options::mode::ping_pong},
                                                       {"exchange", probe_options::mode::exchange},
                                                       {"speed", probe_options::mode::speed},
                                                       {"overlap", probe_options::mode::overlap},
                                                       {"network", probe_options::mode::network},
                                                       {"collectives", probe_options::mode::collectives},
                                                       {"techniques", probe_options::mode::techniques},
                                                       {"load", probe_options::mode::load}};

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::int64_t parse_side(const std::string& text) {
    const auto value = net::number_in<std::int64_t>(text);
    if (!value || *value < 0) throw std::invalid_argument(fmt::format("'{}' is not a number of rows or columns", text));
    return *value;
}

shape parse_shape(const std::string& text) {
    const auto sides = split(text, 'x');
    if (sides.size() != 2) throw std::invalid_argument(fmt::format("'{}' is not a shape such as 256x1024", text));
    return {parse_side(sides[0]), parse_side(sides[1])};
}

// Linux refuses an argument of 128 KiB or more. A longer value is sent in pieces: its option is repeated.
constexpr std::size_t longest_piece = 100'000;

void add_in_pieces(std::vector<std::string>& out, const std::string& option, const std::string& value) {
    for (std::size_t begin = 0; begin < value.size(); begin += longest_piece) {
        out.push_back(option);
        out.push_back(value.substr(begin, longest_piece));
    }
}

// If one of the partitions is longer, sweeps and messages are measured instead.
constexpr std::size_t longest_partition = 1'000'000;

std::vector<part::partition> parse_partitions(const std::string& text) {
    std::vector<part::partition> partitions;
    for (const auto& one : nlohmann::json::parse(text)) {
        partitions.push_back(part::partition_from_json(one.dump()));
    }
    return partitions;
}

std::string format_partitions(const std::vector<part::partition>& partitions) {
    std::vector<std::string> texts;
    for (const auto& parts : partitions) {
        texts.push_back(part::to_json(parts));
    }
    return fmt::format("[{}]", fmt::join(texts, ","));
}

bool can_be_sent(const std::vector<part::partition>& partitions) {
    return std::ranges::all_of(partitions,
                               [](const auto& parts) { return part::to_json(parts).size() <= longest_partition; });
}

template <class T>
std::vector<T> between(const std::vector<T>& list, std::size_t begin, std::size_t end) {
    return std::vector<T>(list.begin() + static_cast<std::ptrdiff_t>(begin),
                          list.begin() + static_cast<std::ptrdiff_t>(end));
}

// The overlap measurement of the methods `begin` to `end` - 1 only.
probe_options overlap_of(const probe_options& all, std::size_t begin, std::size_t end) {
    probe_options some = all;
    for (auto& of_rank : some.shapes) {
        of_rank = between(of_rank, begin, end);
    }
    some.patterns = between(all.patterns, begin, end);
    if (!all.partitions.empty()) some.partitions = between(all.partitions, begin, end);
    return some;
}

}  // namespace

std::vector<std::vector<shape>> parse_shapes(const std::string& text) {
    std::vector<std::vector<shape>> shapes;
    for (const auto& of_rank : split(text, ';')) {
        shapes.emplace_back();
        for (const auto& one : split(of_rank, ',')) {
            shapes.back().push_back(parse_shape(one));
        }
        if (shapes.back().size() != shapes.front().size())
            throw std::invalid_argument("all ranks need the same number of shapes");
    }
    return shapes;
}

std::string format_shapes(const std::vector<std::vector<shape>>& shapes) {
    std::vector<std::string> ranks;
    for (const auto& of_rank : shapes) {
        std::vector<std::string> parts;
        for (const auto& s : of_rank) {
            parts.push_back(fmt::format("{}x{}", s.rows, s.cols));
        }
        ranks.push_back(fmt::format("{}", fmt::join(parts, ",")));
    }
    return fmt::format("{}", fmt::join(ranks, ";"));
}

probe_options parse_probe_options(int argc, char** argv) {
    CLI::App app{"Measures a virtual machine for the banyan verbs; prints one JSON object on rank 0"};
    probe_options options;
    std::vector<std::string> shapes, patterns, partitions;  // in pieces
    app.add_option("mode", options.what)->required()->transform(CLI::CheckedTransformer(modes));
    app.add_option("--bytes", options.bytes)->delimiter(',')->check(CLI::Range(0.0, 1073741824.0));
    app.add_option("--repeat", options.repeat)->check(CLI::Range(1, 1'000'000));
    app.add_option("--first-sample", options.first_sample)->check(CLI::Range(0, 2'000'000));
    app.add_flag("--stream", options.stream);
    app.add_flag("--all-pairs", options.all_pairs);
    app.add_option("--budget", options.budget_s)->check(CLI::Range(0.0, 86400.0));
    app.add_option("--flops", options.flops);
    app.add_option("--shapes", shapes)->allow_extra_args(false)->take_all();
    app.add_option("--patterns", patterns)->allow_extra_args(false)->take_all();
    app.add_option("--partitions", partitions)->allow_extra_args(false)->take_all();
    app.add_option("--rounds", options.rounds)->check(CLI::Range(1, 10000));
    app.add_option("--speed-budget", options.speed_budget_s)->check(CLI::Range(0.0, 86400.0));
    app.add_option("--collectives", options.collectives)->delimiter(',');
    app.add_option("--algorithms", options.algorithms)->delimiter(',');
    app.add_option("--window", options.window_s)->check(CLI::Range(0.0, 60.0));
    app.parse(argc, argv);
    if (!shapes.empty()) options.shapes = parse_shapes(fmt::format("{}", fmt::join(shapes, "")));
    options.patterns = parse_patterns(fmt::format("{}", fmt::join(patterns, "")));
    if (!partitions.empty()) options.partitions = parse_partitions(fmt::format("{}", fmt::join(partitions, "")));
    return options;
}

std::vector<std::string> to_arguments(const probe_options& options) {
    std::vector<std::string> out;
    for (const auto& [name, mode] : modes) {
        if (mode == options.what) out.push_back(name);
    }
    const auto add = [&](const std::string& option, const std::string& value) {
        out.push_back(option);
        out.push_back(value);
    };
    add("--bytes", fmt::format("{}", fmt::join(options.bytes, ",")));
    add("--repeat", std::to_string(options.repeat));
    add("--first-sample", std::to_string(options.first_sample));
    if (options.stream) out.emplace_back("--stream");
    if (options.all_pairs) out.emplace_back("--all-pairs");
    add("--budget", fmt::format("{}", options.budget_s));
    add("--flops", std::to_string(options.flops));
    if (!options.shapes.empty()) add_in_pieces(out, "--shapes", format_shapes(options.shapes));
    add_in_pieces(out, "--patterns", format_patterns(options.patterns));
    if (can_be_sent(options.partitions)) add_in_pieces(out, "--partitions", format_partitions(options.partitions));
    add("--rounds", std::to_string(options.rounds));
    if (!options.collectives.empty()) add("--collectives", fmt::format("{}", fmt::join(options.collectives, ",")));
    if (!options.algorithms.empty()) add("--algorithms", fmt::format("{}", fmt::join(options.algorithms, ",")));
    add("--window", fmt::format("{}", options.window_s));
    if (options.speed_budget_s > 0) add("--speed-budget", fmt::format("{}", options.speed_budget_s));
    return out;
}

std::vector<probe_options> divided_overlap(probe_options options, std::size_t most_bytes) {
    if (!can_be_sent(options.partitions)) options.partitions.clear();
    std::vector<probe_options> probes;
    std::size_t begin = 0, bytes = 0;
    for (std::size_t m = 0; m < options.patterns.size(); ++m) {
        const auto one = overlap_of(options, m, m + 1);
        const std::size_t commas = one.shapes.size();
        const std::size_t more = format_shapes(one.shapes).size() + commas + format_patterns(one.patterns).size() +
                                 format_partitions(one.partitions).size();
        if (m > begin && bytes + more > most_bytes) {
            probes.push_back(overlap_of(options, begin, m));
            begin = m, bytes = 0;
        }
        bytes += more;
    }
    probes.push_back(overlap_of(options, begin, options.patterns.size()));
    return probes;
}

}  // namespace banyan::advisor
