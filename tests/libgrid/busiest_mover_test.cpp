// The busiest processor of a move beside the messages of the move.
#include "libgrid/busiest_mover.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>

#include "banyan/grid/redistribution.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace busiest_mover_test {

using namespace banyan;
using namespace banyan::grid;

TEST_CASE("the busiest processor of a move is that of the messages") {
    const part::grid domain(23, 31);
    const auto all = testing::all_for(domain, 5);
    for (const auto& from : all)
        for (const auto& to : all) {
            std::int64_t items = 0, messages = 0;
            for (int i = 0; i < 5; ++i) {
                const redistribution change(from.parts, to.parts, i);
                std::int64_t out = 0, in = 0;
                for (const cell_transfer& t : change.sends())
                    out += t.items;
                for (const cell_transfer& t : change.receives())
                    in += t.items;
                items = std::max({items, out, in});
                messages = std::max(messages, std::ssize(change.sends()) + std::ssize(change.receives()));
            }
            const busiest_mover most = busiest_in_move(from.parts, to.parts);
            INFO(from.name << " to " << to.name);
            CHECK(most.items == items);
            CHECK(most.messages == messages);
        }
}

}  // namespace busiest_mover_test
