// Refusals of libpart as refusals of an option.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "banyan/part/error.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {

/// What `step` returns. A refusal of libpart, "speeds: what is wrong", becomes one of usage: the option stands for the
/// first word.
template <class Step>
auto refusing(std::string_view option, Step step) {
    try {
        return step();
    } catch (const part::error& e) {
        const std::string_view text = e.what();
        throw verb_error(exit_status::usage, fmt::format("{}: {}", option, text.substr(text.find(": ") + 2)));
    }
}

}  // namespace banyan::tools
