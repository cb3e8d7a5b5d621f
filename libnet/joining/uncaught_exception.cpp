#include "libnet/joining/uncaught_exception.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <thread>
#include <typeinfo>

#include "banyan/net/error.hpp"
#include "libnet/joining/session_trace.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::size_t longest_text = 2000;
constexpr std::chrono::seconds time_to_abort{5};

std::atomic<attachment*> daemon_to_tell{nullptr};
std::atomic<pid_t> process{0};
std::atomic<std::terminate_handler> previous{nullptr};
std::atomic<std::thread::id> reporting{};

struct uncaught {
    std::string text;
    task_id follows;
};

std::string name_of_type() {
    const std::type_info* type = abi::__cxa_current_exception_type();
    if (!type) return "unknown type";
    int status = 0;
    char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    std::string text = status == 0 && name ? name : type->name();
    std::free(name);
    return text;
}

// True for an error that names another task because that task is lost.
bool is_loss(const error& failed) {
    const errc which = failed.which();
    return which == errc::peer_lost || which == errc::host_lost || which == errc::connect_failed;
}

uncaught current_exception() {
    const auto thrown = std::current_exception();
    if (!thrown) return {"std::terminate() was called", {}};
    try {
        std::rethrow_exception(thrown);
    } catch (const error& failed) {
        return {failed.what(), is_loss(failed) ? failed.peer() : task_id{}};
    } catch (const std::exception& failed) {
        return {name_of_type() + ": " + failed.what(), {}};
    } catch (...) {
        return {"an exception of type " + name_of_type(), {}};
    }
}

// Joins the lines of a text, because the report of the run shows it in one line.
std::string one_line(std::string text) {
    text.resize(std::min(text.size(), longest_text));
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    return text;
}

bool tell_daemon() noexcept {
    try {
        attachment* daemon = daemon_to_tell.exchange(nullptr);
        if (!daemon) return false;
        const uncaught what = current_exception();
        return daemon->tell_failure(one_line(what.text), what.follows);
    } catch (...) {
        return false;
    }
}

bool is_of_the_runtime(std::terminate_handler handler) {
    return handler == nullptr || handler == __gnu_cxx::__verbose_terminate_handler || handler == std::abort;
}

[[noreturn]] void report_and_abort() {
    const std::terminate_handler before = previous;
    const bool mine = process == ::getpid();
    std::thread::id none{};
    if (mine && !reporting.compare_exchange_strong(none, std::this_thread::get_id()) &&
        none != std::this_thread::get_id())
        std::this_thread::sleep_for(time_to_abort);  // another thread ends the process
    if (mine) session_trace::write_current();
    const bool told = mine && tell_daemon();
    if (before && !(told && is_of_the_runtime(before))) before();
    std::abort();
}

}  // namespace

void report_uncaught_to(attachment* daemon) {
    daemon_to_tell = daemon;
    if (daemon) {
        process = ::getpid();
        const auto before = std::set_terminate(report_and_abort);
        if (before != report_and_abort) previous = before;
    } else if (std::get_terminate() == report_and_abort) {
        std::set_terminate(previous);
    }
}

}  // namespace banyan::net::detail
