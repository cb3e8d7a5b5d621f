// Starts the library's own threads.
#pragma once

#include <functional>
#include <thread>

namespace banyan::net::detail {

/// Starts a thread with all signals blocked, because signals are for the threads of the program. Throws
/// errc::resource_limit, naming `purpose`, if the system has no thread or no memory for its stack.
std::thread start_background_thread(const char* purpose, std::function<void()> body);

}  // namespace banyan::net::detail
