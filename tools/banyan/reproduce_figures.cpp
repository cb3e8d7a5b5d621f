#include <fmt/format.h>

#include "banyan/part/papers/crandall_figures.hpp"
#include "tools/banyan/figure_files.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/reproduce.hpp"

namespace banyan::tools {
namespace {

std::string csv_of(const std::vector<part::message_count>& table) {
    std::string text = "arrangement,processors,speeds,formula,counted\n";
    for (const part::message_count& line : table)
        text += fmt::format("{},{},{},{:.0f},{:.0f}\n", line.arrangement, line.processors,
                            line.homogeneous ? "equal" : "6 4 4 3 3 3 2 1", line.formula, line.counted);
    return text;
}

std::string table_text(const std::vector<part::message_count>& table) {
    std::string text = "Table 2, messages of the 5-point stencil (counted: 240 x 240):\n\n";
    text += fmt::format("{:<18} {:>14} {:>8} {:>8}\n", "", "processors", "formula", "counted");
    for (const part::message_count& line : table)
        text += fmt::format("{:<18} {:>4} {:<9} {:>8.0f} {:>8.0f}\n", line.arrangement, line.processors,
                            line.homogeneous ? "equal" : "unequal", line.formula, line.counted);
    return text;
}

nlohmann::ordered_json json_of(const std::vector<part::message_count>& table) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const part::message_count& line : table)
        list.push_back({{"arrangement", line.arrangement},
                        {"processors", line.processors},
                        {"homogeneous", line.homogeneous},
                        {"formula", line.formula},
                        {"counted", line.counted}});
    return list;
}

}  // namespace

reproduced reproduce_figures(const reproduce_settings& settings) {
    const std::vector<part::message_count> table = part::message_table();
    write_output_file(settings.folder / "table2.csv", csv_of(table));
    reproduced result{table_text(table) + "\n", {{"table2", json_of(table)}}};
    const std::vector<part::figure> figures = part::crandall_figures();
    write_figures(figures, settings.folder);
    result.text += figures_text(figures, settings.folder);
    result.fields["figures"] = figures_json(figures, settings.folder);
    return result;
}

}  // namespace banyan::tools
