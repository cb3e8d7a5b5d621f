// banyan partition as a user runs it, for its tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/common/count.hpp"
#include "tests/tools/command_checks.hpp"

namespace banyan::testing {

inline outcome partition_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "partition");
    return run_banyan(arguments);
}

inline json json_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "partition");
    return json_printed_by(std::move(arguments));
}

/// Checks that the arguments are refused with a line that contains every expected part.
inline void check_refused(const std::vector<std::string>& arguments, const std::vector<std::string>& expected) {
    check_failed(partition_of(arguments), 2, expected);
}

}  // namespace banyan::testing
