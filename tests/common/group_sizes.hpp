// Group sizes of tests.
#pragma once

#include <catch2/catch.hpp>

#include <initializer_list>
#include <vector>

#include "tests/common/long_form.hpp"

namespace banyan::testing {

/// These sizes; under a sanitizer, except in the long form, only those up to 8: many threads take long there, and the
/// Release build runs all sizes.
inline std::vector<int> affordable_sizes(std::vector<int> sizes) {
#ifdef BANYAN_TEST_SANITIZED
    constexpr int most = 8;
    if (!full_form()) std::erase_if(sizes, [](int size) { return size > most; });
#endif
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
