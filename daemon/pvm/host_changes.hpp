// Adds hosts to the virtual machine and deletes them, as pvm_addhosts and pvm_delhosts ask.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/pvm/host_watch.hpp"
#include "daemon/pvm/pvm_host_file.hpp"

namespace banyan::daemon::pvm {

/// The hosts of a request are added or deleted one by one, because a request of the coordinator adds all of its hosts
/// or none. Never blocks, and calls its handlers only from the event loop.
class host_changes {
  public:
    using results_handler = std::function<void(std::uint64_t request, const std::vector<int>& results)>;
    struct handlers {
        /// `results`: the tid of the host's daemon or an error code for each name, in the order of the request.
        results_handler added;
        /// 0 or an error code for each name.
        results_handler deleted;
        std::function<void(const std::string& line)> log;
    };

    /// `file` has the options of hosts that are named without any. Hosts that have been added are stored there.
    host_changes(net::asio::io_context& io, host_watch& hosts, pvm_host_file& file, handlers h)
        : io_(io), hosts_(hosts), file_(file), handlers_(std::move(h)) {}

    /// A name may be followed by options of a host file.
    void add(std::uint64_t request, const std::vector<std::string>& names);
    void remove(std::uint64_t request, const std::vector<std::string>& names);

  private:
    struct change {
        std::uint64_t request = 0;
        std::vector<std::string> names;
        std::vector<int> results;
    };
    using result_handler = std::function<void(int result)>;
    using step = void (host_changes::*)(const std::shared_ptr<change>& left);

    void post(step next, const std::shared_ptr<change>& left);
    /// Adds the result of a host to those of the request, and posts the step for the next one.
    result_handler taking(const std::shared_ptr<change>& left, step next);
    void add_next(const std::shared_ptr<change>& left);
    void start(const pvm_host& host, const result_handler& take);
    void remove_next(const std::shared_ptr<change>& left);
    [[nodiscard]] const wire::Host* host_named(const std::string& name) const;

    net::asio::io_context& io_;
    host_watch& hosts_;
    pvm_host_file& file_;
    const handlers handlers_;
};

}  // namespace banyan::daemon::pvm
