// The verbs of the banyan command. --help, the manual pages and the tests take the list of verbs from this table.
#pragma once

#include <CLI/CLI.hpp>
#include <span>

namespace banyan::tools {

struct verb_entry {
    const char* name;
    const char* summary;  ///< its line in `banyan --help`
    /// Adds the options and the callback that does the work. The callback throws verb_error or net::error.
    void (*add_options)(CLI::App& verb);
};

/// All verbs in the order of `banyan --help`.
std::span<const verb_entry> verb_table();

}  // namespace banyan::tools
