// Random requests of several tasks, with ends of tasks, processes and hosts in between: each request is answered
// exactly once or its task has ended, no tid is used twice, and a barrier releases as many tasks as it was called for.
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <set>

#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_property_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;
using request = pvm_wire::ToService;

namespace {

/// Checks every answer when it is sent.
class random_registry : service_effects {
  public:
    explicit random_registry(unsigned seed) : random_(seed) {
        for (std::uint32_t number = 1; number <= 3; ++number)
            add_host(number);
    }

    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            step();
            check_barriers();
        }
        finish();
    }

  private:
    struct live_task {
        tid process = 0;  // 0 = started by hand
        std::optional<request> pending;
    };

    // ---- effects

    void send(tid to, const pvm_wire::ToPvmTask& message) override {
        if (!message.has_answer()) {
            CHECK(tasks_.contains(to));
            return;
        }
        const auto& answer = message.answer();
        if (answer.request() == enrol_request_) {
            REQUIRE(answer.has_enrolled());
            CHECK(answer.enrolled().tid() == to);
            CHECK(tasks_.emplace(to, live_task{enrolling_process_, {}}).second);
            enrol_request_ = 0;
            return;
        }
        INFO("task " << to << ", request " << answer.request());
        REQUIRE(tasks_.contains(to));
        auto& pending = tasks_.at(to).pending;
        REQUIRE(pending);
        CHECK(pending->request() == answer.request());
        note_answer(to, *pending, answer);
        pending.reset();
    }
    void start(const start_order& order) override {
        CHECK(used_.insert(order.task).second);
        orders_.push_back(order.task);
    }
    void signal(tid, int) override {}
    void add_hosts(std::uint64_t number, const std::vector<std::string>& names) override {
        host_requests_.emplace_back(number, names.size());
    }
    void delete_hosts(std::uint64_t number, const std::vector<std::string>& names) override {
        host_requests_.emplace_back(number, names.size());
    }
    void halt() override {}
    void log(const std::string&) override {}

    // ---- the model of groups

    void note_answer(tid to, const request& asked, const pvm_wire::Answer& answer) {
        if (asked.has_join_group() && answer.status() >= 0) members_[asked.join_group().group()].insert(to);
        if (asked.has_leave_group() && answer.status() == 0) remove_member(asked.leave_group().group(), to);
        if (asked.has_freeze_group() && answer.status() >= 0) CHECK(answer.frozen());
        if (asked.has_group_barrier() && answer.status() == PvmOk)
            released_[asked.group_barrier().group()].push_back(asked.group_barrier().count());
    }
    void remove_member(const std::string& group, tid task) {
        members_[group].erase(task);
        if (members_[group].empty()) members_.erase(group);
    }
    int size_of(const std::string& group) {
        return members_.contains(group) ? static_cast<int>(members_.at(group).size()) : 0;
    }

    // The number of calls that complete a barrier: the members if one call means all of them.
    int needed(const std::string& group, const std::vector<int>& counts) {
        return std::ranges::count(counts, -1) > 0 ? size_of(group) : counts.front();
    }

    void check_barriers() {
        for (const auto& [group, counts] : released_)
            CHECK(std::ssize(counts) == needed(group, counts));
        released_.clear();
        std::map<std::string, std::vector<int>> waiting;
        for (const auto& [task, live] : tasks_)
            if (live.pending && live.pending->has_group_barrier())
                waiting[live.pending->group_barrier().group()].push_back(live.pending->group_barrier().count());
        for (const auto& [group, counts] : waiting) {
            CHECK(std::ssize(counts) < needed(group, counts));
            const bool one_meaning = std::ranges::count(counts, counts.front()) == std::ssize(counts);
            if (std::ranges::count(counts, -1) == 0) CHECK(one_meaning);
        }
    }

    // ---- events

    std::size_t below(std::size_t limit) { return random_() % limit; }
    int pick(std::initializer_list<int> values) { return *(values.begin() + below(values.size())); }

    void step() {
        const auto kind = below(20);
        if (kind == 0 || tasks_.empty()) return enrol(0);
        if (kind == 1) return end_something();
        if (kind == 2) return finish_host_request();
        if (kind == 3 && below(8) == 0) return replace_host();
        if (kind < 7) return finish_order();
        ask(any_task());
    }

    void add_host(std::uint32_t number) {
        hosts_.push_back(number);
        registry_.host_added({number, "host" + std::to_string(number), "LINUX64", 1000, 7, {}});
    }
    void replace_host() {
        const auto at = below(hosts_.size());
        const auto number = hosts_.at(at);
        hosts_.erase(hosts_.begin() + static_cast<std::ptrdiff_t>(at));
        for (auto task = tasks_.begin(); task != tasks_.end();)
            task = (task->first >> 18) == number ? forget(task) : std::next(task);
        std::erase_if(orders_, [&](tid task) { return task >> 18 == number; });
        std::erase_if(processes_, [&](tid task) { return task >> 18 == number; });
        registry_.host_lost(number);
        add_host(++last_host_);
    }

    void enrol(tid expected) {
        pvm_wire::Enrol message;
        message.set_version(service_protocol_version);
        message.set_expected(expected);
        enrol_request_ = ++last_request_;
        enrolling_process_ = expected;
        const auto host = hosts_.at(below(hosts_.size()));
        const tid task = registry_.enrol(enrol_request_, message, host);
        REQUIRE(task != 0);
        CHECK(enrol_request_ == 0);
        if (task != expected) CHECK(used_.insert(task).second);
        CHECK(tasks_.contains(task));
    }

    void finish_order() {
        if (orders_.empty()) return;
        const auto at = orders_.begin() + static_cast<std::ptrdiff_t>(below(orders_.size()));
        const tid task = *at;
        orders_.erase(at);
        if (below(4) == 0) return registry_.not_started(task, PvmNoFile);
        processes_.push_back(task);
        if (below(2) == 0) registry_.started(task, 1);
        if (below(4) != 0) enrol(task);
        registry_.started(task, 1);
        if (below(6) == 0) enrol(task);  // another program of the same process
    }

    void finish_host_request() {
        if (host_requests_.empty()) return;
        const auto [number, count] = host_requests_.back();
        host_requests_.pop_back();
        const std::vector<int> results(count, PvmCantStart);
        below(2) == 0 ? registry_.hosts_added(number, results) : registry_.hosts_deleted(number, results);
    }

    std::map<tid, live_task>::iterator any_task() {
        return std::next(tasks_.begin(), static_cast<std::ptrdiff_t>(below(tasks_.size())));
    }
    std::map<tid, live_task>::iterator forget(std::map<tid, live_task>::iterator task) {
        for (const auto* group : {"g", "h"})
            if (members_.contains(group)) remove_member(group, task->first);
        return tasks_.erase(task);
    }

    void end_something() {
        if (!processes_.empty() && below(2) == 0) {
            const auto at = processes_.begin() + static_cast<std::ptrdiff_t>(below(processes_.size()));
            const tid process = *at;
            processes_.erase(at);
            for (auto task = tasks_.begin(); task != tasks_.end();)
                task = task->second.process == process ? forget(task) : std::next(task);
            return registry_.process_ended(process);
        }
        const auto task = any_task();
        const tid id = task->first;
        const bool exits = below(2) == 0;
        if (exits) {
            request message;
            message.mutable_exit();
            forget(task);
            registry_.take(id, message);
        } else {
            forget(task);
        }
        registry_.disconnected(id);
    }

    // ---- requests

    tid any_tid() { return below(10) == 0 ? 0x40000 + static_cast<tid>(below(200)) : any_task()->first; }

    request any_request() {
        request message;
        const auto* group = below(2) == 0 ? "g" : "h";
        const auto* name = below(2) == 0 ? "a" : "b";
        switch (below(17)) {
            case 0:
                message.mutable_publish();
                break;
            case 1:
                message.mutable_locate()->set_tid(any_tid());
                break;
            case 2:
                message.mutable_deposit()->set_to(any_tid());
                break;
            case 3:
                message.mutable_spawn()->set_program("p");
                message.mutable_spawn()->set_count(pick({0, 1, 2, 3}));
                message.mutable_spawn()->set_flags(pick({0, PvmTaskHost, PvmTaskHost | PvmHostCompl}));
                message.mutable_spawn()->set_where(".");
                message.mutable_spawn()->mutable_inherited()->set_output_tid(any_tid());
                break;
            case 4:
                message.mutable_siblings();
                break;
            case 5:
                message.mutable_add_hosts()->add_names("n");
                break;
            case 6:
                message.mutable_notify()->set_what(pick({PvmTaskExit, PvmHostDelete, PvmTaskExit | PvmNotifyCancel}));
                message.mutable_notify()->set_count(1);
                message.mutable_notify()->add_tids(any_tid());
                break;
            case 7:
                message.mutable_new_context();
                break;
            case 8:
                message.mutable_put_info()->set_name(name);
                message.mutable_put_info()->set_flags(pick({0, 1, 2, 3, 4, 6}));
                break;
            case 9:
                message.mutable_receive_info()->set_name(name);
                message.mutable_receive_info()->set_flags(static_cast<int>(below(8)) * 8);
                break;
            case 10:
                message.mutable_delete_info()->set_name(name);
                break;
            case 11:
                message.mutable_list_tasks();
                break;
            case 12:
                message.mutable_leave_group()->set_group(group);
                break;
            case 13:
                message.mutable_join_group()->set_group(group);
                break;
            case 14:
                message.mutable_freeze_group()->set_group(group);
                message.mutable_freeze_group()->set_size(below(8) == 0 ? -1 : 50);
                break;
            default:
                message.mutable_group_barrier()->set_group(group);
                message.mutable_group_barrier()->set_count(pick({-1, -1, 2, 3, 0}));
        }
        return message;
    }

    static bool may_wait(const request& asked) {
        return asked.has_locate() || asked.has_spawn() || asked.has_siblings() || asked.has_add_hosts() ||
               asked.has_receive_info() || asked.has_freeze_group() || asked.has_group_barrier();
    }

    void ask(std::map<tid, live_task>::iterator task) { ask(task, any_request()); }
    // A task waits for the answer before its next request.
    void ask(std::map<tid, live_task>::iterator task, request message) {
        if (task->second.pending) return;
        const tid id = task->first;
        message.set_request(++last_request_);
        task->second.pending = message;
        registry_.take(id, message);
        if (!may_wait(message)) CHECK_FALSE(tasks_.at(id).pending);
    }

    // Ends all that requests wait for. Then only calls of groups wait.
    void finish() {
        while (!orders_.empty())
            finish_order();
        while (!host_requests_.empty())
            finish_host_request();
        for (int more = 0; more < 3; ++more)
            for (auto task = tasks_.begin(); task != tasks_.end(); ++task) {
                request publish;
                publish.mutable_publish();
                ask(task, publish);
            }
        for (const auto& [id, live] : tasks_) {
            if (!live.pending) continue;
            const auto& waiting = *live.pending;
            INFO("kind " << waiting.kind_case());
            CHECK((waiting.has_group_barrier() || waiting.has_freeze_group() || waiting.has_receive_info() ||
                   waiting.has_locate()));
        }
        while (!tasks_.empty()) {
            end_something();
            check_barriers();
        }
    }

    std::mt19937 random_;
    registry registry_{*this};
    std::map<tid, live_task> tasks_;
    std::set<tid> used_;
    std::vector<tid> orders_;     // not started yet
    std::vector<tid> processes_;  // started and not ended
    std::vector<std::uint32_t> hosts_;
    std::uint32_t last_host_ = 3;
    std::vector<std::pair<std::uint64_t, std::size_t>> host_requests_;
    std::map<std::string, std::set<tid>> members_;
    std::map<std::string, std::vector<int>> released_;
    std::uint64_t last_request_ = 0;
    std::uint64_t enrol_request_ = 0;
    tid enrolling_process_ = 0;
};

}  // namespace

TEST_CASE("Random requests are answered exactly once, tids are unique and barrier counts are right", "[pvm]") {
    for (unsigned seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        random_registry(seed).run(600);
    }
}

}  // namespace registry_property_test
