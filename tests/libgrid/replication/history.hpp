// What the processes of a test have read and written, and whether it is sequentially consistent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banyan::testing {

/// A read or a write of one cell by one process. Cells are 0 at first.
struct operation {
    bool is_write;
    int cell;
    std::int64_t value;
    std::uint64_t version = 0;               ///< of a write: its place; of a read: the writes that the copy had applied
    std::optional<std::int64_t> expected{};  ///< of a conditional write
    bool refused = false;                    ///< the cell had another value; `version` as of a read
};

/// The operations of each process, in the order of its program.
using history = std::vector<std::vector<operation>>;

/// Checks sequential consistency by its definition (Lamport 1979): tries all orders that keep the order of each
/// process, until in one of them each read returns the last value written. Does not use versions. For about ten
/// operations.
bool has_consistent_order(const history& all, int cells);

/// Checks sequential consistency by the versions: the writes have the places 1, 2, ...; the places of the operations of
/// a process do not fall; each read returns the value of the last write at its place. Then sorting by place gives an
/// order as above. Returns what is wrong, or an empty text.
std::string wrong_place(const history& all, int cells);

}  // namespace banyan::testing
