#include "tools/banyan/network_model_file.hpp"

#include <fmt/format.h>

#include "banyan/net/error.hpp"
#include "libnet/collectives/network_model_text.hpp"
#include "tools/banyan/input_file.hpp"

namespace banyan::tools {

net::network_model read_network_model(const std::string& file) {
    const std::string text = read_input_file(file, "--network-model", exit_status::usage);
    try {
        return net::network_model_from_text(text);
    } catch (const net::error& why) {
        throw verb_error(exit_status::usage,
                         fmt::format("--network-model: '{}': {}; `banyan bench model --write` writes such a file", file,
                                     why.what()));
    }
}

}  // namespace banyan::tools
