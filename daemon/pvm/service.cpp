#include "daemon/pvm/service.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/common/process_limits.hpp"
#include "daemon/common/pvm_address.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/common/virtual_machine_folder.hpp"
#include "daemon/coordinator/host_acceptor.hpp"
#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/host_changes.hpp"
#include "daemon/pvm/host_watch.hpp"
#include "daemon/pvm/log_file.hpp"
#include "daemon/pvm/number_variable.hpp"
#include "daemon/pvm/pvm_host_file.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/search_list.hpp"
#include "daemon/pvm/start_directory.hpp"
#include "daemon/pvm/started_task.hpp"
#include "daemon/pvm/task_server.hpp"
#include "libnet/base/environment.hpp"
#include "libnet/base/program_search.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/pvm3/own_host.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {
namespace {

namespace asio = net::asio;
constexpr int speed_of_one = 1000;  // PVM's speed of a host with the relative speed 1

bool is_remote(const wire::Host& host) {
    return !host.coordinator_address().empty();
}

// As `hostname` prints it. "" if the system does not tell it.
std::string name_of_computer() {
    std::array<char, HOST_NAME_MAX + 1> name{};
    return ::gethostname(name.data(), name.size()) == 0 ? std::string(name.data()) : std::string();
}

// The coordinator writes the secret of the virtual machine to the standard input of the service.
net::secret_key read_secret() {
    net::secret_key secret;
    if (::read(STDIN_FILENO, secret.data(), secret.size()) != static_cast<ssize_t>(secret.size()))
        throw net::error(net::errc::launch_failed, "the PVM service is started by the coordinator");
    return secret;
}

class service final : public service_effects {
  public:
    service(asio::io_context& io, const std::string& id, const net::secret_key& secret)
        : io_(io),
          folder_(virtual_machine_folder::join(id)),
          coordinator_(control_socket(id)),
          socket_(folder_.path() / pvm3::service_socket_name),
          address_(is_public(id) ? std::make_unique<address_file>(socket_) : nullptr),
          log_(is_public(id) ? log_file::earlier_lines::dropped : log_file::earlier_lines::kept),
          registry_(*this),
          server_(io, socket_,
                  {[this](const auto& message, const auto& from) { return enrol(message, from); },
                   [this](tid task, const auto& message) { registry_.take(task, message); },
                   [this](tid task) { disconnected(task); }}),
          relays_(
              io, secret,
              [this](std::uint32_t host, const std::shared_ptr<control_stream>& stream) {
                  server_.take_relayed(host, stream);
              },
              pvm_service_id),
          hosts_(io, coordinator_,
                 {[this](const wire::Host& host) { return add_host(host); },
                  [this](std::uint32_t number) { registry_.host_lost(number); },
                  [this](const wire::Host& host) {
                      registry_.set_condition(host.number(), host.clock_ahead_us(), host.is_silent());
                  },
                  [this] { end(); }}),
          signals_(io, SIGTERM, SIGINT, SIGHUP),
          folder_timer_(io),
          host_file_(read_pvm_host_file_of_variable()),
          changes_(io, hosts_, host_file_,
                   {[this](std::uint64_t request, const auto& results) { registry_.hosts_added(request, results); },
                    [this](std::uint64_t request, const auto& results) { registry_.hosts_deleted(request, results); },
                    [this](const std::string& line) { log_.write(line); }}) {
        make_private_directory(pvm3::task_sockets_beside(socket_));
        net::fill_random(data_secret_);
        const auto report = [this](const std::string& line) { log_.write(line); };
        registry_.set_most_processes(number_variable("PVM_MAX_TASKS", report));
        registry_.set_debug_mask(number_variable("PVMDDEBUG", report));
    }

    void start() {
        signals_.async_wait([this](const boost::system::error_code& cancelled, int) {
            if (!cancelled) end();
        });
        hosts_.start();
        if (address_) watch_folder();
    }

    // --- service_effects
    void send(tid to, const pvm3::wire::ToPvmTask& message) override { server_.send(to, message); }
    void start(const start_order& order) override;
    program_facts find_program_of(const start_order& order) override;
    void signal(tid task, int number) override;
    void disconnect(tid task) override {
        asio::post(io_, [this, task] {
            enrolled_.erase(task);
            server_.disconnect(task);
        });
    }
    void add_hosts(std::uint64_t request, const std::vector<std::string>& names) override {
        changes_.add(request, names);
    }
    void delete_hosts(std::uint64_t request, const std::vector<std::string>& names) override {
        changes_.remove(request, names);
    }
    void halt() override {
        asio::post(io_, [this] { hosts_.take_down(); });
    }
    void log(const std::string& line) override { log_.write(line); }

