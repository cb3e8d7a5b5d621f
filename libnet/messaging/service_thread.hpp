// A thread of the library that waits for messages all the time, such as that of a replicated array.
#pragma once

#include <atomic>

namespace banyan::net::detail {

/// Lives on the stack of such a thread. Wait reports leave its waits out while no thread of the program waits for its
/// work (client_wait.hpp). Otherwise a task that computes would be reported as blocked, and two such tasks as a cycle.
/// Traces leave its waits out always: the threads of the program that wait for its work are blocked instead.
class service_thread {
  public:
    /// `clients`: how many threads of the program wait for its work at present. Must outlive this object.
    explicit service_thread(const std::atomic<int>& clients) { own_clients = &clients; }
    ~service_thread() { own_clients = nullptr; }
    service_thread(const service_thread&) = delete;
    service_thread& operator=(const service_thread&) = delete;

    /// The counter `clients` of the calling thread; nullptr if it is no service thread.
    [[nodiscard]] static const std::atomic<int>* clients_of_this_thread() { return own_clients; }

  private:
    static inline constinit thread_local const std::atomic<int>* own_clients = nullptr;
};

}  // namespace banyan::net::detail
