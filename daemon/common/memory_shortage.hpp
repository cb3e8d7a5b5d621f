// What to say when there is no memory.
#pragma once

namespace banyan::daemon {

/// "not enough memory: 20000 KiB of address space are allowed (ulimit -v)", or without the limit where there is none.
/// Takes no memory.
const char* memory_shortage_text() noexcept;

}  // namespace banyan::daemon
