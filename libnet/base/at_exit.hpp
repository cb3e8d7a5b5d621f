// Registers a function for exit() that may still use the network.
#pragma once

namespace banyan::net::detail {

/// As atexit(), but what libnet uses is destroyed after `last`: OpenSSL and the error categories. Returns false if the
/// system cannot register it.
bool at_exit(void (*last)());

}  // namespace banyan::net::detail
