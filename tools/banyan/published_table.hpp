// A ranking in the form of Crandall 1994, Figure 42: execution times of the methods divided by that of the best one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banyan::tools {

struct published_table {
    std::string application;  ///< "thermal.c"
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    int processors = 0;
    struct column {
        std::string name;  ///< for example "block"; printed with a capital letter
        double relative = 1;
    };
    std::vector<column> columns;
};

/// The lines of the table, each with '\n' at its end. No line has more than 100 letters: further columns follow below.
std::string published_table_text(const published_table& table);

}  // namespace banyan::tools
