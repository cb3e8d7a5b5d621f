// How a run survives the restart of the coordinator: what its hosts store, and how the run is resumed.
#include <algorithm>
#include <csignal>

#include "daemon/coordinator/run.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// How long to wait for a command if it is not known whether it will reconnect.
constexpr std::chrono::seconds command_limit{60};

/// A host that has not reconnected.
class absent_host final : public run_host {
  public:
    absent_host(net::host_id number, std::string name) : number_(number), name_(std::move(name)) {}
    [[nodiscard]] net::host_id number() const override { return number_; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] bool is_own_computer() const override { return false; }
    [[nodiscard]] host_speed speed() const override { return {}; }
    net::task_id next_task() override { return {}; }
    void send(const wire::ToHost&) override {}

  private:
    net::host_id number_;
    std::string name_;
};

/// The hosts of the run, with an absent_host for each one that is not in `hosts`.
host_table hosts_of(const wire::RunRecord& record, const host_table& hosts) {
    host_table all;
    for (const auto& host : record.hosts()) {
        const auto present = hosts.find(host.number());
        all[host.number()] = present != hosts.end()
                                 ? present->second
                                 : std::make_shared<absent_host>(net::host_id{host.number()}, host.name());
    }
    return all;
}

bool is_absent(const run_host& host) {
    return dynamic_cast<const absent_host*>(&host) != nullptr;
}

}  // namespace

wire::RunRecord run::record() const {
    wire::RunRecord record;
    record.set_run(number_);
    *record.mutable_request() = request_;
    record.set_program(program_name_);
    *record.mutable_speeds() = speeds_;
    std::map<net::host_id, std::string> hosts;
    for (const auto& m : members_) {
        record.add_tasks(m.task.value);
        hosts[m.host->number()] = m.host->name();
    }
    for (const auto& [number, name] : hosts) {
        record.add_hosts()->set_number(number.value);
        record.mutable_hosts()->rbegin()->set_name(name);
    }
    return record;
}

run::run(asio::io_context& io, const known_run& known, const host_table& hosts)
    : run(io, known.record.run(), known.record.request(), known.record.program()) {
    has_command_ = false;
    speeds_ = known.record.speeds();
    auto all = hosts_of(known.record, hosts);
    for (const auto id : known.record.tasks()) {
        member m;
        m.task = net::task_id{id};
        m.rank = static_cast<int>(members_.size());
        auto& host = all[m.task.host_part()];
        if (!host) host = std::make_shared<absent_host>(net::host_id{m.task.host_part()}, "unknown");
        m.host = host;
        if (const auto found = known.tasks.find(id); found != known.tasks.end()) restore(m, found->second);
        members_.push_back(std::move(m));
    }
    if (members_.empty()) return;
    if (const auto first = known.tasks.find(members_.front().task.value); first != known.tasks.end()) {
        input_.received = first->second.input_received();
        input_.taken = first->second.input_taken();
        input_.ended = first->second.input_ended();
    }
}

void run::restore(member& m, const wire::TaskKnown& task) {
    m.ordered = true;
    m.pid = task.pid();
    if (m.pid != 0) m.state = phase::alive;
    m.published = task.has_published() && task.published().ByteSizeLong() <= most_endpoint_bytes;
    if (m.published) m.endpoints = task.published();
    m.asked_to_end = task.asked_to_end_by() != 0;
    if (task.has_failure()) take_failed(m, task.failure());
}

void run::resume_hosts(const known_run& known) {
    const auto self = shared_from_this();
    abandon_without_command(known);  // first, because the rest throws if the hosts contradict each other
    if (!known.ending.has_result()) limit_time(std::chrono::milliseconds(known.age_ms));
    tell_record();
    restore_ending(known.ending);
    restore_losses(known);
    restore_ends(known);
    lose_absent_hosts();
    if (all_attached()) tell_table();
    for (const auto& [id, task] : known.tasks)
        for (const auto& told : task.gave_up())
            if (const auto* m = find(id)) take_give_up(*m, told);
    if (!over_) continue_ending(known);
}

// The first message about a run: a host stores the following ones only for a run that it knows.
void run::tell_record() const {
    wire::ToHost message;
    *message.mutable_run_record() = record();
    tell_hosts(message);
}

// Only the leaving host knows of its ended tasks, so the other hosts store them.
void run::tell_ended_tasks(const run_host& leaving) const {
    for (const auto& m : members_) {
        if (m.host->number() != leaving.number() || m.state != phase::over) continue;
        wire::ToHost message;
        auto& task = *message.mutable_task_over()->mutable_task();
        task.set_task(m.task.value);
        task.set_run(number_);
        task.set_pid(m.pid);
        task.set_left(m.left);
        if (m.published) *task.mutable_published() = m.endpoints;
        if (m.wait_status) task.set_wait_status(*m.wait_status);
        task.set_ended(true);
        tell_hosts(message);
    }
}

void run::restore_ending(const wire::RunEnding& ending) {
    if (asks_to_end(ending.interrupted_by())) interrupted_by_ = ending.interrupted_by();
    killed_ = ending.killed();
    if (!ending.has_result()) return;
    restored_ = ending.result();
    cause_ = run_failure{
        .kind = failure_kind::by_itself, .status = ending.result().status(), .text = ending.result().text()};
}

