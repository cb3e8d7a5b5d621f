// pvm_config, pvm_addhosts, pvm_delhosts, pvm_mstat, pvm_hostsync, pvm_start_pvmd, pvm_halt.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/start_service.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

/// The list of the last call of pvm_config.
struct host_list {
    std::vector<pvmhostinfo> entries;
    std::deque<std::string> texts;  // their addresses stay
};

int list_hosts(host_list& list, int& architectures) {
    wire::ToService request;
    request.mutable_list_hosts();
    const auto answer = this_task().call(std::move(request));
    if (answer.status() < 0) return answer.status();
    list = {};
    for (const auto& host : answer.hosts()) {
        auto& name = list.texts.emplace_back(host.name());
        auto& architecture = list.texts.emplace_back(host.architecture());
        list.entries.push_back(
            {static_cast<int>(host.tid()), name.data(), architecture.data(), host.speed(), host.data_signature()});
    }
    architectures = answer.architectures();
    return PvmOk;
}

// `results` may be null.
int change_hosts(wire::ToService request, int count, int* results) {
    const auto answer = this_task().call(std::move(request));
    if (results) std::copy_n(answer.tids().begin(), std::min(count, answer.tids_size()), results);
    return answer.status();
}

constexpr std::int64_t us_per_s = 1'000'000;

// The microseconds are from 0 to 999,999, also for negative times.
timeval to_timeval(std::int64_t us) {
    const std::int64_t part = (us % us_per_s + us_per_s) % us_per_s;
    return {static_cast<time_t>((us - part) / us_per_s), static_cast<suseconds_t>(part)};
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_config(int* hosts, int* architectures, pvmhostinfo** list) {
    return guarded("pvm_config", [&]() -> int {
        static host_list last;
        int different = 0;
        if (const int failed = list_hosts(last, different)) return failed;
        if (hosts) *hosts = static_cast<int>(last.entries.size());
        if (architectures) *architectures = different;
        if (list) *list = last.entries.data();
        return PvmOk;
    });
}

int pvm_addhosts(char** names, int count, int* results) {
    return guarded("pvm_addhosts", [&]() -> int {
        if (!names || count < 1) return PvmBadParam;
        wire::ToService request;
        for (int i = 0; i < count; ++i)
            request.mutable_add_hosts()->add_names(names[i]);
        return change_hosts(std::move(request), count, results);
    });
}

int pvm_delhosts(char** names, int count, int* results) {
    return guarded("pvm_delhosts", [&]() -> int {
        if (!names || count < 1) return PvmBadParam;
        wire::ToService request;
        for (int i = 0; i < count; ++i)
            request.mutable_delete_hosts()->add_names(names[i]);
        return change_hosts(std::move(request), count, results);
    });
}

int pvm_mstat(const char* host) {
    return guarded("pvm_mstat",
                   [&]() -> int {
                       if (!host || !*host) return PvmBadParam;
                       wire::ToService request;
                       request.mutable_host_status()->set_name(host);
                       return this_task().call(std::move(request)).status();
                   },
                   {PvmNoHost});
}

// The clocks of the hosts are compared all the time, so that the host need not be asked.
int pvm_hostsync(int host, timeval* clock, timeval* difference) {
    return guarded("pvm_hostsync", [&]() -> int {
        wire::ToService request;
        request.mutable_list_hosts();
        const auto listed = this_task().call(std::move(request));
        const auto ahead_us = [&](int tid) -> std::optional<std::int64_t> {
            for (const auto& entry : listed.hosts())
                if (entry.tid() == static_cast<std::uint32_t>(tid)) return entry.clock_ahead_us();
            return std::nullopt;
        };
        const auto there = ahead_us(host);
        if (!there) return PvmNoHost;
        const std::int64_t behind_us = ahead_us(pvm_tidtohost(pvm_mytid())).value_or(0) - *there;
        timeval now{};
        gettimeofday(&now, nullptr);
        const std::int64_t now_us = std::int64_t{now.tv_sec} * us_per_s + now.tv_usec;
        if (clock) *clock = to_timeval(now_us - behind_us);
        if (difference) *difference = to_timeval(behind_us);
        return PvmOk;
    });
}

// Options of the daemon of PVM, such as -d1, have no meaning here. A host file has.
int pvm_start_pvmd(int count, char** arguments, int) {
    return guarded("pvm_start_pvmd", [&]() -> int {
        const options quiet = the_library().settings;
        the_library().settings.set(PvmAutoErr, 0);
        const bool running = pvm_mytid() > 0;
        the_library().settings = quiet;
        if (running) return PvmDupHost;
        std::vector<std::string> files;
        for (int i = 0; i < count; ++i)
            if (*arguments[i] != '-') files.emplace_back(arguments[i]);
        return start_virtual_machine(files) ? PvmOk : PvmSysErr;
    });
}

int pvm_halt() {
    return guarded("pvm_halt", [&]() -> int {
        wire::ToService request;
        request.mutable_halt();
        this_task().tell(request);
        return PvmOk;
    });
}
