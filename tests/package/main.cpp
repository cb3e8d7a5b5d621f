// Uses the installed package: an error's text and category, and the version.
#include <iostream>

#include "banyan/net/error.hpp"
#include "banyan/net/version.hpp"

int main() {
    const std::error_code code = banyan::net::errc::truncated;
    std::cout << "banyan " << banyan::net::version_string << ": " << code.category().name() << ": " << code.message()
              << "\n";
    return code.message().empty() ? 1 : 0;
}
