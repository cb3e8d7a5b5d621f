#include "libnet/pvm3/options.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <utility>

#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

/// An option of the task, and the same one of its children.
struct option_pair {
    int own, of_children;
};
constexpr option_pair output_options[] = {
    {PvmSelfOutputTid, PvmOutputTid}, {PvmSelfOutputCode, PvmOutputCode}, {PvmSelfOutputContext, PvmOutputContext}};
constexpr option_pair trace_options[] = {
    {PvmSelfTraceTid, PvmTraceTid}, {PvmSelfTraceCode, PvmTraceCode}, {PvmSelfTraceContext, PvmTraceContext}};

constexpr std::size_t tid_pair = 0, code_pair = 1;  // in both lists

constexpr int least_fragment_bytes = 52, most_fragment_bytes = 1 << 20;

bool allowed(int what, int value) {
    switch (what) {
        case PvmRoute:
            return value >= PvmDontRoute && value <= PvmRouteDirect;
        case PvmFragSize:
            return value >= least_fragment_bytes && value <= most_fragment_bytes;
        case PvmOutputTid:
        case PvmTraceTid:
        case PvmSelfOutputTid:
        case PvmSelfTraceTid:
            return value >= 0;
        default:
            return true;
    }
}

/// If the option `changed` of `pairs`, which is one about the collector of children, may have the value.
bool suits_children(const options& all, std::span<const option_pair> pairs, const option_pair& changed, int value,
                    int own_tid) {
    const auto& tid = pairs[tid_pair];
    const auto& code = pairs[code_pair];
    if (changed.of_children == tid.of_children) {
        const bool is_own = value == all.get(tid.own) && all.get(code.of_children) == all.get(code.own);
        return value == 0 || value == own_tid || is_own;
    }
    const int chosen = all.get(tid.of_children);
    return chosen == 0 || chosen == own_tid || value == all.get(changed.own);
}

}  // namespace

bool options::known(int what) {
    return what >= PvmRoute && what <= PvmNoReset && what != PvmPollType && what != PvmPollTime;
}

options::options() {
    set(PvmRoute, PvmAllowDirect);
    set(PvmAutoErr, 1);
    set(PvmFragSize, 4080);
    set(PvmShowTids, 1);
}

void options::give_to_children(int what) {
    for (const auto& pairs : {std::span(output_options), std::span(trace_options)}) {
        if (std::ranges::count(pairs, what, &option_pair::own) == 0) continue;
        for (const auto& pair : pairs)
            set(pair.of_children, get(pair.own));
    }
}

int options::refusal(int what, int value, int own_tid) const {
    if (what == PvmPollType || what == PvmPollTime) return PvmNotImpl;
    if (!known(what) || !allowed(what, value)) return PvmBadParam;
    const bool is_detail = what == PvmTraceOptions || what == PvmSelfTraceOptions;
    if (is_detail && (value < PvmTraceFull || value > PvmTraceCount)) return PvmBadParam;
    for (const auto& pairs : {std::span(output_options), std::span(trace_options)})
        for (const auto& pair : pairs)
            if (pair.of_children == what && !suits_children(*this, pairs, pair, value, own_tid)) return PvmBadParam;
    return PvmOk;
}

int options::get(int what) const {
    return known(what) ? values_[static_cast<std::size_t>(what)] : PvmBadParam;
}

int options::set(int what, int value) {
    if (!known(what) || !allowed(what, value)) return PvmBadParam;
    return std::exchange(values_[static_cast<std::size_t>(what)], value);
}

}  // namespace banyan::pvm3
