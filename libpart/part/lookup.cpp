#include "banyan/part/lookup.hpp"

#include <algorithm>
#include <optional>

#include "libpart/part/tile_index.hpp"

namespace banyan::part {

/// Runs and owner lists find an owner quickly by themselves; rectangles get an index.
struct owner_lookup::tables {
    explicit tables(const partition& from) : parts(from) {
        if (parts.kind() == layout::rectangles) index.emplace(parts.blocks());
    }

    partition parts;  // a copy: the index refers to its blocks
    std::optional<tile_index> index;
};

owner_lookup::owner_lookup(const partition& parts) : tables_(std::make_shared<const tables>(parts)) {}

int owner_lookup::operator()(std::int64_t row, std::int64_t col) const {
    int owner = -1;
    if (tables_->index)
        tables_->index->each_meeting(row, col, 1, 1,
                                     [&](std::size_t found) { owner = tables_->parts.blocks()[found].machine; });
    return owner >= 0 ? owner : tables_->parts.owner(row, col);  // the latter throws outside the grid
}

std::int64_t lookup_table_bytes(const partition& parts) {
    const std::int64_t kept = parts.machines() - static_cast<std::int64_t>(parts.dropped().size());
    const auto whole_rows = [&](const block& b) { return b.cols == parts.domain().cols(); };
    const auto whole_columns = [&](const block& b) { return b.rows == parts.domain().rows(); };
    switch (parts.kind()) {
        case layout::runs:
            return 4 * kept;
        case layout::cells: {
            const std::int64_t each = parts.machines() <= 256 ? 1 : parts.machines() <= 65536 ? 2 : 4;
            return each * parts.domain().cells();
        }
        case layout::rectangles:
            break;
    }
    const bool strips =
        std::ranges::all_of(parts.blocks(), whole_rows) || std::ranges::all_of(parts.blocks(), whole_columns);
    return (strips ? 4 : 16) * kept;
}

}  // namespace banyan::part
