#include "banyan/part/lookup.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "libpart/methods/method_table.hpp"
#include "libpart/model/owner_index.hpp"

namespace banyan::part {

/// A unit distribution finds owners by arithmetic, a partition by an index.
struct owner_lookup::tables {
    explicit tables(const partition& from) : domain(from.domain()), owners(std::in_place, from) {}
    tables(const grid& of, unit_distribution from) : domain(of), distribution(std::move(from)) {}

    grid domain;
    std::optional<owner_index> owners;
    std::optional<unit_distribution> distribution;  // either this or owners is set
};

owner_lookup::owner_lookup(const partition& parts) : tables_(std::make_shared<const tables>(parts)) {}

owner_lookup::owner_lookup(std::string_view method, const grid& domain, const speeds& processors,
                           const partition_options& options) {
    std::optional<unit_distribution> distribution = unit_distribution_by(method, domain, processors, options);
    tables_ = distribution ? std::make_shared<const tables>(domain, std::move(*distribution))
                           : std::make_shared<const tables>(make_partition(method, domain, processors, options));
}

int owner_lookup::operator()(std::int64_t row, std::int64_t col) const {
    if (tables_->owners) return (*tables_->owners)(row, col);
    check_cell(tables_->domain, row, col);
    return owner_in(*tables_->distribution, tables_->domain, row, col);
}

std::int64_t owner_lookup::table_bytes() const {
    return tables_->distribution ? tables_->distribution->table_bytes : lookup_table_bytes(tables_->owners->parts());
}

std::int64_t lookup_table_bytes(const partition& parts) {
    const std::int64_t kept = parts.processors() - static_cast<std::int64_t>(parts.dropped().size());
    const auto whole_rows = [&](const block& b) { return b.cols == parts.domain().cols(); };
    const auto whole_columns = [&](const block& b) { return b.rows == parts.domain().rows(); };
    switch (parts.kind()) {
        case layout::ranges:
            return 4 * kept;
        case layout::cells: {
            const std::int64_t each = parts.processors() <= 256 ? 1 : parts.processors() <= 65536 ? 2 : 4;
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
