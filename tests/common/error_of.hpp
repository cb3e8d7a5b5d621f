// The error that a call of libnet ends in.
#pragma once

#include "banyan/net/error.hpp"

namespace banyan::testing {

/// Calls it and returns the code of the net::error it throws. errc{} when it throws none.
template <class Call>
net::errc error_of(Call call) {
    try {
        call();
    } catch (const net::error& e) {
        return e.which();
    }
    return {};
}

}  // namespace banyan::testing
