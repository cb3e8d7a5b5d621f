// banyan reproduce crandall
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "banyan/part/papers/published.hpp"
#include "tools/banyan/append_text.hpp"
#include "tools/banyan/reproduce.hpp"

namespace banyan::tools {
namespace {

/// The reason for the differences (docs/papers.md).
constexpr fmt::format_string<double> note =
    "Figure 27: brbd sends 42 messages if the cuts at 11/17 and 4/6 of n are rounded to the same row, else 46. 43\n"
    "messages are impossible, because each message has an answer. 11n items are impossible, because rectangles of\n"
    "these areas send at least {:.3f}n.\n";

double bound_of_figure_27(const std::vector<part::crandall_count>& counts) {
    for (const part::crandall_count& count : counts)
        if (count.figure == 27) return part::least_torus_items(count.processors);
    return 0;
}

nlohmann::ordered_json fields_of(const std::vector<part::crandall_count>& counts) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const part::crandall_count& c : counts) {
        nlohmann::ordered_json published = nullptr;
        if (c.published_messages != 0)
            published = {{"messages", c.published_messages}, {"items_per_n", c.published_items}};
        list.push_back({{"figure", c.figure},
                        {"speeds", c.processors.values()},
                        {"method", c.method},
                        {"published", std::move(published)},
                        {"messages", c.messages},
                        {"items_per_n", c.items},
                        {"least_items_per_n", part::least_torus_items(c.processors)}});
    }
    return {{"results", std::move(list)}};
}

std::string table_text(const std::vector<part::crandall_count>& counts) {
    std::string text;
    append_text(text, "Crandall 1994, chapter 5: 5-point stencil on an n x n torus, exact shares\n");
    int figure = 0;
    for (const part::crandall_count& c : counts) {
        if (c.figure != figure)
            append_text(text, "\nFigure {}, speeds {}; at least {:.3f}n items\n{:<9} {:>9} {:>9} {:>11} {:>9}\n",
                        c.figure, fmt::join(c.processors.values(), ","), part::least_torus_items(c.processors),
                        "method", "published", "messages", "published", "items");
        figure = c.figure;
        const bool known = c.published_messages != 0;
        append_text(text, "{:<9} {:>9} {:>9} {:>11} {:>8.3f}n\n", c.method,
                    known ? std::to_string(c.published_messages) : "-", c.messages,
                    known ? fmt::format("{:g}n", c.published_items) : "-", c.items);
    }
    append_text(text, "\n");
    append_text(text, note, bound_of_figure_27(counts));
    return text;
}

}  // namespace

reproduced reproduce_crandall(const reproduce_settings&) {
    const std::vector<part::crandall_count> counts = part::crandall_counts();
    return {table_text(counts), fields_of(counts)};
}

}  // namespace banyan::tools
