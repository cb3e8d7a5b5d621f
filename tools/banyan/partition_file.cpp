#include "tools/banyan/partition_file.hpp"

#include <fmt/format.h>

#include "banyan/part/box_partition_json.hpp"
#include "banyan/part/partition_json.hpp"

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
        out << part::to_json(parts) << '\n';
        return;
    }
    out << "processor,plane,row,col,planes,rows,cols\n";
    for (const part::box& b : parts.boxes())
        out << fmt::format("{},{},{},{},{},{},{}\n", b.processor, b.first[0], b.first[1], b.first[2], b.sides[0],
                           b.sides[1], b.sides[2]);
}

std::filesystem::path file_of_method(std::filesystem::path file, std::string_view method, bool several) {
    if (several) file.replace_filename(fmt::format("{}-{}{}", file.stem().string(), method, file.extension().string()));
    return file;
}

}  // namespace banyan::tools
