// A run that outlives the coordinator's process: what its hosts are given to remember, and how it is taken up again.
#include <fmt/format.h>

#include <algorithm>

#include "daemon/common/end_request.hpp"
#include "daemon/common/names.hpp"
#include "daemon/coordinator/run.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// How long a command that lives may take to come back: it may be stopped.
constexpr std::chrono::seconds command_limit{60};

/// A host that has not come back.
class absent_host final : public run_host {
  public:
    absent_host(net::host_id number, std::string name) : number_(number), name_(std::move(name)) {}
    [[nodiscard]] net::host_id number() const override { return number_; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] bool is_own_computer() const override { return false; }
    net::task_id next_task() override { return {}; }
    void send(const wire::ToHost&) override {}

  private:
    net::host_id number_;
    std::string name_;
};

/// The hosts of the run, with one that is absent for each that is not in `hosts`.
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

// What the others were told: a host that had not been told of the run has ignored it.
void run::send_story(run_host& host) const {
    for (const auto& loss : losses_)
        host.send(loss_message(loss));
    if (cause_ || interrupted_by_ != 0 || killed_) host.send(ending());
}

wire::ToHost run::loss_message(const net::control::Loss& loss) const {
    wire::ToHost message;
    message.mutable_loss()->set_run(number_);
    *message.mutable_loss()->mutable_loss() = loss;
    return message;
}

run::run(asio::io_context& io, const known_run& known, const host_table& hosts)
    : io_(io),
      number_(known.record.run()),
      request_(known.record.request()),
      program_name_(known.record.program()),
      has_command_(false),
      command_end_(io),
      command_timer_(io),
      cause_timer_(io),
      kill_timer_(io),
      limit_timer_(io) {
    auto all = hosts_of(known.record, hosts);
    for (const auto id : known.record.tasks()) {
        member m;
        m.task = net::task_id{id};
        m.rank = static_cast<int>(members_.size());
        auto& host = all[m.task.host_part()];
        if (!host) host = std::make_shared<absent_host>(net::host_id{m.task.host_part()}, "unknown");
        m.host = host;
        if (const auto found = known.tasks.find(id); found != known.tasks.end()) recall(m, found->second);
        members_.push_back(std::move(m));
    }
    if (members_.empty()) return;
    if (const auto first = known.tasks.find(members_.front().task.value); first != known.tasks.end()) {
        input_received_ = first->second.input_received();
        input_taken_ = first->second.input_taken();
        input_ended_ = first->second.input_ended();
    }
}

void run::recall(member& m, const wire::TaskKnown& task) {
    m.ordered = true;
    m.pid = task.pid();
    if (m.pid != 0) m.state = life::alive;
    m.asked = task.asked_to_end_by() != 0;
    m.published = task.has_published();
    m.endpoints = task.published();
    if (task.has_failure()) m.uncaught = task.failure();
}

void run::resume_hosts(const known_run& known) {
    const auto self = shared_from_this();
    recall_ending(known.ending);
    recall_losses(known);
    recall_ends(known);
    lose_absent_hosts();
    if (all_attached()) tell_table();
    for (const auto& [id, task] : known.tasks)
        for (const auto& told : task.gave_up())
            if (const auto* m = find(id)) take_give_up(*m, told);
    if (killed_)
        kill_all();
    else if (interrupted_by_ != 0)
        interrupt_again(interrupted_by_);
    else if (cause_)
        end_others(grace_or(end_grace));
    limit_time(std::chrono::milliseconds(known.age_ms));
    abandon_without_command();
}

// The coordinator before may have died between two of its signals.
void run::interrupt_again(int number) {
    for (const auto& m : members_)
        if (m.state == life::alive && !m.asked) signal_task_of(m, number);
    interrupt(number);
}

void run::recall_ending(const wire::RunEnding& ending) {
    interrupted_by_ = ending.interrupted_by();
    killed_ = ending.killed();
    if (!ending.has_result()) return;
    recalled_ = ending.result();
    cause_ = run_failure{
        .kind = failure_kind::by_itself, .status = ending.result().status(), .text = ending.result().text()};
}

// In the order in which the tasks were told: which failure follows from which loss depends on it.
void run::recall_losses(const known_run& known) {
    for (const auto& loss : known.losses) {
        auto* m = find(loss.task());
        if (m == nullptr) continue;
        const auto task = known.tasks.find(loss.task());
        const std::string prefix = describe(*m) + ": ";
        const bool has_reason = loss.host_lost() && loss.text().starts_with(prefix);
        if (loss.orderly())
            take_left(*m);
        else if (is_absent(*m->host))
            host_lost(*m->host, has_reason ? loss.text().substr(prefix.size()) : "its daemon has not come back");
        else if (task != known.tasks.end() && task->second.has_wait_status())
            take_death(*m, task->second.wait_status());
    }
}

// What the hosts know and the tasks have not been told.
void run::recall_ends(const known_run& known) {
    for (const auto& [id, task] : known.tasks) {
        auto* m = find(id);
        if (m == nullptr) continue;
        if (task.left()) take_left(*m);
        if (task.has_wait_status()) take_death(*m, task.wait_status());
        if (task.has_not_started()) take_not_started(*m, task.not_started());
    }
}

void run::lose_absent_hosts() {
    std::map<net::host_id, std::shared_ptr<run_host>> absent;
    for (const auto& m : members_)
        if (is_absent(*m.host)) absent[m.host->number()] = m.host;
    for (const auto& [number, host] : absent)
        host_lost(*host, "its daemon has not come back after the coordinator was started again");
}

void run::abandon_without_command() {
    const auto abandoned = [self = shared_from_this()] {
        if (!std::exchange(self->has_command_, true)) self->abandon();
    };
    command_timer_.expires_after(command_limit);
    command_timer_.async_wait([abandoned](const error_code& cancelled) {
        if (!cancelled) abandoned();
    });
    if (request_.command_pid() > 0) command_end_.watch(request_.command_pid(), abandoned);
}

wire::RunStarted run::started() const {
    wire::RunStarted what;
    what.set_run(number_);
    what.set_input_received(input_received_);
    what.set_input_taken(input_taken_);
    what.set_input_ended(input_ended_);
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
    if (over_)  // after the answer to the command
        return asio::post(io_, [self = shared_from_this()] {
            const auto ended = std::move(self->handlers_.ended);
            self->handlers_ = {};
            if (ended) ended(self->result());
        });
    resume_output(again);
    program_ = std::move(program);
    start_members();
    if (interrupted_by_ != 0) return;
    if (is_end_request(again.asked_to_end_by()))
        interrupt_again(again.asked_to_end_by());
    else if (again.asked_to_end_by() != 0)
        signal(again.asked_to_end_by());
}

}  // namespace banyan::daemon
