// The list of transports, and how a test runs on each of them.
#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <functional>
#include <vector>

#include "banyan/net/thread_world.hpp"
#include "tests/common/long_form.hpp"

namespace banyan::testing {

/// A new transport joins the tests by a row here. If BANYAN_ENCRYPTION is set, only TCP is tested, because the variable
/// concerns no other transport; ctest runs the programs that are marked ALSO_PROTECTED once more in this way. Where
/// tests are shortened, TCP stands for Unix sockets too: both use the same code for streams.
inline std::vector<net::transport_kind> transports() {
    if (std::getenv("BANYAN_ENCRYPTION")) return {net::transport_kind::tcp};
    if (shortened()) return {net::transport_kind::in_process, net::transport_kind::tcp};
    return {net::transport_kind::in_process, net::transport_kind::unix_domain, net::transport_kind::tcp};
}

inline const char* name_of(net::transport_kind kind) {
    if (kind == net::transport_kind::tcp) return "tcp";
    return kind == net::transport_kind::unix_domain ? "unix" : "memory";
}

/// One transport after another: Catch2 runs the test case once for each.
inline net::transport_kind any_transport() {
    return GENERATE(from_range(transports()));
}

/// Runs `body` with so many ranks, which are threads, on one transport after another: Catch2 runs the whole test case
/// once for each. Rethrows what a rank throws.
inline void on_every_transport(int ranks, const std::function<void(net::group& world)>& body,
                               const net::mailbox_options& options = {}) {
    const auto kind = any_transport();
    INFO("transport " << name_of(kind));
    net::run_threads(ranks, body, kind, options);
}

}  // namespace banyan::testing
