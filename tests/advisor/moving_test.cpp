#include "advisor/moving.hpp"

#include <catch2/catch.hpp>

#include "advisor/halo_load.hpp"
#include "banyan/grid/redistribution.hpp"
#include "banyan/part/methods.hpp"

namespace moving_test {

using namespace banyan;
using namespace banyan::advisor;

TEST_CASE("moving sends each cell whose owner changes once, in one message per pair") {
    const part::grid domain(12, 8);
    const auto rows = part::make_partition("row", domain, part::speeds::equal(4));
    const auto columns = part::make_partition("column", domain, part::speeds::equal(4));
    const auto messages = moving_messages(rows, columns, 8);
    CHECK(messages.size() == 12);
    const auto load = load_of(messages, 4);
    CHECK(load.total_messages == 12);
    CHECK(load.busiest_messages == 3);
    CHECK(load.total_bytes == 8.0 * static_cast<double>(grid::moving_cells(rows, columns)));
    CHECK(load.busiest_bytes == 8.0 * 18);  // each keeps 6 of its 24 cells
    CHECK(moving_messages(rows, rows, 8).empty());
}

}  // namespace moving_test
