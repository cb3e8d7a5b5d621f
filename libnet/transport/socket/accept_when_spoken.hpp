// Silent TCP connections stay in the system and do not wake the process.
#pragma once

namespace banyan::net::detail {

/// A connection reaches the listening TCP socket with its first byte; one that says nothing reaches it about 3 s after
/// it was made. Initiators speak first, so honest peers do not wait. Call it before listen(). Does nothing where the
/// system has no SYN cookies: there silent connections could fill the system's queue and keep peers out.
void accept_when_spoken(int listening);

}  // namespace banyan::net::detail
