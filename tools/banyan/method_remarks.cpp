#include "tools/banyan/method_remarks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "banyan/part/methods.hpp"

namespace banyan::tools {

std::string reason_of_best() {
    const part::partition_options costs;
    return fmt::format("chosen for {:g} us a message, {:g} ns a byte, {:g} ns a cell, not for these measurements",
                       costs.net.latency_s * 1e6, costs.net.time_per_byte_s * 1e9, costs.seconds_per_cell * 1e9);
}

bool have_same_partition(const advisor::problem& problem, const advisor::survey& found, const std::string& one,
                         const std::string& other) {
    return found.first_with_partition_of(problem.place_of(one)) ==
           found.first_with_partition_of(problem.place_of(other));
}

std::vector<std::string> method_remarks(const advisor::problem& problem, const advisor::survey& found,
                                        const advisor::ranking& ranked) {
    std::vector<std::string> remarks;
    for (auto method = ranked.methods.begin(); method != ranked.methods.end(); ++method) {
        const auto equal = std::find_if(ranked.methods.begin(), method, [&](const auto& other) {
            return have_same_partition(problem, found, other.method, method->method);
        });
        const bool is_first = equal == method;
        std::vector<std::string> said;
        if (!is_first) said.push_back("same as " + equal->method);
        if (is_first && partition_of(problem, found, method->method).shifted)
            said.emplace_back("shares shifted for messages");
        if (is_first && method->modelled_only) said.emplace_back("not measured: no time was left; by the models only");
        if (method->method == "best" && equal != ranked.methods.begin()) said.push_back(reason_of_best());
        remarks.push_back(fmt::format("{}", fmt::join(said, ", ")));
    }
    return remarks;
}

std::vector<std::string> same_as_first(const advisor::problem& problem, const advisor::survey& found,
                                       const advisor::ranking& ranked) {
    std::vector<std::string> names;
    const auto& first = ranked.methods.at(0).method;
    for (std::size_t i = 1; i < ranked.methods.size(); ++i) {
        const auto& name = ranked.methods[i].method;
        if (have_same_partition(problem, found, name, first)) names.push_back(name);
    }
    return names;
}

}  // namespace banyan::tools
