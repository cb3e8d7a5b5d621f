// pvm_config, pvm_archcode, pvm_addhosts, pvm_delhosts, pvm_mstat, pvm_hostsync, pvm_start_pvmd, pvm_halt.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/manager_requests.hpp"
#include "libnet/pvm3/own_host.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "libnet/pvm3/start_service.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

/// The list of the last call of pvm_config.
struct host_list {
    std::vector<pvmhostinfo> entries;
    std::deque<std::string> texts;  // their addresses stay
};

void add_host(host_list& list, int tid, const std::string& name, const std::string& architecture, int speed,
              int data_signature) {
    auto& kept_name = list.texts.emplace_back(name);
    auto& kept_architecture = list.texts.emplace_back(architecture);
    list.entries.push_back({tid, kept_name.data(), kept_architecture.data(), speed, data_signature});
}

// SM_CONFIG and SM_ADDHOST: the number of hosts or an error code, the number of architectures, and each host.
int read_hosts(const manager_answer& answered, host_list& list, int& architectures) {
    xdr_reader answer = answered.reader();
    const auto count = answer.integer();
    if (!count || *count < 0) return count.value_or(PvmBadMsg);
    list = {};
    architectures = answer.integer().value_or(0);
    for (int i = 0; i < *count; ++i) {
        const auto tid = answer.integer();
        const auto name = answer.text(), architecture = answer.text();
        const auto speed = answer.integer(), data_signature = answer.integer();
        if (!data_signature || !name || !architecture) return PvmBadMsg;
        add_host(list, *tid, *name, *architecture, *speed, *data_signature);
    }
    return PvmOk;
}

