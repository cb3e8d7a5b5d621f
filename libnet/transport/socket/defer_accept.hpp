// TCP_DEFER_ACCEPT: silent TCP connections stay in the system and do not wake the process.
#pragma once

namespace banyan::net::detail {

/// A connection reaches the listening TCP socket with its first byte, or about 3 s after it was made if no byte comes.
/// Initiators send first, so honest peers do not wait. Call it before listen(). Does nothing if the system has no SYN
/// cookies: then silent connections could fill the system's queue and keep peers out.
void defer_accept(int listening);

}  // namespace banyan::net::detail
