#include "libnet/base/background_thread.hpp"

#include <signal.h>

#include <exception>
#include <string>

#include "banyan/net/error.hpp"

namespace banyan::net::detail {
namespace {

// Blocks all signals in the calling thread. A thread started while it lives inherits the blocked set.
class all_signals_blocked {
  public:
    all_signals_blocked() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~all_signals_blocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    all_signals_blocked(const all_signals_blocked&) = delete;
    all_signals_blocked& operator=(const all_signals_blocked&) = delete;

  private:
    sigset_t before_;
};

}  // namespace

std::thread start_background_thread(const char* purpose, std::function<void()> body) {
    try {
        const all_signals_blocked quiet;
        return std::thread(std::move(body));
    } catch (const std::exception& failed) {
        throw error(errc::resource_limit, std::string("no thread for ") + purpose + ": " + failed.what() +
                                              " (ulimit -u for threads, ulimit -v for the memory of its stack)");
    }
}

}  // namespace banyan::net::detail
