#include "daemon/pvm/hosts_to_start.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include "daemon/client/resolve.hpp"
#include "libnet/base/environment.hpp"

namespace banyan::daemon::pvm {

std::vector<host_entry> hosts_to_start(const pvm_host_file& file) {
    std::vector<host_entry> hosts;
    for (const auto& host : file.hosts)
        if (host.is_started) hosts.push_back(to_host_entry(host));
    const auto own = std::ranges::find_if(hosts, is_this_computer);
    if (own == hosts.end())
        hosts.insert(hosts.begin(), to_host_entry(file.find("localhost")));
    else
        std::rotate(hosts.begin(), own, own + 1);
    hosts.front().user.clear();
    return hosts;
}

std::vector<std::string> start_option_notes(const pvm_host_file& file, const std::string& first_host) {
    std::map<std::string, std::vector<std::string>> names;
    for (const auto& host : file.hosts)
        if (host.is_started && !host.start_option.empty() && host.name != first_host)
            names[host.start_option].push_back(host.name);
    std::vector<std::string> notes;
    for (const auto& [option, hosts] : names)
        notes.push_back(start_option_note(hosts, option));
    return notes;
}

host_entry with_start_variables(host_entry host) {
    if (host.rsh.empty()) host.rsh = net::environment_value("PVM_RSH");
    const std::string path = net::environment_value("PVM_DPATH");
    if (host.daemon.empty() && names_our_daemon(path)) host.daemon = path;
    host.reads_pvm_profile = true;
    return host;
}

std::vector<host_entry> with_common_addresses(std::vector<host_entry> hosts) {
    const auto plan = plan_hosts(hosts);
    for (std::size_t i = 0; i < hosts.size(); ++i)
        hosts[i].address = plan.hosts(static_cast<int>(i)).address();
    return hosts;
}

}  // namespace banyan::daemon::pvm
