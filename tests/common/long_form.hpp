// Numbers from the environment for the long forms of tests (docs/testing.md).
#pragma once

#include <cstdlib>

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

}  // namespace banyan::testing
