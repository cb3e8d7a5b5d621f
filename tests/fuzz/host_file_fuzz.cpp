// Any text as a host file. The result is a list of entries within their limits, or one line that names the error.
#include <cmath>
#include <sstream>

#include "banyan/net/error.hpp"
#include "daemon/client/host_file.hpp"
#include "tests/fuzz/input.hpp"

using banyan::testing::demand;
using namespace banyan;

namespace {

void demand_one_line(const net::error& refused) {
    demand(refused.which() == net::errc::invalid_argument);
    demand(refused.what()[0] != '\0');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = testing::input(data, size).text();
    try {
        std::istringstream in(text);
        for (const auto& entry : daemon::parse_host_file(in, "hosts.txt")) {
            demand(!entry.name.empty() && entry.name.find('\n') == std::string::npos && entry.slots >= 0 &&
                   std::isfinite(entry.speed) && entry.speed > 0);
            if (!entry.launcher.empty()) (void)daemon::split_words(entry.launcher);
        }
    } catch (const net::error& refused) {
        demand_one_line(refused);
    }
    try {
        std::size_t bytes = 0;
        for (const auto& word : daemon::split_words(text))
            bytes += word.size();
        demand(bytes <= text.size());
    } catch (const net::error& refused) {
        demand_one_line(refused);
    }
    return 0;
}
