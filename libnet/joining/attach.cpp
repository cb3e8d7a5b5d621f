// The task's connection to its daemon: a blocking socket that reads only the bytes of the current frame.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <system_error>

#include "banyan/net/error.hpp"
#include "libnet/base/number_text.hpp"
#include "libnet/joining/attach_protocol.hpp"
#include "libnet/joining/attachment.hpp"
#include "libnet/joining/control.pb.h"
#include "libnet/joining/own_service.hpp"
#include "libnet/joining/wait_report_wire.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::net {
namespace {

constexpr std::chrono::seconds longest_send{1};

[[noreturn]] void fail(const std::string& text) {
    throw error(errc::attach_failed, text);
}

std::string system_text(int number) {
    return std::generic_category().message(number);
}

/// A connected socket that is closed by its destructor.
class descriptor {
  public:
    explicit descriptor(int fd) : fd_(fd) {}
    ~descriptor() { close(); }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

  private:
    int fd_;
};

loss from_wire(const control::Loss& lost) {
    return {task_id{lost.task()}, lost.text(), lost.host_lost(), lost.orderly(), lost.link_only()};
}

class daemon_attachment final : public attachment {
  public:
    daemon_attachment(const std::string& path, task_id self, deadline until)
        : socket_(connect_to_own_service(path, "attach: the daemon")) {
        control::ToDaemon hello;
        hello.mutable_attach()->set_version(attach_protocol_version);
        hello.mutable_attach()->set_task(self.value);
        send(hello);
        take_facts(wait_for_frame(until, "the daemon's answer"));
    }

    [[nodiscard]] const assignment& facts() const override { return facts_; }
    [[nodiscard]] const rank_speeds& speeds() const override { return speeds_; }
    [[nodiscard]] int native_handle() const override { return socket_.get(); }

    std::vector<member> exchange(const task_endpoints& mine, deadline until) override {
        control::ToDaemon publish;
        auto& endpoints = *publish.mutable_publish();
        for (const auto& tcp : mine.tcp)
            endpoints.add_tcp(tcp);
        endpoints.set_unix_path(mine.unix_path);
        send(publish);
        const std::string awaited = "all " + std::to_string(facts_.size) +
                                    " tasks of the run to attach; a task attaches when it makes its session, and "
                                    "`banyan ps --waits` shows those that have not attached";
        for (;;) {
            const auto frame = wait_for_frame(until, awaited);
            if (frame.has_loss()) refuse_early_loss(frame.loss());
            if (frame.has_table()) return take_table(frame.table());
        }
    }

    std::optional<loss> try_next_loss() override {
        if (losses_.empty()) poll_losses();
        if (losses_.empty()) return std::nullopt;
        auto first = std::move(losses_.front());
        losses_.pop_front();
        return first;
    }

    void use_reporter(std::function<detail::wait_snapshot()> reporter) override { reporter_ = std::move(reporter); }

    [[nodiscard]] bool is_lost() const override { return lost_; }

    void leave() override {
        control::ToDaemon message;
        message.mutable_leave();
        tell(message);
    }

    void give_up(task_id peer, errc why, const std::string& text) override {
        control::ToDaemon message;
        message.mutable_gave_up()->set_peer(peer.value);
        message.mutable_gave_up()->set_code(static_cast<int>(why));
        message.mutable_gave_up()->set_text(text);
        tell(message);
    }

    bool tell_failure(const std::string& text, task_id follows) noexcept override {
        try {
            control::ToDaemon message;
            message.mutable_failure()->set_text(text);
            message.mutable_failure()->set_follows(follows.value);
            return tell(message);
        } catch (const std::exception&) {
            return false;
        }
    }

  private:
    // Returns false if the connection to the daemon is lost.
    bool tell(const control::ToDaemon& message) {
        if (lost_) return false;
        try {
            send(message);
            return true;
        } catch (const error&) {
            return false;
        }
    }

    void send(const control::ToDaemon& message) {
        const std::string frame = control_frame(message.SerializeAsString());
        const std::unique_lock whole(sending_,
                                     longest_send);  // bounded: a thread that fails while it sends must end too
        if (!whole) fail("attach: another thread is blocked while it sends to the daemon");
        for (std::size_t sent = 0; sent < frame.size();) {
            const auto n = ::send(socket_.get(), frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) fail("attach: the daemon is lost: " + system_text(errno));
            sent += static_cast<std::size_t>(n);
        }
    }

    // Reads available bytes of the next frame and none beyond it, so that frames that wait keep the socket readable.
    // Returns false if there are none. Throws if the daemon has closed the connection.
    bool read_some() {
        std::byte chunk[16384];
        for (;;) {
            const std::size_t most = std::min(sizeof chunk, reader_.wanted_bytes());
            const auto n = ::recv(socket_.get(), chunk, most, MSG_DONTWAIT);
            if (n > 0) {
                reader_.feed({chunk, static_cast<std::size_t>(n)});
                return true;
            }
            if (n == 0) fail("attach: the daemon has ended");
            if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
            if (errno != EINTR) fail("attach: the daemon is lost: " + system_text(errno));
        }
    }

    std::optional<control::ToTask> next_frame() {
        const auto body = reader_.next();
        if (!body) return std::nullopt;
        control::ToTask frame;
        if (!frame.ParseFromString(*body))
            throw error(errc::protocol_violation, "attach: a frame of the daemon cannot be decoded");
        return frame;
    }

