// The advisor's result in the form of Crandall 1994, Figure 42: 1.00 for the best method, and for the others their time
// relative to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banyan::advisor {

struct published_table {
    std::string application;  ///< such as "thermal.c"
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    int processors = 0;
    struct column {
        std::string name;  ///< such as "block"; printed with a capital letter
        double relative = 1;
    };
    std::vector<column> columns;
};

/// The lines of the table, each ended by '\n'. A column is as wide as its name or number, with two spaces between
/// columns. A table of more than 100 characters continues below.
std::string to_text(const published_table& table);

}  // namespace banyan::advisor
