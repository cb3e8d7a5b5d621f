#include "banyan/net/rank_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "banyan/net/error.hpp"

namespace banyan::net {

namespace {

using set_of_ranks = std::unordered_set<rank>;

void append_if(std::vector<rank>& to, const rank_list& from, const set_of_ranks& others, bool inside) {
    for (const rank r : from)
        if (others.contains(r) == inside) to.push_back(r);
}

}  // namespace

rank_list::rank_list(std::vector<rank> ranks) : ranks_(std::move(ranks)) {
    set_of_ranks seen;
    for (const rank r : ranks_) {
        if (r.value < 0)
            throw error(errc::invalid_argument,
                        fmt::format("rank {} in a list of ranks; ranks are 0 or more", r.value));
        if (!seen.insert(r).second)
            throw error(errc::invalid_argument,
                        fmt::format("rank {} occurs twice in a list of ranks; list each rank once", r.value));
    }
}

rank_list rank_list::range(int first, int end, int step) {
    if (first < 0 || step < 1)
        throw error(
            errc::invalid_argument,
            fmt::format("a range of ranks from {} in steps of {}; the first rank is 0 or more, the step 1 or more",
                        first, step));
    rank_list made;
    for (long long r = first; r < end; r += step)
        made.ranks_.emplace_back(static_cast<int>(r));
    return made;
}

std::optional<int> rank_list::place_of(rank r) const {
    const auto found = std::find(ranks_.begin(), ranks_.end(), r);
    if (found == ranks_.end()) return std::nullopt;
    return static_cast<int>(found - ranks_.begin());
}

rank_list union_of(const rank_list& a, const rank_list& b) {
    std::vector<rank> made(a.begin(), a.end());
    append_if(made, b, set_of_ranks(a.begin(), a.end()), false);
    return rank_list(std::move(made));
}

rank_list intersection_of(const rank_list& a, const rank_list& b) {
    std::vector<rank> made;
    append_if(made, a, set_of_ranks(b.begin(), b.end()), true);
    return rank_list(std::move(made));
}

rank_list difference_of(const rank_list& a, const rank_list& b) {
    std::vector<rank> made;
    append_if(made, a, set_of_ranks(b.begin(), b.end()), false);
    return rank_list(std::move(made));
}

}  // namespace banyan::net