  private:
    [[nodiscard]] tid enrol(const pvm3::wire::ToService& message, const task_server::peer& from);
    [[nodiscard]] std::uint32_t first_host_here() const;
    void disconnected(tid task);
    [[nodiscard]] bool add_host(const wire::Host& host);
    [[nodiscard]] bool listen_for(const wire::Host& host);
    void start_own_programs();
    [[nodiscard]] run_request run_of(const start_order& order, const wire::Host& host) const;
    [[nodiscard]] start_directory directory_of(const start_order& order, const wire::Host& host) const {
        return start_directory_of(order, host_file_.find(host.name()), is_remote(host));
    }
    [[nodiscard]] std::string folders_of(const start_order& order, const wire::Host& host) const {
        return search_list_of(order, host_file_.find(host.name()), is_remote(host));
    }
    [[nodiscard]] bool add_debugger(started_task::way_to_start& way, const wire::Host& host);
    [[nodiscard]] std::string program_path(const start_order& order, const wire::Host& host) const;
    [[nodiscard]] started_task::handlers task_handlers(tid task);
    void not_started(tid task, int code);
    void process_ended(tid task);
    void forget_process(tid task) {
        processes_.erase(task);
        own_programs_.erase(task);
    }
    [[nodiscard]] bool has_tasks_of_users() const;
    void watch_folder();
    void end() {
        server_.close_all();
        processes_.clear();
        asio::post(io_, [this] { io_.stop(); });
    }

    asio::io_context& io_;
    virtual_machine_folder folder_;
    const std::filesystem::path coordinator_, socket_;
    std::unique_ptr<address_file> address_;  // before the server, so that it exists when programs can connect
    log_file log_;
    registry registry_;
    task_server server_;
    host_acceptor relays_;  // of hosts on other computers
    host_watch hosts_;
    asio::signal_set signals_;
    asio::steady_timer folder_timer_;
    pvm_host_file host_file_;  // with the hosts that have been added since
    host_changes changes_;
    bool serves_ = false;
    std::set<std::uint32_t> unheard_;  // hosts for which the service could not listen
    std::map<tid, std::unique_ptr<started_task>> processes_;
    std::set<tid> own_programs_;                 // those of start_own_programs() that have not ended
    std::map<tid, task_server::peer> enrolled_;  // while they are connected
    net::secret_key data_secret_;                // of the connections between tasks
};

// The host that programs of this computer belong to when they are started by hand; 0 if there is none.
std::uint32_t service::first_host_here() const {
    for (const auto& [number, host] : hosts_.hosts())
        if (!is_remote(host)) return number;
    return 0;
}

tid service::enrol(const pvm3::wire::ToService& message, const task_server::peer& from) {
    const std::uint32_t host = from.relaying_host != 0 ? from.relaying_host : first_host_here();
    const tid task = registry_.enrol(message.request(), message.enrol(), host);
    if (task != 0) enrolled_[task] = from;
    return task;
}

void service::disconnected(tid task) {
    enrolled_.erase(task);
    registry_.disconnected(task);
}

// The process that has enrolled as a started task may be a child of the one that was started: a script has started it.
// A started process gets its signals from its host also while it is stopped.
void service::signal(tid task, int number) {
    const auto started = processes_.find(task);
    const auto found = enrolled_.find(task);
    const bool is_other =
        found != enrolled_.end() && started != processes_.end() && found->second.process != started->second->pid();
    if (started != processes_.end() && !is_other) return started->second->signal(number);
    if (found == enrolled_.end()) return;
    if (found->second.relaying_host != 0) {
        pvm3::wire::ToPvmTask message;
        message.set_signal(number);
        return server_.send(task, message);
    }
    if (found->second.process > 0) ::kill(found->second.process, number);
}

// For the programs of a host on another computer. The address may be missing for a while, as while the network is down.
bool service::listen_for(const wire::Host& host) {
    try {
        hosts_.serve_at(host.number(), relays_.listen_tcp(host.coordinator_address()));
        return true;
    } catch (const net::error& failed) {
        if (unheard_.insert(host.number()).second)
            log("host " + host.name() + " cannot be used by PVM programs yet: " + failed.what());
        return false;
    }
}

// Programs can enrol as soon as there is a host.
bool service::add_host(const wire::Host& host) {
    if (is_remote(host) && !listen_for(host)) return false;
    registry::host added{host.number(),
                         host.name(),
                         host.pvm_architecture(),
                         static_cast<int>(std::lround(host.speed() * speed_of_one)),
                         host.pvm_data_signature(),
                         split_addresses(host.address()),
                         host.clock_ahead_us()};
    if (first_host_here() == host.number()) added.computer = name_of_computer();
    registry_.host_added(added);
    if (std::exchange(serves_, true)) return true;
    registry_.set_data_protection({reinterpret_cast<const char*>(data_secret_.data()), data_secret_.size()},
                                  hosts_.has_plain_data());
    server_.start();
    start_own_programs();
    return true;
}

void service::start_own_programs() {
    for (const char* variable : {"PVM_RM", "PVM_TASKER", "PVM_HOSTER", "PVM_TRACER"})
        if (const auto command = net::environment_value(variable); !command.empty())
            registry_.start_own(variable, command);
    for (const auto& [task, process] : processes_)  // no task of a user has been started before
        own_programs_.insert(task);
}

bool service::has_tasks_of_users() const {
    const auto is_of_user = [this](const auto& entry) { return !own_programs_.contains(entry.first); };
    return std::ranges::any_of(processes_, is_of_user) || std::ranges::any_of(enrolled_, is_of_user);
}

// The coordinator of a public virtual machine whose folder was removed ends it when no command is connected any more. A
// service counts as one, so it ends with the last task of a user.
void service::watch_folder() {
    folder_timer_.expires_after(keepalive_interval);
    folder_timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (cancelled) return;
        if (was_removed(coordinator_) && !has_tasks_of_users()) return end();
        watch_folder();
    });
}

