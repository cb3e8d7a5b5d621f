// A task of the PVM virtual machine: its connection to the service, and its mailbox, which carries messages from task
// to task directly.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/mailbox.hpp"
#include "libnet/pvm3/loss_queue.hpp"
#include "libnet/pvm3/packed_message.hpp"
#include "libnet/pvm3/service_link.hpp"
#include "libnet/pvm3/tasker_search.hpp"
#include "libnet/transport/member.hpp"

namespace banyan::net::detail {
class mailbox_impl;
class socket_driver;
}  // namespace banyan::net::detail

namespace banyan::pvm3 {

inline constexpr net::context_id message_context{1};  // of all messages between tasks

/// Thread rule: used by the thread of the program that calls PVM. Two threads of its own (of the service link and of
/// the mailbox) handle events while the program computes.
class enrolled_task {
  public:
    /// Enrols with the service at `socket`; `expected`: PVMEPID, 0 for a task that was started by hand. Throws
    /// net::error.
    enrolled_task(const std::string& socket, std::uint32_t expected);
    /// Without leave(): closes all connections at once.
    ~enrolled_task();
    enrolled_task(const enrolled_task&) = delete;
    enrolled_task& operator=(const enrolled_task&) = delete;

    [[nodiscard]] int tid() const { return static_cast<int>(facts_.tid()); }
    [[nodiscard]] const wire::Enrolled& facts() const { return facts_; }

    /// Sends a message whose header is `head` (its body is not used) and whose body is `pieces`. Blocks until their
    /// memory may be used again. A message to a task that does not exist, or that has ended, is dropped. `is_last`: no
    /// other send precedes the next hand_over(), so the first message to a task may wait for the connection at once.
    void send(int to, const packed_message& head, std::span<const std::span<const std::byte>> pieces,
              bool is_last = false);
    /// To be called after the sends of one call of the program: first messages to tasks that have enrolled leave this
    /// process, so that they arrive even if it is killed. Blocks until then, for 0.1 s at most.
    void hand_over();
    /// True if it is known where the task listens: after hand_over(), a message to it has left.
    [[nodiscard]] bool has_located(int tid);
    /// The tasks for which that is true and to which a message has been sent.
    [[nodiscard]] std::vector<int> tasks_sent_to();
    /// The next message in the order of arrival. Blocks until there is one; nothing at the deadline.
    std::optional<packed_message> next(net::deadline until);
    /// The next message that has arrived; never blocks.
    std::optional<packed_message> try_next();

    /// Asks the service and blocks until it answers. Throws net::error closed.
    wire::Answer call(wire::ToService request) { return service_->call(std::move(request)); }
    /// As call(), and `take` gets each message that arrives before the answer. For requests that are answered when
    /// other tasks have done something: they may need an answer of this task first. `take` may destroy this object and
    /// must throw then.
    wire::Answer call_receiving(wire::ToService request, const std::function<void(packed_message)>& take);
    /// True for a message of the library to itself, which the program does not get.
    [[nodiscard]] static bool is_internal(const packed_message& message);
    /// For an internal message that another receive has taken, such as one of a message handler: call_receiving() finds
    /// it.
    void keep_answer(packed_message message) { kept_answer_ = std::move(message); }
    void tell(const wire::ToService& message) { service_->tell(message); }
    /// Blocks until the virtual machine has ended and this process has got SIGTERM for that reason, for `limit` at
    /// most. False at the limit.
    [[nodiscard]] bool await_end_of_virtual_machine(std::chrono::seconds limit) { return service_->await_loss(limit); }
    /// To be called before this task becomes a tasker: it looks for programs with the present variables.
    void keep_variables() { search_.keep_variables(); }

    /// Delivers what was sent, tells the service that the task leaves, and closes all connections.
    void leave();
    /// For a signal handler that has interrupted a call: delivers what was sent, if the call does not hold the lock of
    /// the mailbox. Blocks for some seconds at most; only the first call has an effect. The end of the process does the
    /// rest of leave().
    void deliver_sent() noexcept;

    /// The mailbox, and the messages that next() takes from it.
    [[nodiscard]] net::mailbox& box() { return *box_; }
    static net::selector incoming();
    /// One request for each message that is held: done when next() can take it. They must end before this object.
    std::vector<net::request> ends_of_held();
    /// A request that is done. It must end before this object.
    net::request done_request();

  private:
    /// What this task knows about another one.
    struct peer {
        enum class state { asked, located, ended };
        state what = state::asked;
        bool is_used = false;                  // a message of the program has been sent to it
        std::deque<packed_message> waiting{};  // until it is located
        std::optional<net::error> failure{};   // of sending them
    };
    /// A message that reports the end of a task. It waits for the last message of that task.
    struct held_message {
        packed_message message;
        std::uint32_t ended = 0;
        net::request end;    // a receive that fails when no message of the task can come any more
        std::byte unused{};  // its buffer
    };

    /// A message of the service that the mailbox had no room for.
    struct late_message {
        int tag = 0;
        std::string body{};  // with the trailer
    };

    void open_mailbox(const std::string& service_socket);
    void publish(const net::task_endpoints& where);
    void locate(std::uint32_t tid);
    void use_location(peer& other, const wire::Location& where);
    void take_location(std::uint32_t tid, const wire::Answer& answer);
    void answer(const wire::FindProgram& wanted);
    void take_service_message(const wire::Message& message);
    void give_answer(int number, const wire::Answer& answer);
    void lose_service();
    [[nodiscard]] net::destination to_self(int tag) const;
    void take_late();
    /// The first message of a call waits for the connection; a stored one never waits.
    enum class sending { plain, of_first, of_stored };
    void send_now(std::uint32_t to, const packed_message& head, std::span<const std::span<const std::byte>> pieces,
                  sending how = sending::plain);
    void await_locations();
    std::optional<packed_message> received(net::claimed_message& claimed);
    std::optional<packed_message> opened(net::message arrived);
    void hold(packed_message message, std::uint32_t ended);
    net::request receive_of_end(std::uint32_t ended, std::byte& unused);
    std::optional<packed_message> released();
    void deposit_waiting(std::unique_lock<std::mutex>& lock);

    wire::Enrolled facts_;
    loss_queue losses_;
    tasker_search search_;
    std::unique_ptr<service_link> service_;
    net::detail::socket_driver* driver_ = nullptr;      // owned by the mailbox
    net::detail::mailbox_impl* connections_ = nullptr;  // owned by the mailbox
    std::unique_ptr<net::mailbox> box_;
    std::list<held_message> held_;  // destroyed before the mailbox
    std::mutex mutex_;              // guards peers_ and late_ and, for the thread of the link, driver_ and box_
    std::deque<late_message> late_;
    std::condition_variable located_;
    std::unordered_map<std::uint32_t, peer> peers_;
    std::vector<std::uint32_t> asked_;       // the service has been asked for their places since the last hand_over()
    std::vector<std::uint32_t> first_sent_;  // to these tasks, since the last hand_over()
    net::deadline hand_over_until_;          // if a first message has waited already; otherwise never
    int last_answer_ = 0;                    // the number of the last call_receiving()
    std::optional<packed_message> kept_answer_;
    bool left_ = false;
    bool delivers_sent_ = false;
};

}  // namespace banyan::pvm3