    control::ToTask wait_for_frame(deadline until, const std::string& what) {
        for (;;) {
            if (auto frame = next_frame()) return std::move(*frame);
            if (!read_some()) wait_readable(until, what);
        }
    }

    void wait_readable(deadline until, const std::string& what) const {
        pollfd wanted{socket_.get(), POLLIN, 0};
        int timeout_ms = -1;
        if (!until.is_never()) {
            const auto left = until.when() - deadline::clock::now();
            if (left <= left.zero())
                throw error(errc::timeout, "attach: the deadline passed while waiting for " + what);
            const auto left_ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
            timeout_ms = static_cast<int>(std::min<std::int64_t>(left_ms, 60'000));
        }
        if (::poll(&wanted, 1, timeout_ms) < 0 && errno != EINTR) fail("attach: poll: " + system_text(errno));
    }

    void take_facts(const control::ToTask& answer) {
        if (answer.has_refusal()) fail("attach: the daemon refused this task: " + answer.refusal().text());
        const auto& told = answer.facts();
        if (!answer.has_facts() || told.secret().size() != facts_.secret.size() || told.size() < 1)
            throw error(errc::protocol_violation, "attach: the daemon's answer is not complete");
        facts_.self = task_id{told.task()};
        facts_.rank = told.rank();
        facts_.size = told.size();
        facts_.host = told.host();
        facts_.data_addresses.assign(told.data_addresses().begin(), told.data_addresses().end());
        facts_.socket_directory = told.socket_directory();
        facts_.tasks_on_host = told.tasks_on_host();
        facts_.plain_data = told.plain_data();
        std::memcpy(facts_.secret.data(), told.secret().data(), facts_.secret.size());
    }

    std::vector<member> take_table(const control::Table& table) {
        if (table.members_size() != facts_.size)
            throw error(errc::protocol_violation, "attach: a table of " + std::to_string(table.members_size()) +
                                                      " members for a run of " + std::to_string(facts_.size));
        for (const auto& entry : table.members()) {
            const auto& at = entry.endpoints();
            members_.push_back({task_id{entry.task()},
                                entry.host(),
                                host_id{entry.host_number()},
                                {{at.tcp().begin(), at.tcp().end()}, at.unix_path()}});
        }
        take_speeds(table);
        return members_;
    }

    void take_speeds(const control::Table& table) {
        const bool measured = table.speeds_measured_at() > 0;
        speeds_.source = measured ? speed_source::measured : speed_source::declared;
        speeds_.measured_at = std::chrono::sys_seconds(std::chrono::seconds(table.speeds_measured_at()));
        for (const auto& entry : table.members())
            speeds_.values.push_back(std::isfinite(entry.speed()) && entry.speed() > 0 ? entry.speed() : 1.0);
    }

    [[noreturn]] static void refuse_early_loss(const control::Loss& lost) {
        throw error(lost.host_lost() ? errc::host_lost : errc::peer_lost,
                    "attach: a task of the run was lost before all had attached: " + lost.text(), task_id{lost.task()});
    }

    void poll_losses() {
        if (lost_) return;
        try {
            do {
                while (const auto frame = next_frame()) {
                    if (frame->has_loss()) losses_.push_back(from_wire(frame->loss()));
                    if (frame->has_report_request()) answer(frame->report_request());
                }
            } while (read_some());
        } catch (const error& gone) {
            lose_all_members(gone.what());
        }
    }

    void answer(const control::ReportRequest& request) {
        if (!reporter_) return;
        try {
            control::ToDaemon message;
            message.mutable_report()->set_request(request.request());
            detail::to_wire(reporter_(), *message.mutable_report());
            tell(message);
        } catch (const std::bad_alloc&) {  // then there is no answer
        }
    }

    // Without its daemon this task gets no more reports of deaths, and the daemon's spawner ends the task.
    void lose_all_members(const std::string& why) {
        lost_ = true;
        discard_the_rest();
        for (const auto& other : members_)
            if (other.task != facts_.self)
                losses_.push_back(
                    {other.task, "the daemon of host " + facts_.host + " is lost (" + why + ")", true, false});
    }

    // Unread bytes would wake the thread that watches the connection repeatedly.
    void discard_the_rest() {
        std::byte chunk[4096];
        ::shutdown(socket_.get(), SHUT_RDWR);
        while (::recv(socket_.get(), chunk, sizeof chunk, MSG_DONTWAIT) > 0) {
        }
    }

    descriptor socket_;
    std::timed_mutex sending_;
    control_frame_reader reader_;
    assignment facts_;
    std::vector<member> members_;
    rank_speeds speeds_;
    std::deque<loss> losses_;
    std::function<detail::wait_snapshot()> reporter_;
    std::atomic<bool> lost_{false};
};

}  // namespace

std::unique_ptr<attachment> attach_from_environment(deadline until) {
    const char* path = std::getenv(daemon_socket_variable);
    const char* task = std::getenv(task_variable);
    if (path == nullptr || task == nullptr) return nullptr;
    const auto id = number_in<task_id::rep>(task);
    if (!id || *id == 0) fail(std::string("attach: ") + task_variable + " must be a task id, not '" + task + "'");
    return std::make_unique<daemon_attachment>(path, task_id{*id}, until);
}

}  // namespace banyan::net
