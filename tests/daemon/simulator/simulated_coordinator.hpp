// A simulated coordinator. It uses the real runs, and replaces the classes coordinator, host_link and client_session.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "daemon/coordinator/known_run.hpp"
#include "daemon/coordinator/run.hpp"
#include "lane.hpp"

namespace banyan::daemon::simulation {

/// The state that the keeper stores between two coordinators.
struct kept_by_keeper {
    std::set<std::uint32_t> hosts;
    std::set<std::uint32_t> ended_watchers;  ///< watchers of hosts that are dead
    int last_run = 0;
    bool command_lives = true;
    bool has_lost_hosts = false;
};

class simulated_coordinator {
  public:
    simulated_coordinator(environment& env, kept_by_keeper& kept) : env_(env), kept_(kept), known_(kept.last_run) {}
    ~simulated_coordinator();
    simulated_coordinator(const simulated_coordinator&) = delete;
    simulated_coordinator& operator=(const simulated_coordinator&) = delete;

    /// Waits for the stored hosts, then serves the command.
    void begin();
    [[nodiscard]] bool is_serving() const { return serving_; }
    [[nodiscard]] bool has_runs() const { return !runs_.empty(); }
    /// Runs the handlers of expired timers and posted work.
    void look();
    void crash();

    // ---- from hosts
    [[nodiscard]] bool expects(std::uint32_t host) const;
    void host_connected(std::uint32_t host, std::shared_ptr<lane<wire::ToHost>> out,
                        std::shared_ptr<lane<wire::FromHost>> in);
    void take(std::uint32_t host, const wire::FromHost& message);
    void host_ended(std::uint32_t host);

    // ---- from the command
    void command_connected(std::shared_ptr<lane<wire::ToClient>> out, std::shared_ptr<lane<wire::FromClient>> in);
    void take(const wire::FromClient& message);
    void command_ended();

  private:
    class host_side;

    void lose(std::uint32_t host, const std::string& why);
    void settle(std::uint32_t told_or_lost);
    void keep_run(const std::shared_ptr<run>& r);
    void tell_runs(const wire::FromHost& message);
    void start_run(const wire::StartRun& request);
    std::shared_ptr<run> new_run(const wire::StartRun& request);
    void release_run();
    run::handlers run_handlers();
    void refuse(const std::string& text);
    void note_living(const wire::FromHost& message);

    environment& env_;
    kept_by_keeper& kept_;
    net::asio::io_context io_;
    bool dead_ = false;
    bool serving_ = false;
    std::map<std::uint32_t, std::shared_ptr<host_side>> hosts_;
    known_runs known_;
    std::set<std::uint32_t> awaited_;
    std::vector<wire::FromHost> later_;
    std::map<int, std::shared_ptr<run>> runs_;
    std::set<std::string> forgotten_tokens_;
    // The session of the command.
    std::shared_ptr<lane<wire::ToClient>> to_command_;
    std::shared_ptr<lane<wire::FromClient>> from_command_;
    std::vector<wire::ProgramPart> program_;
    std::shared_ptr<run> run_, over_;
};

}  // namespace banyan::daemon::simulation
