// Records what the registry of the PVM service does, and makes requests for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/registry.hpp"

namespace banyan::testing {

namespace pvm = banyan::daemon::pvm;
namespace pvm_wire = banyan::pvm3::wire;

struct recorded_effects : pvm::service_effects {
    struct signalled {
        pvm::tid task;
        int number;
    };
    struct host_request {
        std::uint64_t request;
        std::vector<std::string> names;
    };

    void send(pvm::tid to, const pvm_wire::ToPvmTask& message) override { sent[to].push_back(message); }
    void disconnect(pvm::tid task) override { disconnects.push_back(task); }
    void start(const pvm::start_order& order) override { orders.push_back(order); }
    pvm::program_facts find_program_of(const pvm::start_order& order) override {
        return {order.program, order.environment, search_list};
    }
    void signal(pvm::tid task, int number) override { signals.push_back({task, number}); }
    void add_hosts(std::uint64_t request, const std::vector<std::string>& names) override {
        additions.push_back({request, names});
    }
    void delete_hosts(std::uint64_t request, const std::vector<std::string>& names) override {
        deletions.push_back({request, names});
    }
    void halt() override { ++halts; }
    void log(const std::string& line) override { lines.push_back(line); }

    std::map<pvm::tid, std::vector<pvm_wire::ToPvmTask>> sent;
    std::vector<pvm::tid> disconnects;
    std::vector<pvm::start_order> orders;
    std::vector<signalled> signals;
    std::vector<host_request> additions, deletions;
    int halts = 0;
    std::vector<std::string> lines;
    std::string search_list;  // where taskers have to look for programs
};

/// The body of a message of the service as integers.
inline std::vector<int> integers(const pvm_wire::Message& message) {
    std::vector<int> result;
    for (std::size_t at = 0; at + 4 <= message.body().size(); at += 4) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 4; ++i)
            bits = bits << 8 | static_cast<unsigned char>(message.body()[at + i]);
        result.push_back(static_cast<int>(bits));
    }
    return result;
}

/// A registry with two hosts, "one" (number 1) and "two" (number 2).
struct registry_fixture {
    recorded_effects effects;
    pvm::registry registry;
    std::uint64_t last_request = 0;

    /// `most_tids`: of each host.
    explicit registry_fixture(std::uint32_t most_tids = banyan::net::task_id::max_local)
        : registry(effects, most_tids) {
        registry.set_data_protection("secret", true);
        registry.host_added({1, "one", "LINUX64", 1000, 7, {"10.0.0.1"}});
        registry.host_added({2, "two", "LINUXARM", 500, 9, {"10.0.0.2"}});
    }

    pvm::tid enrol(pvm::tid expected = 0, std::uint32_t host = 1) {
        pvm_wire::Enrol message;
        message.set_version(pvm::service_protocol_version);
        message.set_expected(expected);
        message.set_pid(100);
        message.set_program("/home/a/bin/program");
        return registry.enrol(++last_request, message, host);
    }

    /// Gives the request of `from` a number and returns it.
    std::uint64_t ask(pvm::tid from, pvm_wire::ToService message) {
        message.set_request(++last_request);
        registry.take(from, message);
        return last_request;
    }

    /// All answers to a request.
    std::vector<pvm_wire::Answer> answers(pvm::tid to, std::uint64_t request) {
        std::vector<pvm_wire::Answer> result;
        for (const auto& message : effects.sent[to])
            if (message.has_answer() && message.answer().request() == request) result.push_back(message.answer());
        return result;
    }

    /// The only answer to a request; an unlikely status if there is none or more than one.
    pvm_wire::Answer answer(pvm::tid to, std::uint64_t request) {
        const auto all = answers(to, request);
        if (all.size() == 1) return all.front();
        pvm_wire::Answer none;
        none.set_status(-1000 - static_cast<int>(all.size()));
        return none;
    }

    pvm_wire::Answer ask_now(pvm::tid from, const pvm_wire::ToService& message) {
        return answer(from, ask(from, message));
    }
    int status(pvm::tid from, const pvm_wire::ToService& message) { return ask_now(from, message).status(); }

    /// The messages of PVM that a task has got.
    std::vector<pvm_wire::Message> messages(pvm::tid to) {
        std::vector<pvm_wire::Message> result;
        for (const auto& message : effects.sent[to])
            if (message.has_message()) result.push_back(message.message());
        return result;
    }

    /// Starts `count` tasks and enrols them. Returns their tids.
    std::vector<pvm::tid> spawn(pvm::tid parent, int count, const std::string& where = {}, int flags = 0,
                                const pvm_wire::Inherited& inherited = {}) {
        pvm_wire::ToService message;
        message.mutable_spawn()->set_program("worker");
        message.mutable_spawn()->set_count(count);
        message.mutable_spawn()->set_where(where);
        message.mutable_spawn()->set_flags(flags);
        *message.mutable_spawn()->mutable_inherited() = inherited;
        const auto first = effects.orders.size();
        ask(parent, message);
        std::vector<pvm::tid> result;
        for (auto at = first; at < effects.orders.size(); ++at)
            result.push_back(effects.orders[at].task);
        for (const auto task : result) {
            registry.started(task, 4000);
            enrol(task);
        }
        return result;
    }
};

}  // namespace banyan::testing
