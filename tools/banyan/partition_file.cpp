#include "tools/banyan/partition_file.hpp"

#include <fmt/format.h>

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

}  // namespace banyan::tools
