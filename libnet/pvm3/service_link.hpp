// The connection of a task to the PVM service: requests, answers, and what the service sends by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "libnet/pvm3/service_messages.pb.h"
#include "libnet/wire/control_frame.hpp"

namespace banyan::pvm3 {

/// A message is at most longest_service_frame_bytes long; a longer one is an error too_large, and nothing is sent.
/// Thread rule: any thread may call call(), call_later(), tell() and await_loss(). The handlers run in the link's own
/// thread, which blocks all signals; they may use call_later() and tell(), but neither call() nor await_loss().
class service_link {
  public:
    struct handlers {
        std::function<void(const wire::Message&)> message;
        std::function<void(std::uint32_t tid)> ended;
        std::function<void(int number)> signal;
        std::function<void(const wire::FindProgram&)> find_program;
        /// The service is lost; not after close().
        std::function<void()> lost;
    };
    using answer_handler = std::function<void(const wire::Answer&)>;

    /// Connects to the socket at `path`, which must belong to this user. Throws net::error attach_failed.
    service_link(const std::string& path, handlers h);
    ~service_link();
    service_link(const service_link&) = delete;
    service_link& operator=(const service_link&) = delete;

    /// Asks and reads the answer in the calling thread, without a change to another one. Called once, before start().
    /// Blocks; throws net::error closed if the service is lost.
    wire::Answer ask_first(wire::ToService request);
    /// Starts the thread. Called once; throws net::error resource_limit.
    void start();

    // --- after start()
    /// Blocks until the service has answered. Throws net::error closed if it is lost.
    wire::Answer call(wire::ToService request);
    /// `then` is called with the answer, unless the service is lost. Returns false if it is lost already.
    bool call_later(wire::ToService request, answer_handler then);
    /// Sends a message that has no answer. Drops it if the service is lost.
    void tell(const wire::ToService& message);
    /// Blocks until the service is lost and handlers::lost has returned, for `limit` at most. False at the limit.
    [[nodiscard]] bool await_loss(std::chrono::seconds limit);
    /// Ends the thread.
    void close();

  private:
    void run();
    bool read_frames();
    void take(const std::string& body);
    void send(const std::string& frame);

    const int socket_;
    const handlers handlers_;
    net::control_frame_reader reader_;
    std::mutex sending_;
    std::mutex mutex_;  // guards the members below
    std::condition_variable changed_;
    std::uint64_t last_request_ = 0;
    std::map<std::uint64_t, answer_handler> waiting_;
    bool lost_ = false;
    bool loss_is_handled_ = false;
    std::atomic<bool> closing_{false};
    std::thread thread_;
};

}  // namespace banyan::pvm3
