#include "banyan/net/thread_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

#include "libnet/base/cores.hpp"
#include "libnet/joining/check_options.hpp"
#include "libnet/joining/thread_failures.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/transport/in_process/hub.hpp"
#include "libnet/transport/socket/socket_driver.hpp"

namespace banyan::net {
namespace {

// A folder of mode 0700 that is removed with the object.
class scratch_folder {
  public:
    scratch_folder() {
        std::error_code failed;
        path_ = (std::filesystem::temp_directory_path(failed) / "banyan-world-XXXXXX").string();
        if (!failed && !::mkdtemp(path_.data())) failed.assign(errno, std::generic_category());
        if (failed)
            throw error(errc::resource_limit,
                        fmt::format("run_threads cannot make a folder for its sockets: {}; set TMPDIR to a folder that "
                                    "you can write to",
                                    failed.message()));
    }
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

// The data that the threads share, and the mailboxes until their threads take them.
class thread_world {
  public:
    thread_world(int size, transport_kind kind, const mailbox_options& options);
    void run(const std::function<void(group& world)>& body);

  private:
    void use_sockets(const std::vector<std::unique_ptr<detail::mailbox_impl>>& boxes, transport_kind kind,
                     const mailbox_options& options);
    void use_memory(const std::vector<std::unique_ptr<detail::mailbox_impl>>& boxes);
    void tell_given_up(std::size_t by, task_id peer, const std::string& why);
    void run_rank(std::size_t rank, const std::function<void(group& world)>& body);

    std::size_t size_;
    std::optional<scratch_folder> folder_;  // for the Unix-domain sockets
    detail::thread_failures losses_;
    std::shared_ptr<detail::in_process_hub> hub_ = std::make_shared<detail::in_process_hub>();
    std::vector<task_id> tasks_;
    std::vector<std::unique_ptr<mailbox>> mailboxes_;
    std::vector<std::exception_ptr> failures_;
    std::atomic<int> first_failed_{-1};
};

thread_world::thread_world(int size, transport_kind kind, const mailbox_options& options)
    : size_(static_cast<std::size_t>(size)), losses_(size_), failures_(size_) {
    const bool oversubscribed = size > detail::usable_cores();
    std::vector<std::unique_ptr<detail::mailbox_impl>> boxes;
    for (std::size_t i = 0; i < size_; ++i) {
        tasks_.push_back(task_id::make(1, static_cast<std::uint32_t>(i + 1)));
        boxes.push_back(std::make_unique<detail::mailbox_impl>(tasks_.back(), options, size_ - 1, oversubscribed));
        boxes.back()->use_loss_source([this, i] { return losses_.take(i); });
        boxes.back()->use_give_up_handler(
            [this, i](task_id peer, errc, const std::string& why) { tell_given_up(i, peer, why); });
    }
    if (kind == transport_kind::in_process)
        use_memory(boxes);
    else
        use_sockets(boxes, kind, options);
    for (auto& box : boxes)
        mailboxes_.push_back(std::make_unique<mailbox>(std::move(box)));
}

void thread_world::use_memory(const std::vector<std::unique_ptr<detail::mailbox_impl>>& boxes) {
    std::vector<member> members;
    for (const task_id task : tasks_)
        members.push_back({task, "", host_id{1}, {}});
    for (const auto& box : boxes) {
        box->use_members(members);
        box->use_driver(detail::make_in_process_driver(hub_, box->self(), box->credit_window_bytes(), *box));
    }
}

void thread_world::use_sockets(const std::vector<std::unique_ptr<detail::mailbox_impl>>& boxes, transport_kind kind,
                               const mailbox_options& options) {
    detail::socket_settings settings{.self = {},
                                     .host = "localhost",
                                     .data_addresses = {"127.0.0.1"},
                                     .socket_directory = folder_.emplace().path(),
                                     .secret = make_secret(),
                                     .kind = kind,
                                     .encryption = options.encryption,
                                     .credit_window_bytes = 0,
                                     .connect_timeout = options.connect_timeout,
                                     .silence_limit = options.silence_limit};
    std::vector<std::unique_ptr<detail::socket_driver>> drivers;
    std::vector<member> members;
    for (const auto& box : boxes) {
        settings.self = box->self();
        settings.credit_window_bytes = box->credit_window_bytes();
        drivers.push_back(detail::socket_driver::make(settings, *box));
        members.push_back({box->self(), settings.host, host_id{1}, drivers.back()->endpoints()});
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        drivers[i]->set_members(members);
        drivers[i]->watch(losses_.descriptor(i));
        boxes[i]->use_members(members);
        boxes[i]->use_driver(std::move(drivers[i]));
    }
}

void thread_world::tell_given_up(std::size_t by, task_id peer, const std::string& why) {
    const auto other = std::find(tasks_.begin(), tasks_.end(), peer) - tasks_.begin();
    losses_.add_for(static_cast<std::size_t>(other),
                    {.task = tasks_[by],
                     .text = fmt::format("rank {} (task {:x}) has closed the connection to this task: {}", by,
                                         tasks_[by].value, why),
                     .link_only = true});
}

void thread_world::run_rank(std::size_t rank, const std::function<void(group& world)>& body) {
    try {
        group world =
            detail::group_state::make_world(*mailboxes_[rank], tasks_, std::vector<std::string>(size_, "localhost"));
        body(world);
    } catch (...) {
        failures_[rank] = std::current_exception();
        int none = -1;
        first_failed_.compare_exchange_strong(none, static_cast<int>(rank));
        losses_.add(rank, {.task = tasks_[rank],
                           .text = fmt::format("rank {} (task {:x}) has failed", rank, tasks_[rank].value)});
        hub_->wake_all();
    }
    mailboxes_[rank].reset();  // delivers the messages that were sent
    losses_.add(rank, {.task = tasks_[rank],
                       .text = fmt::format("rank {} (task {:x}) has ended", rank, tasks_[rank].value),
                       .orderly = true});
    hub_->wake_all();
}

void thread_world::run(const std::function<void(group& world)>& body) {
    enum class gate { closed, open, cancelled };
    std::atomic<gate> state{gate::closed};  // no rank begins before all threads have been started
    std::vector<std::thread> threads;
    std::string reason;
    try {
        threads.reserve(size_);
        for (std::size_t rank = 0; rank < size_; ++rank)
            threads.emplace_back([&, rank] {
                state.wait(gate::closed);
                if (state == gate::open) run_rank(rank, body);
            });
    } catch (const std::exception& none) {  // std::system_error or std::bad_alloc
        reason = none.what();
    }
    const std::size_t started = threads.size();
    state = started == size_ ? gate::open : gate::cancelled;
    state.notify_all();
    for (auto& thread : threads)
        thread.join();
    if (started < size_)
        throw error(errc::resource_limit,
                    fmt::format("run_threads could start {} of {} threads: {}; raise the limit (ulimit -u for threads, "
                                "ulimit -v for their memory) or use fewer ranks",
                                started, size_, reason));
    if (const int first = first_failed_; first >= 0) std::rethrow_exception(failures_[static_cast<std::size_t>(first)]);
}

}  // namespace

void run_threads(int size, const std::function<void(group& world)>& body, transport_kind kind,
                 const mailbox_options& options) {
    if (size < 1)
        throw error(errc::invalid_argument, fmt::format("run_threads: the size is {}; it must be at least 1", size));
    thread_world(size, kind, detail::checked(options)).run(body);
}

}  // namespace banyan::net
