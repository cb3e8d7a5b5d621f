#include "libnet/schedules/named_algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/net/error.hpp"

namespace banyan::net {
namespace {

[[noreturn]] void refuse(const std::string& text) {
    throw error(errc::invalid_argument, "algorithms of collectives: " + text);
}

std::string collective_names() {
    std::string names;
    for (const collective_kind kind : collectives_with_algorithms())
        names += (names.empty() ? "" : ", ") + std::string(name_of(kind));
    return names;
}

collective_kind collective_named(std::string_view name) {
    const auto kinds = collectives_with_algorithms();
    const auto found = std::ranges::find(kinds, name, name_of);
    if (found == kinds.end()) refuse(fmt::format("there is no collective '{}'; allowed: {}", name, collective_names()));
    return *found;
}

}  // namespace

named_algorithms::named_algorithms(std::string_view text) {
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        add(text.substr(0, comma));
        if (comma == text.npos) return;
        text.remove_prefix(comma + 1);
        if (text.empty()) add(text);  // refused: nothing follows the last comma
    }
}

void named_algorithms::add(std::string_view pair) {
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos)
        refuse(fmt::format("'{}' is not allowed, use COLLECTIVE=ALGORITHM, as in allreduce=ring", pair));
    const collective_kind kind = collective_named(pair.substr(0, equals));
    const std::string_view name = pair.substr(equals + 1);
    if (std::ranges::count(named_, kind, &std::pair<collective_kind, const algorithm*>::first) > 0)
        refuse(fmt::format("{} is named twice; allowed: once", name_of(kind)));
    const algorithm* how = find_algorithm(kind, name);
    if (!how && name != "automatic")
        refuse(fmt::format("{} has no algorithm '{}'; allowed: automatic, {}", name_of(kind), name,
                           algorithm_names(kind)));
    named_.emplace_back(kind, how);
}

const algorithm* named_algorithms::find(collective_kind kind) const {
    for (const auto& [named, how] : named_)
        if (named == kind) return how;
    return nullptr;
}

}  // namespace banyan::net
