// What `banyan partition` is asked to do: the options as text, and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/multilevel.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::tools {

constexpr const char* default_site_method = "columns";

/// As given on the command line.
struct partition_words {
    std::string rows, cols, speeds;
    std::string methods = "all";
    std::string site_sizes;   // empty: processors of no sites
    std::string site_method;  // empty: default_site_method
    std::string density;      // empty: all cells alike
    std::string stencil = "5";
    std::vector<std::string> phases;
    std::string lambda, tau;  // empty: as in part::network
    std::string item_bytes = "8";
    std::string seed = "1";
    std::string svg;
    std::string periodic = "both";
    bool open = false;
    bool json = false;
};

/// The processors of one place after the other, and how the grid is divided among the places.
struct site_plan {
    std::vector<int> sizes;
    const part::method_info* method = nullptr;
    std::vector<part::site> sites;  ///< empty: one level
};

/// A pattern beside the stencil: its name, how often it comes in one iteration, and what it sends.
struct task_phase {
    double times;
    std::string pattern;
    [[nodiscard]] part::communication sent(const part::partition& parts) const;
};

/// "both", "rows", "columns" or "none", as --periodic takes it.
const char* name_of(part::periodic axes);
/// The same for people: "torus", "grid with periodic rows", ... "open grid".
const char* shape_text(part::periodic axes);

struct partition_task {
    part::grid domain;
    part::speeds processors;
    part::stencil pattern;
    std::vector<const part::method_info*> methods;
    std::vector<const part::method_info*> left_out;  ///< of `all`: too many cells or processors for them
    site_plan places;
    std::vector<task_phase> phases;
    part::network net;
    std::int64_t item_bytes;
    part::partition_options settings;
    std::string svg;  ///< file to draw into; empty: none
    bool json;

    [[nodiscard]] bool weighted() const { return settings.density.kind() != part::work_density::form::uniform; }
};

/// Checks every option. Throws verb_error, naming option, value and what is allowed.
partition_task read_task(const partition_words& words);

}  // namespace banyan::tools
