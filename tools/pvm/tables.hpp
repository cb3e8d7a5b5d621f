// The tables that commands print, with the columns of PVM's console, because scripts read them. Each text ends with a
// newline.
#pragma once

#include <map>
#include <span>
#include <string>

#include "pvm3/pvm3.h"

namespace banyan::pvm_console {

/// The text of an error code.
std::string error_text_of(int code);

std::string hosts_table(std::span<const pvmhostinfo> hosts, int formats);

/// What pvm_addhosts and pvm_delhosts say of each host: a tid or 0, or an error code.
std::string added_table(std::span<const std::string> names, std::span<const int> results);
std::string deleted_table(std::span<const std::string> names, std::span<const int> results);

struct task_columns {
    bool parent_and_process = false;
    int console = 0;  // the tid that is shown as (cons)
};
std::string tasks_header(const task_columns& columns);
/// `hosts`: names by the tid of the daemon.
std::string task_row(const pvmtaskinfo& task, const std::map<int, std::string>& hosts, const task_columns& columns);

/// `code`: of pvm_mstat or pvm_pstat.
std::string host_status_row(const std::string& host, int code);
std::string task_status_row(int tid, int code);

std::string mailbox_entry(const pvmmboxinfo& entry);

}  // namespace banyan::pvm_console
