// Prints all tables, or those that are named, as one JSON object.
#include <algorithm>
#include <exception>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string_view>

#include "bench/partitioning/tables.hpp"

namespace {

struct table {
    std::string_view name;
    nlohmann::ordered_json (*measure)();
};

constexpr table tables[] = {{"comparison", banyan::bench::comparison_table},
                            {"targets", banyan::bench::target_table},
                            {"owners", banyan::bench::owner_table},
                            {"repartition", banyan::bench::repartition_table}};

void check(std::span<char* const> names) {
    for (const std::string_view name : names)
        if (std::ranges::find(tables, name, &table::name) == std::end(tables))
            throw std::invalid_argument("no table '" + std::string(name) +
                                        "': comparison, targets, owners or repartition");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::span<char* const> wanted(argv + 1, static_cast<std::size_t>(argc - 1));
        check(wanted);
        nlohmann::ordered_json result{{"schema", "banyan.bench.partition.v2"}};
        for (const table& t : tables)
            if (wanted.empty() || std::ranges::find(wanted, t.name) != wanted.end())
                result[std::string(t.name)] = t.measure();
        std::cout << result.dump(1) << '\n';
        return 0;
    } catch (const std::exception& e) {
        std::cerr << "partition_bench: " << e.what() << '\n';
        return 1;
    }
}
