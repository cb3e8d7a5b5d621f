#include <unistd.h>

#include <iostream>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {

std::string text_of(const nlohmann::ordered_json& value, int indent) {
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void print_json(const std::string& name, nlohmann::ordered_json object, int version) {
    nlohmann::ordered_json out{{"schema", "banyan." + name + ".v" + std::to_string(version)}};
    out.update(object);
    std::cout << text_of(out, 2) << "\n";
}

bool progress_wanted() {
    return isatty(STDERR_FILENO) == 1;
}

}  // namespace banyan::tools
