// The functions of the commands. command_table.cpp gives their names and arguments.
#pragma once

#include "tools/pvm/command.hpp"

namespace banyan::pvm_console {

// commands_about_hosts.cpp
void add_hosts(console& pvm, const words& names);
void delete_hosts(console& pvm, const words& names);
void show_hosts(console& pvm, const words& arguments);
void show_host_status(console& pvm, const words& names);
void tickle(console& pvm, const words& arguments);
void halt(console& pvm, const words& arguments);

// commands_about_tasks.cpp
void spawn(console& pvm, const words& arguments);
void show_jobs(console& pvm, const words& arguments);
void kill_tasks(console& pvm, const words& arguments);
void signal_tasks(console& pvm, const words& arguments);
void show_task_status(console& pvm, const words& tids);
void show_tasks(console& pvm, const words& options);
void reset(console& pvm, const words& arguments);

// commands_about_settings.cpp
void show_options(console& pvm, const words& arguments);
void set_option(console& pvm, const words& arguments);
void set_variable(console& pvm, const words& arguments);
void export_variables(console& pvm, const words& names);
void unexport_variables(console& pvm, const words& names);
void show_names(console& pvm, const words& arguments);
void put_entry(console& pvm, const words& arguments);
void change_trace(console& pvm, const words& arguments);

// commands_about_console.cpp
void define_alias(console& pvm, const words& arguments);
void remove_aliases(console& pvm, const words& names);
void echo(console& pvm, const words& arguments);
void help(console& pvm, const words& arguments);
void show_id(console& pvm, const words& arguments);
void quit(console& pvm, const words& arguments);
void show_version(console& pvm, const words& arguments);

}  // namespace banyan::pvm_console
