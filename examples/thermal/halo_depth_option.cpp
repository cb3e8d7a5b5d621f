#include "examples/thermal/halo_depth_option.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <optional>

namespace thermal {

namespace {

/// K, or 0 for auto; nothing for other text.
std::optional<int> depth_named(const std::string& text) {
    if (text == "auto") return 0;
    int depth = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), depth);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return depth >= 1 && depth <= most_halo_depth ? std::optional(depth) : std::nullopt;
}

bool was_chosen(const depth_choice& halo) {
    return halo.source != "option";
}

std::string milliseconds(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g ms", seconds * 1e3);
    return text.data();
}

}  // namespace

void declare_halo_depth(CLI::App& app, int& depth) {
    const auto set = [&depth](const std::string& text) {
        const auto found = depth_named(text);
        if (!found)
            throw CLI::ValidationError("--halo-depth",
                                       text + ", allowed: 1 to " + std::to_string(most_halo_depth) + ", auto");
        depth = *found;
    };
    app.add_option_function<std::string>(
           "--halo-depth", set,
           "K: exchange before every K-th iteration only, and compute K iterations block by block in the cache; auto: "
           "the K with the least predicted time")
        ->default_str("1")
        ->type_name("K|auto");
}

std::string text_of(const depth_choice& halo) {
    const std::string depth = "halo depth " + std::to_string(halo.depth);
    if (!was_chosen(halo)) return halo.depth == 1 ? "" : depth;
    const std::string time = halo.costs.exchanges.empty() ? ", latency " : ", exchange of depth 1 ";
    const std::string network =
        halo.source == "none" ? "no messages" : "network " + halo.source + time + milliseconds(halo.costs.latency_s);
    return depth + " (chosen: " + network + ", predicted iteration " + milliseconds(halo.predicted_s) + ")";
}

nlohmann::ordered_json to_json(const depth_choice& halo) {
    nlohmann::ordered_json out{{"depth", halo.depth}, {"source", halo.source}};
    const auto& costs = halo.costs;
    for (const auto& [name, value] : {std::pair{"predicted_s", halo.predicted_s},
                                      {"latency_s", costs.latency_s},
                                      {"message_s", costs.message_s},
                                      {"byte_s", costs.byte_s},
                                      {"cell_s", costs.cell_s},
                                      {"memory_s", costs.memory_s}})
        out[name] = was_chosen(halo) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
    out["predictions"] = halo.predictions_s;
    out["exchanges"] = nlohmann::ordered_json::array();
    for (const auto& one : costs.exchanges)
        out["exchanges"].push_back({{"depth", one.depth}, {"seconds", one.seconds}});
    return out;
}

}  // namespace thermal
