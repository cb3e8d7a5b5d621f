#include "tools/banyan/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/banyan/number_text.hpp"

namespace banyan::tools {
namespace {

CLI::Validator refuse_unless(std::string allowed, std::function<bool(const std::string&)> good) {
    return CLI::Validator(
        [allowed, good](std::string& text) {
            return good(text) ? std::string{} : fmt::format("'{}' is not allowed, only {}", text, allowed);
        },
        "");
}

}  // namespace

CLI::Validator whole_number(std::int64_t lo, std::int64_t hi) {
    return refuse_unless(fmt::format("whole numbers from {} to {}", lo, hi),
                         [lo, hi](const std::string& text) { return number_between(text, lo, hi).has_value(); });
}

CLI::Validator real_number(double lo, double hi) {
    return refuse_unless(fmt::format("numbers from {} to {}", lo, hi),
                         [lo, hi](const std::string& text) { return number_between(text, lo, hi).has_value(); });
}

CLI::Validator one_of(std::vector<std::string> names) {
    return refuse_unless(fmt::format("{}", fmt::join(names, ", ")), [names](const std::string& text) {
        return std::find(names.begin(), names.end(), text) != names.end();
    });
}

}  // namespace banyan::tools
