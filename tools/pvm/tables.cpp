#include "tools/pvm/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "libnet/pvm3/error_text.hpp"
#include "libnet/pvm3/task_flags.hpp"

namespace banyan::pvm_console {
namespace {

// The letters of the bits of ti_flag, in the order in which they are shown.
constexpr std::pair<int, char> flag_letters[] = {{pvm3::flag_of_tasker, 'T'},
                                                 {pvm3::flag_of_hoster, 'H'},
                                                 {pvm3::flag_of_manager, 'R'},
                                                 {pvm3::flag_of_connected, 'c'},
                                                 {pvm3::flag_of_spawned, 'f'}};

std::string letters_of(int flags) {
    std::string letters;
    for (const auto& [bit, letter] : flag_letters)
        if ((flags & bit) != 0) letters += letters.empty() ? std::string(1, letter) : std::string(",") + letter;
    return letters;
}

std::string parent_of(const pvmtaskinfo& task) {
    return task.ti_ptid > 0 ? fmt::format("{:x}", task.ti_ptid) : "-";
}

std::string status_of(int code, const char* well) {
    return code < 0 ? error_text_of(code) : well;
}

}  // namespace

std::string error_text_of(int code) {
    return -code >= 0 && -code < pvm_nerr ? pvm_errlist[-code] : fmt::format("error {}", code);
}

std::string hosts_table(std::span<const pvmhostinfo> hosts, int formats) {
    std::string text = fmt::format("{} host{}, {} data format{}\n", hosts.size(), hosts.size() == 1 ? "" : "s", formats,
                                   formats == 1 ? "" : "s");
    text += fmt::format("{:>24} {:>8} {:>8} {:>7} {:>10}\n", "HOST", "DTID", "ARCH", "SPEED", "DSIG");
    for (const auto& host : hosts)
        text += fmt::format("{:>24} {:>8x} {:>8} {:>7} 0x{:08x}\n", host.hi_name, host.hi_tid, host.hi_arch,
                            host.hi_speed, static_cast<unsigned>(host.hi_dsig));
    return text;
}

std::string added_table(std::span<const std::string> names, std::span<const int> results) {
    std::string text =
        fmt::format("{} successful\n{:>24} {:>8}\n",
                    std::ranges::count_if(results, [](int result) { return result >= 0; }), "HOST", "DTID");
    for (std::size_t i = 0; i < names.size(); ++i)
        text += results[i] < 0 ? fmt::format("{:>24} {}\n", names[i], error_text_of(results[i]))
                               : fmt::format("{:>24} {:>8x}\n", names[i], results[i]);
    return text;
}

std::string deleted_table(std::span<const std::string> names, std::span<const int> results) {
    std::string text =
        fmt::format("{} successful\n{:>24}  {}\n",
                    std::ranges::count_if(results, [](int result) { return result >= 0; }), "HOST", "STATUS");
    for (std::size_t i = 0; i < names.size(); ++i)
        text += fmt::format("{:>24}  {}\n", names[i],
                            results[i] == PvmBadParam ? "the first host cannot be deleted, use halt"
                                                      : status_of(results[i], "deleted"));
    return text;
}

std::string tasks_header(const task_columns& columns) {
    return fmt::format("{:>24} {:>8}{}   FLAG 0x COMMAND\n", "HOST", "TID",
                       columns.parent_and_process ? fmt::format(" {:>8} {:>6}", "PTID", "PID") : "");
}

std::string task_row(const pvmtaskinfo& task, const std::map<int, std::string>& hosts, const task_columns& columns) {
    const auto host = hosts.find(task.ti_host);
    const std::string tid = task.ti_tid == columns.console ? "(cons)" : fmt::format("{:x}", task.ti_tid);
    std::string text = fmt::format("{:>24} {:>8}", host == hosts.end() ? "-" : host->second, tid);
    if (columns.parent_and_process) text += fmt::format(" {:>8} {:>6}", parent_of(task), task.ti_pid);
    const std::string program = task.ti_a_out ? task.ti_a_out : "";
    const std::string flags = fmt::format("{:x}/{}", task.ti_flag, letters_of(task.ti_flag));
    return text + fmt::format(" {:>9} {:<12}\n", flags, program.empty() ? "-" : program);
}

std::string host_status_row(const std::string& host, int code) {
    return fmt::format("{:>24}  {}\n", host, status_of(code, "ok"));
}

std::string task_status_row(int tid, int code) {
    return fmt::format("t{:>8x}  {}\n", tid, status_of(code, "run"));
}

std::string mailbox_entry(const pvmmboxinfo& entry) {
    std::string text = fmt::format("<{}>:\n", entry.mi_name);
    for (int i = 0; i < entry.mi_nentries; ++i)
        text += fmt::format("\tindex={} owner=0x{:x}/{} flags=0x{:x}\n", entry.mi_indices[i], entry.mi_owners[i],
                            entry.mi_owners[i], entry.mi_flags[i]);
    return text + "\n";
}

}  // namespace banyan::pvm_console
