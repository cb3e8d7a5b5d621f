// Prints both tables as one JSON object.
#include <exception>
#include <iostream>

#include "bench/partitioning/tables.hpp"

int main() {
    try {
        const nlohmann::ordered_json result{{"schema", "banyan.bench.partition.v1"},
                                            {"comparison", banyan::bench::comparison_table()},
                                            {"targets", banyan::bench::target_table()}};
        std::cout << result.dump(1) << '\n';
        return 0;
    } catch (const std::exception& e) {
        std::cerr << "partition_bench: " << e.what() << '\n';
        return 1;
    }
}
