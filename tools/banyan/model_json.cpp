#include "tools/banyan/model_json.hpp"

#include <string>

#include "libnet/collectives/network_model_text.hpp"

namespace banyan::tools {

nlohmann::ordered_json model_json(const net::network_model& model) {
    nlohmann::ordered_json out;
    const auto names = net::number_names();
    const auto numbers = model.numbers();
    for (std::size_t i = 0; i < names.size(); ++i)
        out[std::string(names[i])] = numbers[i];
    return out;
}

}  // namespace banyan::tools
