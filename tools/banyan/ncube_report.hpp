// The tables of `banyan reproduce ncube` as text and JSON. Pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/banyan/ncube_guide.hpp"

namespace banyan::tools {

/// All examples of the guide, computed.
struct ncube_examples {
    std::vector<regular_boundary> boundaries;
    dispersed_vector vector;
    std::vector<room_partition> room;
    std::vector<storm_way> storm;
    int stages = 0;
    std::vector<guide_tree> trees;
    globalsum_example sum;
};
ncube_examples compute_ncube_examples();

std::string ncube_text(const ncube_examples& examples);
nlohmann::ordered_json ncube_json(const ncube_examples& examples);

}  // namespace banyan::tools
