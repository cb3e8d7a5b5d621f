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

}  // namespace

bool options::known(int what) {
    return what >= PvmRoute && what <= PvmNoReset && what != PvmPollType && what != PvmPollTime;
}

bool options::accepts(int what, int value) {
    return known(what) && allowed(what, value);
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

int options::get(int what) const {
    return known(what) ? values_[static_cast<std::size_t>(what)] : PvmBadParam;
}

int options::set(int what, int value) {
    if (!accepts(what, value)) return PvmBadParam;
    return std::exchange(values_[static_cast<std::size_t>(what)], value);
}

}  // namespace banyan::pvm3
