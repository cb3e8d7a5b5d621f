#include "libgrid/fft/shared_plans.hpp"

#include <algorithm>
#include <string>

#include "banyan/net/collectives.hpp"

namespace banyan::grid {

void share_plans(const net::group& tasks, std::initializer_list<local_fft*> plans, net::deadline until) {
    const auto measures = [](const local_fft* each) { return each != nullptr && each->must_measure(); };
    if (std::ranges::none_of(plans, measures)) return;
    const auto make_all = [&] {
        for (local_fft* each : plans)
            if (measures(each)) each->measure();
    };
    std::string wisdom;
    if (tasks.rank().value == 0) {
        make_all();
        wisdom = local_fft::wisdom();
    }
    std::uint64_t length = wisdom.size();
    net::broadcast(tasks, length, net::rank{0}, until);
    wisdom.resize(length);
    net::broadcast(tasks, wisdom, net::rank{0}, until);
    if (tasks.rank().value == 0) return;
    local_fft::add_wisdom(wisdom);
    make_all();
}

}  // namespace banyan::grid
