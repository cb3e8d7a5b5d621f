#include "banyan/part/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "banyan/part/error.hpp"
#include "libpart/part/method_table.hpp"
#include "libpart/part/tile_index.hpp"

namespace banyan::part {

/// Runs and owner lists find an owner quickly by themselves; rectangles get an index; units need arithmetic only.
struct owner_lookup::tables {
    explicit tables(partition from) : domain(from.domain()), parts(std::move(from)) {
        if (parts->kind() == layout::rectangles) index.emplace(parts->blocks());
    }
    tables(const grid& of, dealing from) : domain(of), dealt(std::move(from)) {}

    grid domain;
    std::optional<partition> parts;  // a copy: the index refers to its blocks
    std::optional<tile_index> index;
    std::optional<dealing> dealt;  // either this or parts
};

owner_lookup::owner_lookup(const partition& parts) : tables_(std::make_shared<const tables>(parts)) {}

owner_lookup::owner_lookup(std::string_view method, const grid& domain, const speeds& machines,
                           const partition_options& options) {
    std::optional<dealing> dealt = dealt_by(method, domain, machines, options);
    tables_ = dealt ? std::make_shared<const tables>(domain, std::move(*dealt))
                    : std::make_shared<const tables>(make_partition(method, domain, machines, options));
}

int owner_lookup::operator()(std::int64_t row, std::int64_t col) const {
    const grid& domain = tables_->domain;
    if (row < 0 || row >= domain.rows() || col < 0 || col >= domain.cols())
        throw error(
            fmt::format("lookup: no cell ({}, {}) in a grid of {} x {}", row, col, domain.rows(), domain.cols()));
    if (tables_->dealt) return owner_in(*tables_->dealt, domain, row, col);
    if (!tables_->index) return tables_->parts->owner(row, col);
    int owner = -1;
    tables_->index->each_meeting(row, col, 1, 1,
                                 [&](std::size_t found) { owner = tables_->parts->blocks()[found].machine; });
    return owner;
}

std::int64_t owner_lookup::table_bytes() const {
    return tables_->dealt ? tables_->dealt->table_bytes : lookup_table_bytes(*tables_->parts);
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
