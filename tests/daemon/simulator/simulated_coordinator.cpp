#include "simulated_coordinator.hpp"

#include <unistd.h>

#include "daemon/common/keepalive.hpp"

namespace banyan::daemon::simulation {

namespace asio = net::asio;

namespace {

/// Larger than any process id of the system.
constexpr int pid_of_no_process = 0x3fffffff;

}  // namespace

class simulated_coordinator::host_side final : public run_host {
  public:
    enum class state { awaited, connected, telling, ready };

    explicit host_side(std::uint32_t number) : number_{number}, name_(fmt::format("host{}", number)) {}
    [[nodiscard]] net::host_id number() const override { return number_; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] bool is_own_computer() const override { return number_.value % 2 == 1; }
    [[nodiscard]] host_speed speed() const override { return {}; }
    net::task_id next_task() override { return net::task_id::make(number_.value, ++last_local); }
    void send(const wire::ToHost& message) override {
        if (is == state::ready) out->send(message);
    }

    state is = state::awaited;
    std::uint32_t last_local = 0;
    std::shared_ptr<lane<wire::ToHost>> out{};
    std::shared_ptr<lane<wire::FromHost>> in{};

  private:
    net::host_id number_;
    std::string name_;
};

// A run and an unanswered question to its tasks keep each other alive. So the time limit of the question must pass.
simulated_coordinator::~simulated_coordinator() {
    dead_ = true;
    for (int round = 0; round < 3; ++round) {  // after the time limit of a run, the tasks are asked once more
        run_clock::ahead += std::chrono::duration_cast<run_clock::duration>(std::chrono::hours(1)).count();
        look();
    }
}

void simulated_coordinator::begin() {
    awaited_ = kept_.hosts;
    for (const auto number : kept_.hosts)
        hosts_[number] = std::make_shared<host_side>(number);
    for (const auto number : kept_.hosts) {
        const bool is_gone = kept_.ended_watchers.contains(number) && hosts_[number]->is_own_computer();
        env_.after(is_gone ? env_.delay() : std::chrono::nanoseconds(keepalive_limit).count(), [this, number] {
            const auto found = hosts_.find(number);
            if (dead_ || found == hosts_.end()) return;
            if (found->second->is != host_side::state::ready) lose(number, "its daemon did not reconnect");
        });
    }
}

// An expired timer makes Asio check the other timers.
void simulated_coordinator::look() {
    bool looked = false;
    asio::steady_timer nudge(io_, std::chrono::seconds(0));
    nudge.async_wait([&looked](const auto&) { looked = true; });
    for (io_.restart(); !looked;)
        io_.run_one();
    io_.poll();
}

void simulated_coordinator::crash() {
    dead_ = true;
    for (auto& [number, host] : hosts_) {
        if (host->out) host->out->break_off();
        if (host->in) host->in->cut();
    }
    if (to_command_) to_command_->break_off();
    if (from_command_) from_command_->cut();
}

// ---- from hosts

bool simulated_coordinator::expects(std::uint32_t host) const {
    const auto found = hosts_.find(host);
    return found != hosts_.end() && found->second->is == host_side::state::awaited;
}

void simulated_coordinator::host_connected(std::uint32_t host, std::shared_ptr<lane<wire::ToHost>> out,
                                           std::shared_ptr<lane<wire::FromHost>> in) {
    auto& side = *hosts_.at(host);
    side.is = host_side::state::connected;
    side.out = std::move(out);
    side.in = std::move(in);
}

void simulated_coordinator::take(std::uint32_t host, const wire::FromHost& message) {
    using state = host_side::state;
    const auto found = hosts_.find(host);
    if (dead_ || found == hosts_.end()) return;
    auto& side = *found->second;
    env_.say("  from host {}: message {}", host, static_cast<int>(message.kind_case()));
    note_living(message);
    if (message.has_ready()) {
        side.last_local = message.ready().returned().last_local_task();
        side.is = message.ready().has_returned() ? state::telling : state::ready;
        if (side.is == state::ready) settle(host);
    } else if (message.has_end_of_known()) {
        side.is = state::ready;
        settle(host);
    } else if (side.is == state::telling) {
        known_.take(net::host_id{host}, message);
    } else if (!serving_) {
        later_.push_back(message);
    } else {
        tell_runs(message);
    }
    env_.delivered(message.kind_case());
}

void simulated_coordinator::note_living(const wire::FromHost& message) {
    if (message.has_started()) env_.book.known_alive(message.started().task());
    if (message.task_known().pid() != 0) env_.book.known_alive(message.task_known().task());
}

void simulated_coordinator::host_ended(std::uint32_t host) {
    if (!dead_ && hosts_.contains(host)) lose(host, "its daemon died");
}

void simulated_coordinator::lose(std::uint32_t host, const std::string& why) {
    env_.say("the coordinator loses host {}: {}", host, why);
    const auto lost = hosts_.extract(host).mapped();
    kept_.hosts.erase(host);
    kept_.has_lost_hosts = true;
    env_.book.host_lost(host);
    lost->is = host_side::state::awaited;
    if (lost->out) lost->out->close();
    if (lost->in) lost->in->cut();
    if (!serving_) return settle(host);
    const auto runs = runs_;
    for (const auto& [number, r] : runs)
        r->host_lost(*lost, why);
}

void simulated_coordinator::settle(std::uint32_t told_or_lost) {
    awaited_.erase(told_or_lost);
    if (!awaited_.empty() || serving_) return;
    serving_ = true;
    env_.say("the coordinator has {} hosts and {} runs", hosts_.size(), known_.list().size());
    const host_table present(hosts_.begin(), hosts_.end());
    for (auto& [number, known] : known_.list())
        for (const auto id : known.record.tasks())
            if (const auto host = hosts_.find(net::task_id{id}.host_part()); host != hosts_.end())
                host->second->last_local = std::max(host->second->last_local, net::task_id{id}.local_part());
    for (auto& [number, known] : known_.list()) {
        auto what = known;
        // 0 means that the end of the command is not noticed, so that the time limit counts.
        what.record.mutable_request()->set_command_pid(kept_.command_lives ? 0 : pid_of_no_process);
        const auto resumed = std::make_shared<run>(io_, what, present);
        keep_run(resumed);
        resumed->on_forgotten([this, number = resumed->number(), token = resumed->token()] {
            forgotten_tokens_.insert(token);
            runs_.erase(number);
        });
        resumed->resume_hosts(what);
    }
    for (const auto& message : std::exchange(later_, {}))
        tell_runs(message);
    env_.after(0, [this] {
        if (!dead_) look();
    });
}

void simulated_coordinator::keep_run(const std::shared_ptr<run>& r) {
    runs_[r->number()] = r;
    r->on_forgotten([this, number = r->number()] { runs_.erase(number); });
}

void simulated_coordinator::tell_runs(const wire::FromHost& message) {
    const auto runs = runs_;
    for (const auto& [number, r] : runs)
        r->take(message);
}

// ---- from the command

void simulated_coordinator::command_connected(std::shared_ptr<lane<wire::ToClient>> out,
                                              std::shared_ptr<lane<wire::FromClient>> in) {
    to_command_ = std::move(out);
    from_command_ = std::move(in);
}

void simulated_coordinator::take(const wire::FromClient& message) {
    if (dead_) return;
    env_.say("  from the command: message {}", static_cast<int>(message.kind_case()));
    if (message.has_program()) program_.push_back(message.program());
    if (message.has_start_run()) start_run(message.start_run());
    if (message.has_result_taken()) release_run();
    if (run_ && message.has_input()) run_->input(message.input().data(), message.input().end());
    if (run_ && message.has_output_taken())
        run_->output_taken(message.output_taken().rank(), message.output_taken().bytes());
    if (run_ && message.has_signal()) run_->signal(message.signal().signal());
    env_.delivered(crash::of_command + message.kind_case());
}

void simulated_coordinator::command_ended() {
    if (dead_) return;
    env_.say("the command's connection has closed");
    if (run_) run_->abandon();
    run_ = nullptr;
    release_run();
}

std::shared_ptr<run> simulated_coordinator::new_run(const wire::StartRun& request) {
    std::vector<std::shared_ptr<run_host>> places;
    for (const auto number : env_.plan.places) {
        const auto wanted = hosts_.find(number);
        places.push_back(wanted == hosts_.end() ? hosts_.begin()->second : wanted->second);
    }
    const auto made = std::make_shared<run>(io_, ++kept_.last_run, request, std::exchange(program_, {}), places);
    keep_run(made);
    env_.book.run_made(made->number());
    made->start(run_handlers());
    return made;
}

void simulated_coordinator::start_run(const wire::StartRun& request) {
    release_run();
    std::shared_ptr<run> known;
    for (const auto& [number, r] : runs_)
        if (r->token() == request.token()) known = r;
    if (known && known->has_command()) return refuse("another command is connected to the run of this token");
    if (!known && !may_start(request, kept_.has_lost_hosts || forgotten_tokens_.contains(request.token())))
        return refuse("the run is not known any more");
    run_ = known ? known : new_run(request);
    wire::ToClient message;
    *message.mutable_run_started() = run_->started();
    to_command_->send(message);
    if (known) known->resume(request, std::exchange(program_, {}), run_handlers());
    env_.after(0, [this] {
        if (!dead_) look();
    });
}

void simulated_coordinator::refuse(const std::string& text) {
    wire::ToClient message;
    message.mutable_failure()->set_text(text);
    to_command_->send(message);
}

run::handlers simulated_coordinator::run_handlers() {
    return {[this](int rank, bool is_error, const std::string& data) {
                wire::ToClient message;
                message.mutable_output()->set_rank(rank);
                message.mutable_output()->set_is_error(is_error);
                message.mutable_output()->set_data(data);
                to_command_->send(message);
            },
            [this](std::uint32_t bytes) {
                wire::ToClient message;
                message.mutable_input_taken()->set_bytes(bytes);
                to_command_->send(message);
            },
            [](const wire::Waits&) {},
            [this](const wire::RunEnded& result) {
                wire::ToClient message;
                *message.mutable_run_ended() = result;
                to_command_->send(message);
                over_ = std::exchange(run_, nullptr);
            },
            {}};
}

void simulated_coordinator::release_run() {
    if (const auto r = std::exchange(over_, nullptr)) r->release();
}

}  // namespace banyan::daemon::simulation
