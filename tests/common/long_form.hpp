// Numbers from the environment for the long forms of tests (docs/testing.md).
#pragma once

#include <algorithm>
#include <cstddef>
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

/// True in a build with a sanitizer, which makes all code slower, threads above all.
#ifdef BANYAN_TEST_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// True where tests do less: under a sanitizer, except in the long form. The Release build does all of them.
inline bool shortened() {
    return sanitized && !full_form();
}

/// The number of random samples or messages: a fifth of `normal` where tests are shortened.
inline int samples(int normal) {
    return shortened() ? (normal + 4) / 5 : normal;
}

/// All of these; where tests are shortened, every third of them, from the one of number `first` (modulo 3) on.
template <class T>
std::vector<T> sampled(std::size_t first, std::vector<T> all) {
    if (!shortened() || all.empty()) return all;
    std::vector<T> some;
    for (std::size_t i = first % std::min<std::size_t>(3, all.size()); i < all.size(); i += 3)
        some.push_back(all[i]);
    return some;
}

}  // namespace banyan::testing