run_request service::run_of(const start_order& order, const wire::Host& host) const {
    run_request run;
    run.command = {order.program};
    run.command.insert(run.command.end(), order.arguments.begin(), order.arguments.end());
    run.hosts = {host.name()};
    for (const auto& setting : order.environment) {
        const auto equals = setting.find('=');
        if (equals != std::string::npos)
            run.environment.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    run.environment.emplace_back("PVMEPID", std::to_string(order.task));
    // On another computer, its daemon has a socket for its tasks.
    run.environment.emplace_back("PVMSOCK", is_remote(host) ? "" : socket_.string());
    run.environment.emplace_back("PVM_ARCH", host.pvm_architecture());
    run.working_directory = directory_of(order, host).path;
    return run;
}

started_task::handlers service::task_handlers(tid task) {
    return {[this, task](int pid) { registry_.started(task, pid); },
            [this, task](int status, const std::string& why) {
                const bool no_such_program = status == 127;
                if (!no_such_program) log(why);
                not_started(task, no_such_program ? PvmNoFile : PvmCantStart);
            },
            [this, task](bool is_error, const std::string& bytes) { registry_.output(task, is_error, bytes); },
            [this, task](const std::string& why) {
                if (!why.empty()) log(why);
                process_ended(task);
            }};
}

// On another computer its daemon looks for the debugger. Returns false if there is none here.
bool service::add_debugger(started_task::way_to_start& way, const wire::Host& host) {
    way.debuggers = debugger_paths(host_file_.find(host.name()).debugger);
    if (is_remote(host) || !net::first_executable(way.debuggers).empty()) return true;
    log("PvmTaskDebug: there is no debugger; set PVM_DEBUGGER, or bx= in the host file, to a program");
    return false;
}

// On another computer its daemon or a tasker looks for the program: the name as it is. "" if there is no such program.
std::string service::program_path(const start_order& order, const wire::Host& host) const {
    if (is_remote(host)) return order.program;
    return net::find_program(order.program, net::search_folders(folders_of(order, host)),
                             directory_of(order, host).path);
}

void service::start(const start_order& order) {
    const auto found = hosts_.hosts().find(order.host);
    if (found == hosts_.hosts().end()) return not_started(order.task, PvmNoHost);
    const auto& host = found->second;
    auto run = run_of(order, host);
    run.command.front() = program_path(order, host);
    if (run.command.front().empty()) return not_started(order.task, PvmNoFile);
    started_task::way_to_start way{
        folders_of(order, host), {}, order.umask, !is_remote(host), directory_of(order, host).has_variables};
    if ((order.flags & PvmTaskDebug) != 0 && !add_debugger(way, host)) return not_started(order.task, PvmNoFile);
    try {
        processes_[order.task] = std::make_unique<started_task>(io_, coordinator_, run, way, task_handlers(order.task));
    } catch (const net::error& failed) {
        log(failed.what());
        not_started(order.task, PvmOutOfRes);
    }
}

// For a tasker. Its tasks start in its folder, as with the original, unless the Spawn names one.
program_facts service::find_program_of(const start_order& order) {
    const auto found = hosts_.hosts().find(order.host);
    if (found == hosts_.hosts().end()) return {};
    const auto& host = found->second;
    program_facts facts{program_path(order, host), {}};
    if (is_remote(host)) facts.search_list = folders_of(order, host);
    for (const auto& [name, value] : run_of(order, host).environment)
        facts.environment.push_back(name + "=" + value);
    if (!order.directory.empty()) facts.environment.push_back("PVMSPAWNWD=" + order.directory);
    return facts;
}

// Later, because the registry must not be called from inside its own call.
void service::not_started(tid task, int code) {
    asio::post(io_, [this, task, code] {
        forget_process(task);
        registry_.not_started(task, code);
    });
}

void service::process_ended(tid task) {
    asio::post(io_, [this, task] {
        forget_process(task);
        registry_.process_ended(task);
    });
}

}  // namespace

int run_pvm_service(const std::string& virtual_machine) {
    try {
        ::setsid();
        raise_descriptor_limit();  // each task takes two
        asio::io_context io;
        auto secret = read_secret();
        service one(io, virtual_machine, secret);
        net::wipe(secret);
        one.start();
        io.run();
        return 0;
    } catch (const std::exception& failed) {
        log_file(log_file::earlier_lines::kept).write(failed.what());
        return 1;
    }
}

}  // namespace banyan::daemon::pvm
