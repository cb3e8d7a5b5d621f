#include "tools/banyan/partition_file.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "banyan/part/partition_json.hpp"
#include "tools/banyan/json_output.hpp"

namespace banyan::tools {

void write_partition(std::ostream& out, const std::filesystem::path& file, const part::partition& parts) {
    if (file.extension() != ".csv") {
        out << part::to_json(parts) << '\n';
        return;
    }
    out << "processor,row,col,rows,cols\n";
    for (const part::block& tile : parts.tiles())
        out << fmt::format("{},{},{},{},{}\n", tile.processor, tile.row, tile.col, tile.rows, tile.cols);
}

void write_boxes(std::ostream& out, const std::filesystem::path& file, const part::box_partition& parts) {
    if (file.extension() != ".csv") {
        auto object = box_grid_json(parts.domain());
        object["processors"] = parts.processors();
        object["boxes"] = boxes_json(parts);
        out << with_schema("stored_boxes", 1, object).dump() << '\n';
        return;
    }
    out << "processor,plane,row,col,planes,rows,cols\n";
    for (const part::box& b : parts.boxes())
        out << fmt::format("{},{},{},{},{},{},{}\n", b.processor, b.first[0], b.first[1], b.first[2], b.sides[0],
                           b.sides[1], b.sides[2]);
}

nlohmann::ordered_json box_grid_json(const part::grid_3d& domain) {
    constexpr std::array names{"planes", "rows", "cols"};
    nlohmann::ordered_json grid = nlohmann::ordered_json::object(), periodic = nlohmann::ordered_json::array();
    for (int axis = 0; axis < 3; ++axis) {
        const char* name = names[static_cast<std::size_t>(axis)];
        grid[name] = domain.side(axis);
        if (domain.periodic(axis)) periodic.push_back(name);
    }
    grid["periodic"] = std::move(periodic);
    return grid;
}

nlohmann::ordered_json boxes_json(const part::box_partition& parts) {
    auto boxes = nlohmann::ordered_json::array();
    for (const part::box& b : parts.boxes())
        boxes.push_back({{"processor", b.processor},
                         {"plane", b.first[0]},
                         {"row", b.first[1]},
                         {"col", b.first[2]},
                         {"planes", b.sides[0]},
                         {"rows", b.sides[1]},
                         {"cols", b.sides[2]}});
    return boxes;
}

std::filesystem::path file_of_method(std::filesystem::path file, std::string_view method, bool several) {
    if (several) file.replace_filename(fmt::format("{}-{}{}", file.stem().string(), method, file.extension().string()));
    return file;
}

}  // namespace banyan::tools
