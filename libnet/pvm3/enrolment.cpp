#include "libnet/pvm3/enrolment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <memory>

#include "banyan/net/error.hpp"
#include "libnet/base/at_exit.hpp"
#include "libnet/base/environment.hpp"
#include "libnet/base/own_file.hpp"
#include "libnet/pvm3/child_output.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/poll_descriptor.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "libnet/pvm3/setting_messages.hpp"
#include "libnet/pvm3/start_service.hpp"
#include "libnet/pvm3/tracing.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

struct membership {
    std::unique_ptr<enrolled_task> task;
    pid_t process = 0;
    bool was_started = false;  // the process has used its PVMEPID
};

// Never destroyed, because exit() may be called at any time.
membership& the_membership() {
    static membership& one = *new membership;
    return one;
}

std::uint32_t expected_tid() {
    const std::string text = net::environment_value("PVMEPID");
    std::uint32_t tid = 0;
    std::from_chars(text.data(), text.data() + text.size(), tid);
    return tid;
}

// "" if there is none. A file that another user has put there is not read.
std::string named_socket() {
    return net::first_line_of_own_file(service_file("pvmd"));
}

// The socket of the service of the virtual machine that runs this process: `banyan run`. "" if none does. On another
// computer than that of the service, its host daemon has the socket.
std::string socket_of_own_virtual_machine() {
    const auto of_host = own_host_folder() / service_socket_name;
    std::error_code hidden;  // by another user, whose environment this process has
    if (of_host.has_parent_path() && std::filesystem::exists(of_host, hidden)) return of_host;
    const auto folder = own_virtual_machine_folder();
    return folder.empty() ? "" : folder / service_socket_name;
}

// nullptr if no service answers there, or if it ends instead of an answer. A task that was spawned has the service that
// has spawned it, and no other one.
std::unique_ptr<enrolled_task> enrol_at(const std::string& socket, std::uint32_t expected) {
    if (socket.empty()) return nullptr;
    try {
        return std::make_unique<enrolled_task>(socket, expected);
    } catch (const net::error& failed) {
        const bool ends = failed.which() == net::errc::closed && expected == 0;
        if (!ends && failed.which() != net::errc::attach_failed) throw;
        return nullptr;
    }
}

// A service that has been killed may accept connections for a moment, also from the command that starts services.
std::unique_ptr<enrolled_task> find_service(std::uint32_t expected) {
    constexpr int attempts = 3;
    const std::string own = socket_of_own_virtual_machine();
    const auto socket = [&] { return own.empty() ? named_socket() : own; };
    for (int i = 0; i < attempts; ++i) {
        if (auto task = enrol_at(socket(), expected)) return task;
        if (!start_service()) break;
    }
    if (auto task = enrol_at(socket(), expected)) return task;
    throw net::error(
        net::errc::attach_failed,
        fmt::format("no virtual machine is running ({}); `banyan pvmd` starts one", service_file("pvmd").string()));
}

std::unique_ptr<enrolled_task> enrol(bool was_started) {
    const std::string socket = net::environment_value("PVMSOCK");
    const std::uint32_t expected = was_started ? 0 : expected_tid();
    return socket.empty() ? find_service(expected) : std::make_unique<enrolled_task>(socket, expected);
}

// What was sent is delivered also if the program ends without pvm_exit, or calls exit() in a signal handler.
void leave_at_exit() {
    if (interrupts_a_call(0)) return deliver_sent();
    try {
        leave_virtual_machine();
    } catch (const std::exception&) {  // the program ends all the same
    }
}

}  // namespace

bool is_enrolled() {
    const auto& member = the_membership();
    return member.task && member.process == ::getpid();
}

int tid_of_process() {
    const auto& member = the_membership();
    const bool has_task_of_parent = member.task && member.process != ::getpid();
    return has_task_of_parent ? 0 : the_library().tid;
}

enrolled_task& this_task() {
    auto& member = the_membership();
    if (is_enrolled()) return *member.task;
    if (member.task) {  // after fork(): the task and the messages that wait are those of the parent process
        close_poll_descriptor();
        the_library().queue.clear();
        the_library().routes = {};
        the_library().own_end.clear();
        the_child_output() = {};
        the_child_output().show_tids(the_library().settings.get(PvmShowTids) != 0);
        (void)member.task.release();
        trace_detail::is_on = false;  // what is left of a trace is the parent's, and cannot be sent without a task
        the_library().set_tid(0);     // also if this process cannot enrol
    }
    const bool was_started = member.was_started && member.process == ::getpid();
    member.process = ::getpid();
    member.task = enrol(was_started);
    member.was_started = true;
    [[maybe_unused]] static const bool registered = net::detail::at_exit(leave_at_exit);
    auto& lib = the_library();
    lib.set_tid(member.task->tid());
    pvmmyupid = ::getpid();
    pvmmyptid = member.task->facts().parent();
    inherit_settings(member.task->facts().inherited());
    begin_deferred();
    return *member.task;
}

void deliver_sent() {
    if (is_enrolled()) this_task().deliver_sent();
}

void leave_virtual_machine() {
    if (!is_enrolled()) return;
    flush_trace();
    close_poll_descriptor();  // its thread uses the mailbox
    const auto leaving = std::move(the_membership().task);
    the_library().set_tid(0);
    the_library().forget_messages();
    the_library().routes = {};
    leaving->leave();
}

}  // namespace banyan::pvm3
