// The passes that put points in another order.
#include "libgrid/fft/point_steps.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace point_steps_test {

using namespace banyan::grid;
using points = std::vector<std::complex<double>>;

TEST_CASE("points are dealt in turn to blocks anywhere in memory, and collected again") {
    for (const std::int64_t count : {1, 2, 4, 8})
        for (const std::int64_t length : {0, 1, 7}) {
            INFO(count << " blocks of " << length);
            points all;
            for (std::int64_t i = 0; i < count * length; ++i)
                all.emplace_back(static_cast<double>(i), static_cast<double>(-i));
            std::vector<points> blocks(static_cast<std::size_t>(count), points(static_cast<std::size_t>(length)));
            std::vector<points::value_type*> begins;
            for (points& block : blocks)
                begins.insert(begins.begin(), block.data());  // the last block is the first one in memory
            deal_points(all.data(), begins, length);
            for (std::int64_t q = 0; q < count; ++q)
                for (std::int64_t t = 0; t < length; ++t)
                    CHECK(begins[static_cast<std::size_t>(q)][t].real() == static_cast<double>(t * count + q));
            points back(all.size()), together(all.size());
            collect_points(begins, back.data(), length);
            CHECK(back == all);
            for (const std::size_t shift : {0U, 1U, 2U}) {  // memory that is and is not a multiple of 16
                std::vector<double> numbers(2 * all.size() + shift, -1.0);
                auto* const first = reinterpret_cast<points::value_type*>(numbers.data() + shift);
                collect_points_to_memory(begins, first, length);
                CHECK(points(first, first + all.size()) == all);
            }
            deal_points(all.data(), together.data(), count, length);  // to blocks that follow each other
            for (std::int64_t q = 0; q < count; ++q)
                for (std::int64_t t = 0; t < length; ++t)
                    CHECK(together[static_cast<std::size_t>(q * length + t)] == begins[static_cast<std::size_t>(q)][t]);
        }
}

}  // namespace point_steps_test
