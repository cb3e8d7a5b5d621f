// Which speeds a run of thermal has divided its grid by, and where they come from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "banyan/net/rank_speeds.hpp"

namespace thermal {

struct used_speeds {
    banyan::net::rank_speeds speeds;
    std::string option;  ///< the option that gave them; "": the session, or nothing for ranks that are threads
};

/// One line: the speeds relative to the slowest, the first few of many, and their source.
std::string text_of(const used_speeds& used);

/// source (option, none, declared, measured), option, measured_at and values; null where there is none.
nlohmann::ordered_json to_json(const used_speeds& used);

}  // namespace thermal
