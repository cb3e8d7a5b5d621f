#include "banyan/net/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "libnet/base/cores.hpp"
#include "libnet/base/environment.hpp"
#include "libnet/joining/attachment.hpp"
#include "libnet/joining/check_options.hpp"
#include "libnet/joining/live_session.hpp"
#include "libnet/joining/session_trace.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/transport/in_process/hub.hpp"
#include "libnet/transport/socket/socket_driver.hpp"

namespace banyan::net {
namespace {

transport_kind transport_from_environment(transport_kind otherwise) {
    const std::string name = environment_value("BANYAN_TRANSPORT");
    if (name.empty()) return otherwise;
    if (name == "auto") return transport_kind::automatic;
    if (name == "tcp") return transport_kind::tcp;
    if (name == "unix") return transport_kind::unix_domain;
    throw error(errc::invalid_argument,
                fmt::format("BANYAN_TRANSPORT is \"{}\"; allowed values are auto, tcp and unix", name));
}

// If all tasks of a run are on one host, they use paths only: no port is open to other users and hosts.
std::vector<std::string> addresses_to_listen_on(const assignment& facts, transport_kind kind) {
    const bool one_host = facts.tasks_on_host == facts.size && !facts.socket_directory.empty();
    return kind == transport_kind::automatic && one_host ? std::vector<std::string>{} : facts.data_addresses;
}

detail::socket_settings settings_of(const assignment& facts, const mailbox_options& options,
                                    std::uint64_t credit_window_bytes) {
    const bool plain = facts.plain_data && options.encryption == encryption_kind::between_hosts;
    return {.self = facts.self,
            .host = facts.host,
            .data_addresses = addresses_to_listen_on(facts, options.transport),
            .socket_directory = facts.socket_directory,
            .secret = facts.secret,
            .kind = options.transport,
            .encryption = plain ? encryption_kind::none : options.encryption,
            .credit_window_bytes = credit_window_bytes,
            .connect_timeout = options.connect_timeout,
            .silence_limit = options.silence_limit};
}

}  // namespace

struct session::state {
    std::unique_ptr<attachment> daemon;  // destroyed after the mailbox, which asks it for losses
    std::unique_ptr<mailbox> box;
    std::unique_ptr<group> world;
    rank_speeds speeds;
    std::unique_ptr<detail::session_trace> trace;  // destroyed before the mailbox; nullptr without tracing
    const pid_t process = ::getpid();
    std::optional<detail::live_session>
        live;  // of an attached session; last, so that it is destroyed before the objects that it uses

    void join(const mailbox_options& options, deadline until);
    void start_alone(const mailbox_options& options);
};

void session::state::join(const mailbox_options& options, deadline until) {
    const assignment& facts = daemon->facts();
    const auto tracing = detail::trace_settings_from_environment();
    live.emplace(*daemon);
    const bool oversubscribed = facts.tasks_on_host > detail::usable_cores();
    auto impl = std::make_unique<detail::mailbox_impl>(facts.self, options, static_cast<std::size_t>(facts.size - 1),
                                                       oversubscribed);
    auto driver = detail::socket_driver::make(settings_of(facts, options, impl->credit_window_bytes()), *impl);
    const auto members = daemon->exchange(driver->endpoints(), until);
    speeds = daemon->speeds();
    driver->set_members(members);
    driver->watch(daemon->native_handle());
    impl->use_driver(std::move(driver));
    impl->use_members(members);
    impl->use_loss_source([source = daemon.get()] { return source->try_next_loss(); });
    impl->use_give_up_handler(
        [source = daemon.get()](task_id peer, errc why, const std::string& text) { source->give_up(peer, why, text); });
    daemon->use_reporter([source = impl.get()] { return source->waits_now(); });
    detail::mailbox_impl& deliverer = *impl;
    std::vector<task_id> tasks;
    std::vector<std::string> hosts;
    for (const auto& m : members) {
        tasks.push_back(m.task);
        hosts.push_back(m.host);
    }
    box = std::make_unique<mailbox>(std::move(impl));
    world = std::make_unique<group>(detail::group_state::make_world(*box, std::move(tasks), std::move(hosts)));
    live->use_mailbox(deliverer);
    if (tracing) trace = std::make_unique<detail::session_trace>(*tracing, deliverer, facts, members);
}

void session::state::start_alone(const mailbox_options& options) {
    const task_id self = task_id::make(1, 1);
    auto impl = std::make_unique<detail::mailbox_impl>(self, options, 0, false);
    impl->use_driver(detail::make_in_process_driver(std::make_shared<detail::in_process_hub>(), self,
                                                    impl->credit_window_bytes(), *impl));
    impl->use_members({member{.task = self, .host = "localhost", .host_number = host_id{1}, .endpoints = {}}});
    box = std::make_unique<mailbox>(std::move(impl));
    world = std::make_unique<group>(detail::group_state::make_world(*box, {self}, {"localhost"}));
    speeds = rank_speeds::equal(1);
}

session::session(mailbox_options options, deadline until) : state_(std::make_unique<state>()) {
    options = detail::checked(options);
    options.transport = transport_from_environment(options.transport);
    state_->daemon = attach_from_environment(until);
    if (state_->daemon)
        state_->join(options, until);
    else
        state_->start_alone(options);
}

session::session(session&&) noexcept = default;

session::~session() {
    if (!state_) return;
    if (state_->live) state_->live->close();
    if (state_->trace) state_->trace->finish();
    state_->world.reset();
    state_->box.reset();
    if (state_->daemon && state_->process == ::getpid()) state_->daemon->leave();
}

group& session::world() {
    return *state_->world;
}

mailbox& session::box() {
    return *state_->box;
}

bool session::attached() const {
    return state_->daemon != nullptr;
}

const rank_speeds& session::speeds() const {
    return state_->speeds;
}

}  // namespace banyan::net
