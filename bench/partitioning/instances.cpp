#include "bench/partitioning/instances.hpp"

#include <cmath>
#include <random>

namespace banyan::bench {

std::string_view name_of(spread kind) {
    switch (kind) {
        case spread::uniform:
            return "uniform 1..10";
        case spread::pareto:
            return "Pareto(1.2)";
        case spread::classes:
            break;
    }
    return "classes 1,4,16";
}

std::vector<double> random_speeds(spread kind, int processors, std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    std::vector<double> speeds;
    for (int i = 0; i < processors; ++i) {
        const double chance = static_cast<double>(engine() >> 11) * 0x1.0p-53;
        switch (kind) {
            case spread::uniform:
                speeds.push_back(1 + 9 * chance);
                break;
            case spread::pareto:
                speeds.push_back(std::pow(1 - chance, -1 / 1.2));
                break;
            case spread::classes:
                speeds.push_back(std::pow(4, std::floor(3 * chance)));
                break;
        }
    }
    return speeds;
}

}  // namespace banyan::bench
