// The advisor's answer as Crandall printed it (1994, Figure 42): best method 1.00, others the factor of execution time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banyan::advisor {

struct published_table {
    std::string application;  ///< "thermal.c"
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    int processors = 0;
    struct column {
        std::string name;  ///< "block"; printed with a capital
        double relative = 1;
    };
    std::vector<column> columns;
};

/// The lines of the table, each ended by '\n'. Columns are as wide as their name or number, two spaces apart; after 100
/// letters the table goes on below.
std::string to_text(const published_table& table);

}  // namespace banyan::advisor
