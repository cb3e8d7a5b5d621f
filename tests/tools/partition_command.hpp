// banyan partition as a user runs it, for its tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
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

/// The numbers of each line of a CSV file after its first line, which must be `head`. Fails for a line with fewer
/// numbers.
template <std::size_t columns>
std::vector<std::array<std::int64_t, columns>> numbers_in_csv(const std::string& text, const std::string& head) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    CHECK(line == head);
    std::vector<std::array<std::int64_t, columns>> rows;
    while (std::getline(lines, line)) {
        std::istringstream numbers(line);
        char comma = ',';
        for (std::size_t i = 0; auto& number : rows.emplace_back()) {
            if (i++ > 0) numbers >> comma;
            REQUIRE((numbers >> number && comma == ','));
        }
    }
    return rows;
}

}  // namespace banyan::testing
