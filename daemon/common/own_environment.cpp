#include "daemon/common/own_environment.hpp"

#include <unistd.h>

namespace banyan::daemon {

std::vector<std::string> own_environment() {
    std::vector<std::string> list;
    for (char** entry = environ; *entry != nullptr; ++entry)
        list.emplace_back(*entry);
    return list;
}

}  // namespace banyan::daemon
