#include "tools/pvm/option_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {
namespace {

constexpr named_option all_options[] = {
    {"PvmRoute", PvmRoute},
    {"PvmDebugMask", PvmDebugMask},
    {"PvmAutoErr", PvmAutoErr},
    {"PvmOutputTid", PvmOutputTid},
    {"PvmOutputCode", PvmOutputCode},
    {"PvmTraceTid", PvmTraceTid},
    {"PvmTraceCode", PvmTraceCode},
    {"PvmTraceBuffer", PvmTraceBuffer},
    {"PvmTraceOptions", PvmTraceOptions},
    {"PvmFragSize", PvmFragSize},
    {"PvmResvTids", PvmResvTids},
    {"PvmSelfOutputTid", PvmSelfOutputTid},
    {"PvmSelfOutputCode", PvmSelfOutputCode},
    {"PvmSelfTraceTid", PvmSelfTraceTid},
    {"PvmSelfTraceCode", PvmSelfTraceCode},
    {"PvmSelfTraceBuffer", PvmSelfTraceBuffer},
    {"PvmSelfTraceOptions", PvmSelfTraceOptions},
    {"PvmShowTids", PvmShowTids},
    {"PvmOutputContext", PvmOutputContext},
    {"PvmTraceContext", PvmTraceContext},
    {"PvmSelfOutputContext", PvmSelfOutputContext},
    {"PvmSelfTraceContext", PvmSelfTraceContext},
    {"PvmNoReset", PvmNoReset},
};

}  // namespace

std::span<const named_option> named_options() {
    return all_options;
}

const named_option& option_named(std::string_view name) {
    const auto found = std::ranges::find_if(all_options, [&](const auto& option) { return option.name == name; });
    if (found == std::end(all_options))
        throw command_error(fmt::format("'{}' is not an option of PVM; getopt lists the options", name));
    return *found;
}

}  // namespace banyan::pvm_console
