// Group sizes of tests.
#pragma once

#include <catch2/catch.hpp>

#include <initializer_list>
#include <vector>

#include "tests/common/long_form.hpp"

namespace banyan::testing {

/// These sizes; where tests are shortened, only those up to 8: many threads take long under a sanitizer.
inline std::vector<int> affordable_sizes(std::vector<int> sizes) {
    constexpr int most = 8;
    if (shortened()) std::erase_if(sizes, [](int size) { return size > most; });
    return sizes;
}

/// 1 .. `last`, then `more`.
inline std::vector<int> sizes_to(int last, std::initializer_list<int> more = {}) {
    std::vector<int> sizes;
    for (int size = 1; size <= last; ++size)
        sizes.push_back(size);
    sizes.insert(sizes.end(), more);
    return sizes;
}

/// Each affordable size of these: Catch2 runs the test case once for each.
inline int any_size(const std::vector<int>& sizes) {
    return GENERATE_COPY(from_range(affordable_sizes(sizes)));
}

}  // namespace banyan::testing
