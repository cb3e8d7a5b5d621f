// Random cut trees from a seed.
#pragma once

#include "libpart/geometry/cut_tree.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace banyan::testing {

using namespace part;

/// A random tree of the processors `first` .. first + processors - 1 with weights from draw(). Each cut makes two or
/// more parts.
template <class Draw>
cut_tree random_tree(source& random, int processors, const Draw& draw, int first = 0) {
    if (processors == 1) return leaf({first, draw()});
    std::vector<cut_tree> parts;
    int left = processors;
    while (left > 0) {
        const int most = parts.empty() ? left - 1 : left;
        const int count = static_cast<int>(random.integer(1, most));
        parts.push_back(random_tree(random, count, draw, first + processors - left));
        left -= count;
    }
    return joined(random.integer(0, 1) == 0 ? cut::vertical : cut::horizontal, std::move(parts));
}

/// Weights uniform in [0.3, 4).
inline cut_tree random_tree(source& random, int processors) {
    return random_tree(random, processors, [&random] { return random.real(0.3, 4); });
}

/// Whole weights in 1 .. heaviest. If `heaviest` is small, many cuts meet.
inline cut_tree whole_random_tree(source& random, int processors, int heaviest) {
    return random_tree(random, processors, [&] { return static_cast<double>(random.integer(1, heaviest)); });
}

}  // namespace banyan::testing