int list_hosts(host_list& list, int& architectures) {
    if (const auto answer = ask_manager(SM_CONFIG, xdr_writer())) return read_hosts(*answer, list, architectures);
    wire::ToService request;
    request.mutable_list_hosts();
    const auto answer = ask_service(std::move(request));
    if (answer.status() < 0) return answer.status();
    list = {};
    for (const auto& host : answer.hosts())
        add_host(list, static_cast<int>(host.tid()), host.name(), host.architecture(), host.speed(),
                 host.data_signature());
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
constexpr std::chrono::seconds longest_halt{60};

// The microseconds are from 0 to 999,999, also for negative times.
timeval to_timeval(std::int64_t us) {
    const std::int64_t part = (us % us_per_s + us_per_s) % us_per_s;
    return {static_cast<time_t>((us - part) / us_per_s), static_cast<suseconds_t>(part)};
}

xdr_writer body_of(char** names, int count) {
    xdr_writer body;
    body.add_texts(std::vector<std::string>(names, names + count));
    return body;
}

// `results` may be null.
int take_added(const manager_answer& answer, int count, int* results) {
    host_list hosts;
    int architectures = 0;
    if (const int failed = read_hosts(answer, hosts, architectures)) return failed;
    if (static_cast<int>(hosts.entries.size()) != count) return PvmBadMsg;
    for (int i = 0; results && i < count; ++i)
        results[i] = hosts.entries[static_cast<std::size_t>(i)].hi_tid;
    return static_cast<int>(std::count_if(hosts.entries.begin(), hosts.entries.end(),
                                          [](const pvmhostinfo& host) { return host.hi_tid >= 0; }));
}

// SM_DELHOST: the number of hosts or an error code, and a result for each.
int take_deleted(const manager_answer& answered, int count, int* results) {
    xdr_reader answer = answered.reader();
    const auto told = answer.integer();
    if (!told || *told != count) return told.value_or(PvmBadMsg);
    int deleted = 0;
    for (int i = 0; i < count; ++i) {
        const int result = answer.integer().value_or(PvmBadMsg);
        if (results) results[i] = result;
        if (result >= 0) ++deleted;
    }
    return deleted;
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_config(int* hosts, int* architectures, pvmhostinfo** list) {
    const traced_call traced(TEV_CONFIG);
    static host_list last;
    int different = 0;
    const int code = guarded("pvm_config", [&]() -> int {
        if (const int failed = list_hosts(last, different)) return failed;
        if (hosts) *hosts = static_cast<int>(last.entries.size());
        if (architectures) *architectures = different;
        if (list) *list = last.entries.data();
        return PvmOk;
    });
    return traced.exit(code, [&](trace_record& event) {
        const int count = code < 0 ? 0 : static_cast<int>(last.entries.size());
        event.add(TEV_DID_NH, count).add(TEV_DID_NA, different).add(TEV_DID_CC, code);
    });
}

// The architectures of the present hosts are known. That of this host needs no service.
int pvm_archcode(const char* architecture) {
    const traced_call traced(TEV_ARCHCODE,
                             [&](trace_record& event) { event.add_text(TEV_DID_AN, text_of(architecture)); });
    return traced.exit(guarded("pvm_archcode",
                               [&]() -> int {
                                   if (!architecture) return PvmBadParam;
                                   if (std::string_view(architecture) == own_architecture) return own_data_signature;
                                   host_list hosts;
                                   int different = 0;
                                   if (const int failed = list_hosts(hosts, different)) return failed;
                                   for (const auto& host : hosts.entries)
                                       if (std::string_view(host.hi_arch) == architecture) return host.hi_dsig;
                                   return PvmNotFound;
                               }),
                       TEV_DID_AC);
}

int pvm_addhosts(char** names, int count, int* results) {
    const traced_call traced(TEV_ADDHOSTS,
                             [&](trace_record& event) { event.add_texts(TEV_DID_HNL, texts_of(names, count)); });
    return traced.exit(guarded("pvm_addhosts", [&]() -> int {
        if (!names || count < 1) return PvmBadParam;
        if (const auto answer = ask_manager(SM_ADDHOST, body_of(names, count)))
            return take_added(*answer, count, results);
        wire::ToService request;
        for (int i = 0; i < count; ++i)
            request.mutable_add_hosts()->add_names(names[i]);
        return change_hosts(std::move(request), count, results);
    }));
}

int pvm_delhosts(char** names, int count, int* results) {
    const traced_call traced(TEV_DELHOSTS,
                             [&](trace_record& event) { event.add_texts(TEV_DID_HNL, texts_of(names, count)); });
    return traced.exit(guarded("pvm_delhosts", [&]() -> int {
        if (!names || count < 1) return PvmBadParam;
        if (const auto answer = ask_manager(SM_DELHOST, body_of(names, count)))
            return take_deleted(*answer, count, results);
        wire::ToService request;
        for (int i = 0; i < count; ++i)
            request.mutable_delete_hosts()->add_names(names[i]);
        return change_hosts(std::move(request), count, results);
    }));
}

int pvm_mstat(const char* host) {
    const traced_call traced(TEV_MSTAT, [&](trace_record& event) { event.add_text(TEV_DID_HN, text_of(host)); });
    return traced.exit(guarded("pvm_mstat",
                               [&]() -> int {
                                   if (!host || !*host) return PvmBadParam;
                                   wire::ToService request;
                                   request.mutable_host_status()->set_name(host);
                                   return ask_service(std::move(request)).status();
                               },
                               {PvmNoHost, PvmHostFail}),
                       TEV_DID_HS);
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
        const int reaction = std::exchange(pvmautoerr, 0);
        const bool running = pvm_mytid() > 0;
        pvmautoerr = reaction;
        if (running) return PvmDupHost;
        std::vector<std::string> files;
        for (int i = 0; arguments && i < count; ++i)
            if (*arguments[i] != '-') files.emplace_back(arguments[i]);
        return start_virtual_machine(files) ? PvmOk : PvmSysErr;
    });
}

// As in PVM, it returns only to a program that SIGTERM does not end.
int pvm_halt() {
    return guarded("pvm_halt", [&]() -> int {
        wire::ToService request;
        request.mutable_halt();
        this_task().tell(request);
        return this_task().await_end_of_virtual_machine(longest_halt) ? PvmOk : PvmSysErr;
    });
}
