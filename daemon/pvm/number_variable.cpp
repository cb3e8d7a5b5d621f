#include "daemon/pvm/number_variable.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <limits>

#include "libnet/base/environment.hpp"

namespace banyan::daemon::pvm {

int number_variable(const char* name, const std::function<void(const std::string& line)>& log) {
    constexpr int most = std::numeric_limits<int>::max();
    const std::string text = net::environment_value(name);
    if (text.empty()) return 0;
    char* end = nullptr;
    errno = 0;
    const long number = std::strtol(text.c_str(), &end, 0);
    const bool begins_with_digit = std::isdigit(static_cast<unsigned char>(text.front())) != 0;
    if (begins_with_digit && *end == '\0' && errno == 0 && number <= most) return static_cast<int>(number);
    log(fmt::format("{}='{}' is not allowed: a whole number from 0 to {}; 0 is used", name, text, most));
    return 0;
}

}  // namespace banyan::daemon::pvm
