#include <unistd.h>

#include <iostream>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {

void print_json(const std::string& name, nlohmann::ordered_json object) {
    nlohmann::ordered_json out{{"schema", "banyan." + name + ".v1"}};
    out.update(object);
    std::cout << out.dump(2) << "\n";
}

bool progress_wanted() {
    return isatty(STDERR_FILENO) == 1;
}

}  // namespace banyan::tools
