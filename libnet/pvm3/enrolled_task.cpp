#include "libnet/pvm3/enrolled_task.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/base/cores.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/handing_over.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/message_trailer.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "libnet/transport/socket/socket_driver.hpp"

namespace banyan::pvm3 {
namespace {

using namespace std::chrono_literals;
constexpr std::size_t most_deposit_bytes = longest_service_frame_bytes - 65536;  // of one message
constexpr auto longest_hand_over = 100ms;                                        // of the first messages to tasks
constexpr auto longest_location = 60s;  // of a task that has not enrolled, at the end of this one
constexpr auto longest_delivery = 1s;   // in a signal handler

net::mailbox_options options_of_pvm() {
    net::mailbox_options options;
    options.unexpected_cap_bytes = std::size_t{1} << 30;
    options.send_buffer_bytes = std::size_t{1} << 40;  // pvm_send returns before the receiver is ready
    // Two tasks that spin on one core stay there; a task that sleeps is woken on an idle one.
    options.spin = std::chrono::microseconds(50);
    options.eager_limit_bytes = std::size_t{3} << 20;
    return options;
}

net::detail::socket_settings settings_of(const wire::Enrolled& facts, const std::string& service_socket,
                                         const net::mailbox_options& options, std::uint64_t credit_window_bytes) {
    net::secret_key secret{};
    if (facts.secret().size() != secret.size())
        throw net::error(net::errc::protocol_violation, "the PVM service's answer is not complete");
    std::memcpy(secret.data(), facts.secret().data(), secret.size());
    return {.self = net::task_id{facts.tid()},
            .host = facts.host(),
            .data_addresses = {facts.data_addresses().begin(), facts.data_addresses().end()},
            .socket_directory = task_sockets_beside(service_socket),
            .open_membership = true,
            .secret = secret,
            .kind = options.transport,
            .encryption = facts.plain_data() ? net::encryption_kind::none : options.encryption,
            .credit_window_bytes = credit_window_bytes,
            .connect_timeout = options.connect_timeout,
            .silence_limit = options.silence_limit};
}

std::string own_program() {
    std::error_code unknown;
    return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
}

// The virtual machine or its service has ended, and its tasks end with it.
void end_with_virtual_machine() {
    if (pvmautoerr != 0) print_line("the virtual machine has ended, so this task ends");
    ::kill(::getpid(), SIGTERM);
}

}  // namespace

enrolled_task::enrolled_task(const std::string& socket, std::uint32_t expected) {
    service_ = std::make_unique<service_link>(
        socket,
        service_link::handlers{.message = [this](const wire::Message& message) { take_service_message(message); },
                               .ended = [this](std::uint32_t tid) { losses_.add(tid); },
                               .signal = [](int number) { ::kill(::getpid(), number); },
                               .find_program = [this](const wire::FindProgram& wanted) { answer(wanted); },
                               .lost = [this] { lose_service(); }});
    wire::ToService request;
    request.mutable_enrol()->set_version(service_protocol_version);
    request.mutable_enrol()->set_expected(expected);
    request.mutable_enrol()->set_pid(::getpid());
    request.mutable_enrol()->set_program(own_program());
    request.mutable_enrol()->set_name(the_library().chosen_name);
    const auto enrolled = service_->ask_first(std::move(request));
    if (!enrolled.has_enrolled()) throw net::error(net::errc::attach_failed, "the PVM service refused this task");
    facts_ = enrolled.enrolled();
    service_->start();
    open_mailbox(socket);
}

void enrolled_task::open_mailbox(const std::string& service_socket) {
    const auto options = options_of_pvm();
    const net::task_id self{facts_.tid()};
    auto impl = std::make_unique<net::detail::mailbox_impl>(self, options, 0, net::detail::usable_cores() < 2);
    auto driver = net::detail::socket_driver::make(
        settings_of(facts_, service_socket, options, impl->credit_window_bytes()), *impl);
    driver->watch(losses_.descriptor());
    const auto where = driver->endpoints();
    auto* const links = driver.get();
    connections_ = impl.get();
    impl->use_driver(std::move(driver));
    impl->use_loss_source([this] { return losses_.take(); });
    {
        const std::lock_guard lock(mutex_);
        box_ = std::make_unique<net::mailbox>(std::move(impl));
        driver_ = links;
        if (facts_.has_parent_at()) use_location(peers_[facts_.parent_at().tid()], facts_.parent_at());
    }
    publish(where);
}

// From now on messages come from other tasks and from the service.
void enrolled_task::publish(const net::task_endpoints& where) {
    wire::ToService message;
    auto& endpoints = *message.mutable_publish()->mutable_endpoints();
    for (const auto& address : where.tcp)
        endpoints.add_tcp(address);
    endpoints.set_unix_path(where.unix_path);
    service_->tell(message);
}

enrolled_task::~enrolled_task() {
    service_->close();
    held_.clear();
    box_.reset();
}

// --- sending

void enrolled_task::send(int to, const packed_message& head, std::span<const std::span<const std::byte>> pieces,
                         bool is_last) {
    const auto other = static_cast<std::uint32_t>(to);
    if (to == tid()) return send_now(other, head, pieces);
    bool is_first = false;
    {
        std::unique_lock lock(mutex_);
        const auto [found, is_new] = peers_.try_emplace(other);
        if (found->second.what == peer::state::ended) return;
        is_first = !std::exchange(found->second.is_used, true) && found->second.what == peer::state::located;
        if (is_first) first_sent_.push_back(other);
        if (found->second.what == peer::state::asked) {
            auto& stored = found->second.waiting.emplace_back(head);
            stored.body.clear();
            for (const auto piece : pieces)
                stored.body.insert(stored.body.end(), piece.begin(), piece.end());
            if (!is_new) return;
            lock.unlock();
            asked_.push_back(other);
            return locate(other);
        }
    }
    const bool connects = is_first && is_last;
    if (connects) hand_over_until_ = net::deadline(longest_hand_over);
    send_now(other, head, pieces, connects ? sending::of_first : sending::plain);
}

// The service answers in order. So when it has answered this question, those tasks that have enrolled are located.
void enrolled_task::await_locations() {
    if (asked_.empty()) return;
    wire::ToService question;
    question.mutable_task_status()->set_tid(asked_.back());
    service_->call(std::move(question));
    const std::lock_guard lock(mutex_);
    std::optional<net::error> failure;
    for (const auto asked : std::exchange(asked_, {})) {
        auto& other = peers_.at(asked);
        if (other.failure) failure = std::exchange(other.failure, std::nullopt);
        if (other.what == peer::state::located) first_sent_.push_back(asked);
    }
    if (failure) throw net::error(*failure);
}

// The first message to a task waits for a connection. When the kernel has it, it arrives even if this process is killed
// or becomes another program.
void enrolled_task::hand_over() {
    await_locations();
    if (first_sent_.empty()) return;
    const auto until = std::exchange(hand_over_until_, {});
    hand_over_messages(*connections_, std::exchange(first_sent_, {}),
                       until.is_never() ? net::deadline(longest_hand_over) : until);
}

bool enrolled_task::has_located(int tid) {
    const std::lock_guard lock(mutex_);
    const auto found = peers_.find(static_cast<std::uint32_t>(tid));
    return found != peers_.end() && found->second.what == peer::state::located;
}

std::vector<int> enrolled_task::tasks_sent_to() {
    std::vector<int> result;
    const std::lock_guard lock(mutex_);
    for (const auto& [tid, other] : peers_)
        if (other.what == peer::state::located && other.is_used) result.push_back(static_cast<int>(tid));
    return result;
}

void enrolled_task::send_now(std::uint32_t to, const packed_message& head,
                             std::span<const std::span<const std::byte>> pieces, sending how) {
    const auto trailer = encode_trailer(head, 0);
    std::vector<std::span<const std::byte>> all(pieces.begin(), pieces.end());
    all.emplace_back(trailer);
    const std::span<const std::span<const std::byte>> list = all;
    try {
        const net::destination receiver{net::task_id{to}, net::tag{head.tag}, message_context};
        const net::const_regions payload(list);
        if (how == sending::of_first)
            return send_first_message(*box_, *connections_, receiver, payload, hand_over_until_);
        if (how == sending::of_stored && box_->try_send(receiver, payload)) return;
        box_->send(receiver, payload);
    } catch (const net::error& failed) {
        if (failed.which() == net::errc::resource_limit) throw;  // otherwise the task has ended
    }
}

void enrolled_task::locate(std::uint32_t tid) {
    wire::ToService request;
    request.mutable_locate()->set_tid(tid);
    service_->call_later(std::move(request), [this, tid](const wire::Answer& answer) { take_location(tid, answer); });
}

// In the thread of the service link, which does not wait. Messages of the program wait until the stored ones are sent.
void enrolled_task::take_location(std::uint32_t tid, const wire::Answer& answer) {
    std::deque<packed_message> waiting;
    const std::lock_guard lock(mutex_);
    if (!driver_) return;  // this task is leaving
    auto& other = peers_[tid];
    waiting.swap(other.waiting);
    if (answer.status() < 0 || !answer.has_location()) {
        other.what = peer::state::ended;
        return located_.notify_all();
    }
    use_location(other, answer.location());
    try {
        for (const auto& message : waiting) {
            const std::span<const std::byte> body(message.body);
            send_now(tid, message, std::span(&body, 1), sending::of_stored);
        }
    } catch (const net::error& failed) {  // for the call that waits in await_locations()
        other.failure = failed;
    }
    located_.notify_all();
}

// With the lock.
void enrolled_task::use_location(peer& other, const wire::Location& where) {
    const auto& at = where.endpoints();
    driver_->add_member({net::task_id{where.tid()},
                         where.host(),
                         net::host_id{where.host_number()},
                         {{at.tcp().begin(), at.tcp().end()}, at.unix_path()}});
    other.what = peer::state::located;
}

// --- events of the service, in the thread of its link

void enrolled_task::answer(const wire::FindProgram& wanted) {
    wire::ToService message;
    *message.mutable_program_found() = search_.answer(wanted);
    service_->tell(message);
}

// The service's messages take the way of all others, so that one wait is enough for both.
void enrolled_task::take_service_message(const wire::Message& message) {
    packed_message head{message.source(), message.tag(), message.context(), message.wait_id(), message.encoding(), {}};
    const auto trailer = encode_trailer(head, message.after_last_of());
    const std::span<const std::byte> pieces[] = {std::as_bytes(std::span(message.body())), trailer};
    const std::span<const std::span<const std::byte>> list = pieces;
    if (message.after_last_of() != 0) losses_.add(message.after_last_of());
    const std::lock_guard lock(mutex_);
    if (!driver_) return;
    if (late_.empty() && box_->try_send(to_self(head.tag), net::const_regions(list))) return;
    late_.push_back({head.tag, message.body()});
    late_.back().body.append(reinterpret_cast<const char*>(trailer.data()), trailer.size());
}

net::destination enrolled_task::to_self(int tag) const {
    return {net::task_id{facts_.tid()}, net::tag{tag}, message_context};
}

// The program has not received for a long time: more messages, such as output of children, wait than the mailbox
// stores.
void enrolled_task::take_late() {
    const std::lock_guard lock(mutex_);
    while (!late_.empty() && box_->try_send(to_self(late_.front().tag), std::as_bytes(std::span(late_.front().body))))
        late_.pop_front();
}

// --- the end

void enrolled_task::lose_service() {
    end_with_virtual_machine();
    give_answer(0, {});
}

void enrolled_task::leave() {
    if (std::exchange(left_, true)) return;
    held_.clear();
    std::unique_ptr<net::mailbox> last;
    {
        std::unique_lock lock(mutex_);
        deposit_waiting(lock);
        driver_ = nullptr;
        last = std::move(box_);
    }
    last.reset();  // delivers what was sent
    wire::ToService request;
    request.mutable_exit();
    try {
        (void)service_->call(std::move(request));
    } catch (const net::error&) {  // the virtual machine has ended meanwhile
    }
    service_->close();
}

void enrolled_task::deliver_sent() noexcept {
    if (!std::exchange(delivers_sent_, true)) (void)connections_->deliver_buffered(longest_delivery);
}

// The service keeps messages for tasks that have not enrolled yet. Long ones wait here.
void enrolled_task::deposit_waiting(std::unique_lock<std::mutex>& lock) {
    const auto has_long_ones = [](const auto& entry) {
        const auto& waiting = entry.second.waiting;
        return std::any_of(waiting.begin(), waiting.end(),
                           [](const packed_message& m) { return m.body.size() > most_deposit_bytes; });
    };
    located_.wait_for(lock, longest_location,
                      [&] { return std::none_of(peers_.begin(), peers_.end(), has_long_ones); });
    for (auto& [tid, other] : peers_) {
        for (const auto& stored : other.waiting) {
            if (stored.body.size() > most_deposit_bytes) continue;
            wire::ToService message;
            auto& deposit = *message.mutable_deposit();
            deposit.set_to(tid);
            deposit.mutable_message()->set_source(static_cast<int>(facts_.tid()));
            deposit.mutable_message()->set_tag(stored.tag);
            deposit.mutable_message()->set_context(stored.context);
            deposit.mutable_message()->set_wait_id(stored.wait_id);
            deposit.mutable_message()->set_encoding(stored.encoding);
            deposit.mutable_message()->set_body(stored.body.data(), stored.body.size());
            service_->tell(message);
        }
        other.waiting.clear();
    }
}

}  // namespace banyan::pvm3
