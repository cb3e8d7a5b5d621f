// The messages of one collective: addressed by rank, in the group's collective context, with the collective's tags,
// counted.
#pragma once

#include <exception>
#include <span>
#include <string>

#include "banyan/net/persistent_messages.hpp"
#include "libnet/collectives/collective_watch.hpp"

namespace banyan::net {

/// Made at the start of every collective by run_collective(), on all ranks of the group in the same order. Borrows the
/// group. Blocking calls throw errc::timeout at the deadline given here, peer_lost or host_lost when any member dies,
/// and the reported error when any member fails.
class collective_messages {
  public:
    /// Marks a second part of the group's last collective.
    struct continued {};

    /// Throws at once if the group has failed.
    collective_messages(const group& g, const collective_call& call, deadline until);
    collective_messages(const group& g, continued, deadline until);

    [[nodiscard]] int rank() const { return group_.rank().value; }
    [[nodiscard]] int size() const { return group_.size(); }
    [[nodiscard]] collective_watch& watch() { return watch_; }

    /// Compares the call with a neighbour's if mailbox_options::check_collectives is set. Every rank is compared with
    /// the rank before it, so every difference is found.
    void check();

    /// The length that a transfer of a schedule must have; `peer` is -1 for a send.
    struct expected_length {
        int peer = -1;
        std::size_t bytes = 0;
    };
    /// Blocks until all are done. Throws errc::collective_mismatch for a message of another length.
    void finish(request_span requests, std::span<const expected_length> expected);

    void send(int to, std::span<const std::byte> bytes);
    /// Receives exactly bytes.size() bytes. Throws errc::collective_mismatch for another length: the ranks called the
    /// collective with different lengths.
    void recv(int from, std::span<std::byte> bytes);
    /// Sends to one rank while it receives from another rank or the same one.
    void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in);
    [[nodiscard]] request async_send(int to, std::span<const std::byte> bytes);
    [[nodiscard]] request async_recv(int from, std::span<std::byte> bytes);
    // For collectives that run many times: transfers that are prepared by any run and started by this one and others.
    [[nodiscard]] persistent_request prepared_send(int to, std::span<const std::byte> bytes) const;
    [[nodiscard]] persistent_request prepared_recv(int from, std::span<std::byte> bytes) const;
    void start_send(persistent_request& prepared, std::size_t size_bytes);
    void start_recv(persistent_request& prepared) { prepared.start(data_tag()); }
    /// Waits for a receive. Throws as recv().
    void finish_recv(request& pending, int from, std::size_t expected_bytes);
    /// As net::wait_all, but also ends when a member has died or failed.
    void wait_all(std::span<request> requests);

  private:
    [[nodiscard]] task_id task(int r) const { return group_.task(net::rank{r}); }
    [[nodiscard]] tag data_tag() const { return tags_.of_phase(phase_); }
    void count_message(std::size_t size_bytes);

    const group& group_;
    detail::group_state& shared_;
    collective_state& state_;
    const std::uint64_t sequence_;
    collective_tag tags_;
    int phase_ = 0;
    deadline until_;
    collective_watch watch_;
};

/// One collective of the group at a time. Waits for those that were started without blocking. Throws
/// errc::invalid_argument if the program calls a collective in the operation of another one, or in two threads at once;
/// otherwise their messages would be mixed. Of two threads it finds most calls, not all.
class only_collective {
  public:
    only_collective(const group& g, deadline until);
    only_collective(const only_collective&) = delete;
    only_collective& operator=(const only_collective&) = delete;
    ~only_collective() { state_.is_under_way = false; }

  private:
    collective_state& state_;
};

/// An exception of a function of the program. It fails the group with collective_failed whatever its type is: an error
/// of the library in such a function is not one of the collective.
struct program_failure {
    std::exception_ptr thrown;
    std::string text;
};

/// Calls a function of the program inside a collective. Throws program_failure.
template <class F>
void call_program(F call) {
    try {
        call();
    } catch (const std::exception& why) {
        throw program_failure{std::current_exception(), why.what()};
    } catch (...) {
        throw program_failure{std::current_exception(), "an exception of unknown type"};
    }
}

/// Calls body(messages). An exception fails the group on all its ranks.
template <class Start, class Body>
auto run_collective(const group& g, const Start& start, deadline until, Body body) {
    const only_collective only(g, until);
    collective_messages messages(g, start, until);
    try {
        messages.check();
        return body(messages);
    } catch (const program_failure& failed) {
        messages.watch().fail(failed.text.c_str());
        std::rethrow_exception(failed.thrown);
    } catch (const error& why) {
        messages.watch().fail(why);
        if (why.which() == errc::timeout) throw messages.watch().timed_out(why);
        throw;
    } catch (const std::exception& why) {
        messages.watch().fail(why.what());
        throw;
    } catch (...) {
        messages.watch().fail("an exception of unknown type");
        throw;
    }
}

/// Throws errc::revoked if this member has been told that the group is revoked. For calls that send no message.
void expect_not_revoked(const group& g);

/// Throws errc::invalid_argument, naming the operation, unless `root` is a rank of the group. Call it, like every check
/// of arguments, before the collective begins: then the group stays usable.
inline void check_root(const group& g, rank root) {
    (void)g.task(root);
}

}  // namespace banyan::net