// Tasks that have been asked to end are not asked again, and are killed at the time that was set before.
void run::continue_ending(const known_run& known) {
    if (killed_) return kill_all();
    if (interrupted_by_ == 0 && !restored_) return;
    kill_after(std::chrono::milliseconds(std::max<std::int64_t>(0, known.ending.grace_ms() - known.ending_age_ms)));
    signal_unasked(interrupted_by_ != 0 ? interrupted_by_ : SIGTERM);
}

// The coordinator may have died when it had sent the signal to some of the tasks.
void run::signal_unasked(int number) const {
    for (const auto& m : members_)
        if (m.state == phase::alive && !m.asked_to_end) signal_task_of(m, number);
}

// Takes the losses in the order in which they were sent to the tasks, because the choice of the cause depends on that
// order.
void run::restore_losses(const known_run& known) {
    for (const auto& loss : known.losses) {
        auto* m = find(loss.task());
        if (m == nullptr) continue;
        const auto found = known.tasks.find(loss.task());
        const auto* task = found == known.tasks.end() ? nullptr : &found->second;
        if (loss.orderly() && (is_absent(*m->host) || (task != nullptr && task->left()))) {
            take_left(*m);
        } else if (task != nullptr && task->has_wait_status()) {
            take_death(*m, task->wait_status());
        } else if (is_absent(*m->host)) {
            const std::string prefix = m->text() + ": ";
            const bool has_reason = loss.host_lost() && loss.text().starts_with(prefix);
            host_lost(*m->host, has_reason ? loss.text().substr(prefix.size()) : "its daemon has not reconnected");
        }
    }
}

// Takes the ends of tasks that the hosts know and that the other tasks have not been told of.
void run::restore_ends(const known_run& known) {
    for (const auto& [id, task] : known.tasks) {
        auto* m = find(id);
        if (m == nullptr) continue;
        if (task.left()) take_left(*m);
        if (task.has_wait_status()) take_death(*m, task.wait_status());
        if (task.has_not_started()) take_not_started(*m, task.not_started());
        if (task.ended()) take_ended(*m);
    }
}

void run::lose_absent_hosts() {
    std::map<net::host_id, std::shared_ptr<run_host>> absent;
    for (const auto& m : members_)
        if (is_absent(*m.host)) absent[m.host->number()] = m.host;
    for (const auto& [number, host] : absent)
        host_lost(*host, "its daemon has not reconnected after the restart of the coordinator");
}

// A command that is alive may be stopped, or wait for the reader of its output, so it has no time limit. But if a host
// does not know the run, it may have forgotten it, and then the command does not ask for the run any more.
void run::abandon_without_command(const known_run& known) {
    const auto abandoned = [self = shared_from_this()] {
        if (!std::exchange(self->has_command_, true)) self->abandon();
    };
    if (request_.command_pid() > 0) command_end_.watch(request_.command_pid(), abandoned);
    if (request_.command_pid() > 0 && !may_be_forgotten(known)) return;
    command_timer_.expires_after(command_limit);
    command_timer_.async_wait([abandoned](const error_code& cancelled) {
        if (!cancelled) abandoned();
    });
}

bool run::may_be_forgotten(const known_run& known) const {
    const auto lives = [](const auto& entry) { return entry.second.pid() != 0 && !entry.second.has_wait_status(); };
    if (std::ranges::any_of(known.tasks, lives)) return false;
    return std::ranges::any_of(members_, [&](const member& m) {
        return !is_absent(*m.host) && !known.hosts.contains(m.host->number().value);
    });
}

wire::RunStarted run::started() const {
    wire::RunStarted what;
    what.set_run(number_);
    what.set_input_received(input_.received);
    what.set_input_taken(input_.taken);
    what.set_input_ended(input_.ended);
    return what;
}

void run::resume_output(const wire::StartRun& again) const {
    const auto of_rank = [](const auto& bytes, int rank) { return rank < bytes.size() ? bytes.Get(rank) : 0; };
    for (const auto& m : members_) {
        if (!m.ordered) continue;
        wire::ToHost message;
        auto& positions = *message.mutable_resume_output();
        positions.set_task(m.task.value);
        positions.set_received(of_rank(again.received(), m.rank));
        positions.set_credited(of_rank(again.credited(), m.rank));
        m.host->send(message);
    }
}

void run::resume(const wire::StartRun& again, std::vector<wire::ProgramPart> program, handlers h) {
    has_command_ = true;
    command_timer_.cancel();
    command_end_.cancel();
    handlers_ = std::move(h);
    request_ = again;  // the command knows it better than the record of one host
    request_.clear_received();
    request_.clear_credited();
    request_.clear_asked_to_end_by();
    bound_times();
    if (over_)  // posted, so that it follows the answer to the command
        return asio::post(io_, [self = shared_from_this()] {
            const auto ended = std::move(self->handlers_.ended);
            self->handlers_ = {};
            if (ended) ended(self->result());
        });
    resume_output(again);
    for (const auto& m : members_)
        if (m.state == phase::alive) tell_started(m);
    program_ = std::move(program);
    start_members();
    if (interrupted_by_ != 0 || !asks_to_end(again.asked_to_end_by())) return;
    interrupt(again.asked_to_end_by());
    signal_unasked(interrupted_by_);
}

}  // namespace banyan::daemon
