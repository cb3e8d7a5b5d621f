// Numbers from the environment for the long forms of tests (docs/testing.md).
#pragma once

#include <cstdlib>
#include <vector>

namespace banyan::testing {

/// The number that the environment variable holds; `otherwise` without it.
inline int number_of(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
}

/// True in the long form of the tests.
inline bool full_form() {
    return number_of("BANYAN_TEST_FULL", 0) != 0;
}

/// Under a sanitizer a fifth of the random samples or messages, unless in the long form: the states are the same.
inline int samples(int normal) {
#ifdef BANYAN_TEST_SANITIZED
    return full_form() ? normal : (normal + 4) / 5;
#else
    return normal;
#endif
}

/// All of these. Under a sanitizer, unless in the long form, every third of them, from `first` % 3 on; the Release
/// build runs all.
template <class T>
std::vector<T> sampled([[maybe_unused]] std::size_t first, std::vector<T> all) {
#ifdef BANYAN_TEST_SANITIZED
    if (full_form()) return all;
    std::vector<T> some;
    for (std::size_t i = first % 3; i < all.size(); i += 3)
        some.push_back(all[i]);
    return some;
#else
    return all;
#endif
}

}  // namespace banyan::testing
