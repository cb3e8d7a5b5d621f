// Values of environment variables.
#pragma once

#include <cstdlib>
#include <string>

namespace banyan::net {

/// The value of the variable in the environment of this process, or `otherwise` if it is not set or is empty.
inline std::string environment_value(const char* name, const std::string& otherwise = "") {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace banyan::net
