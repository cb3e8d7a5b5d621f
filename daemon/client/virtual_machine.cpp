#include "daemon/client/virtual_machine.hpp"

#include <fmt/format.h>

#include "daemon/client/connection.hpp"
#include "daemon/client/resolve.hpp"
#include "daemon/client/run_session.hpp"
#include "daemon/common/pvm_vmid.hpp"
#include "daemon/common/runtime_directory.hpp"

namespace banyan::daemon {
namespace {

/// More than the coordinator's time limit for the start of a daemon.
constexpr std::chrono::seconds add_limit{45};

wire::FromClient add_message(const std::vector<host_entry>& hosts) {
    wire::FromClient message;
    *message.mutable_add_hosts() = plan_hosts(hosts);
    return message;
}

std::optional<measured_speed> from_wire(const wire::MeasuredSpeed& told) {
    if (!(told.cells_per_s() > 0)) return std::nullopt;
    return measured_speed{told.cells_per_s(), std::chrono::sys_seconds(std::chrono::seconds(told.at()))};
}

// Other virtual machines may be running, with another PVM_VMID or without one.
std::string with_vmid() {
    const std::string value = own_vmid();
    return value.empty() ? "" : " with PVM_VMID=" + value;
}

}  // namespace

virtual_machine::virtual_machine(std::unique_ptr<connection> c) : connection_(std::move(c)) {}
virtual_machine::virtual_machine(virtual_machine&&) noexcept = default;
virtual_machine& virtual_machine::operator=(virtual_machine&&) noexcept = default;
virtual_machine::~virtual_machine() = default;

virtual_machine virtual_machine::find_or_start_private() {
    const std::string running = find_virtual_machine();
    if (running.empty()) return start_private();
    return virtual_machine(std::make_unique<connection>(running));
}

virtual_machine virtual_machine::find() {
    const std::string running = find_virtual_machine();
    if (running.empty())
        throw net::error(net::errc::not_attached,
                         fmt::format("no virtual machine is running{}: {} has none; 'banyan up' starts one",
                                     with_vmid(), runtime_directory().string()));
    return virtual_machine(std::make_unique<connection>(running));
}

virtual_machine virtual_machine::start_private(const std::vector<host_entry>& hosts,
                                               const virtual_machine_options& options) {
    auto request = add_message(hosts);
    request.mutable_add_hosts()->set_plain_data(options.plain_data);
    virtual_machine started(std::make_unique<connection>(start_coordinator(true)));
    started.connection_->ask(request, add_limit);
    return started;
}

virtual_machine virtual_machine::start(const std::vector<host_entry>& hosts, const virtual_machine_options& options) {
    auto request = add_message(hosts);
    request.mutable_add_hosts()->set_plain_data(options.plain_data);
    virtual_machine started(std::make_unique<connection>(start_coordinator(false)));
    started.connection_->ask(request, add_limit);
    started.connection_->detach();
    return started;
}

const std::string& virtual_machine::id() const {
    return connection_->id();
}

bool virtual_machine::is_private() const {
    return connection_->is_own();
}

int slots_of(const std::vector<host_info>& hosts) {
    int slots = 0;
    for (const auto& host : hosts)
        slots += host.slots;
    return slots;
}

host_list virtual_machine::list_hosts() {
    wire::FromClient message;
    message.mutable_list_hosts();
    host_list list;
    const auto answer = connection_->ask(message);
    for (const auto& host : answer.hosts().hosts())
        list.hosts.push_back({net::host_id{host.number()}, host.name(), host.address(), host.slots(), host.speed(),
                              host.tasks(), from_wire(host.measured_speed()), host.coordinator_address()});
    for (const auto& lost : answer.hosts().lost())
        list.lost.push_back({lost.name(), lost.why()});
    list.plain_data = answer.hosts().plain_data();
    return list;
}

std::vector<host_info> virtual_machine::hosts() {
    return list_hosts().hosts;
}

std::vector<task_info> virtual_machine::tasks() {
    wire::FromClient message;
    message.mutable_list_tasks();
    std::vector<task_info> list;
    const auto answer = connection_->ask(message);
    for (const auto& task : answer.tasks().tasks())
        list.push_back(from_wire(task));
    return list;
}

std::vector<task_waits> virtual_machine::waits() {
    wire::FromClient message;
    message.mutable_list_waits();
    return from_wire(connection_->ask(message).waits());
}

void virtual_machine::add(const std::vector<host_entry>& hosts) {
    connection_->ask(add_message(hosts), add_limit);
}

void virtual_machine::remove(const std::vector<std::string>& names) {
    wire::FromClient message;
    message.mutable_remove_hosts();
    for (const auto& name : names)
        message.mutable_remove_hosts()->add_names(name);
    connection_->ask(message);
}

void virtual_machine::keep_speeds(const std::vector<std::pair<std::string, std::optional<measured_speed>>>& of_hosts) {
    wire::FromClient message;
    message.mutable_keep_speeds();
    for (const auto& [host, measured] : of_hosts) {
        auto& one = *message.mutable_keep_speeds()->add_hosts();
        one.set_host(host);
        if (!measured) continue;
        one.mutable_speed()->set_cells_per_s(measured->cells_per_s);
        one.mutable_speed()->set_at(measured->at.time_since_epoch().count());
    }
    connection_->ask(message);
}

void virtual_machine::kill(const std::vector<net::task_id>& tasks, int signal) {
    wire::FromClient message;
    message.mutable_kill_tasks()->set_signal(signal);
    for (const auto task : tasks)
        message.mutable_kill_tasks()->add_tasks(task.value);
    connection_->ask(message);
}

void virtual_machine::down() {
    connection_->take_down();
}

void virtual_machine::handle_signals() {
    connection_->handle_events();
}

run_result virtual_machine::run(const run_request& request, const output_handler& on_output) {
    return run_on(*connection_, request, on_output);
}

}  // namespace banyan::daemon
