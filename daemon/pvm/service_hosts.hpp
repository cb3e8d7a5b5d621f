// The hosts of the virtual machine, as the PVM service knows them. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::daemon::pvm {

class service_hosts {
  public:
    struct host {
        std::uint32_t number = 0;
        std::string name;
        std::string architecture;
        int speed = 0;
        int data_signature = 0;
        std::vector<std::string> data_addresses;  // numeric; where its tasks listen
        std::int64_t clock_ahead_us = 0;
        bool is_silent = false;
        /// Its second name in requests: the name of its computer if it is the first host there, otherwise "".
        std::string computer{};
    };

    /// False if there is a host with this number.
    bool add(const host& added) { return hosts_.emplace(added.number, added).second; }
    /// False if there is none.
    bool remove(std::uint32_t number) { return hosts_.erase(number) != 0; }
    /// How far the clock of the host is ahead of that of the service, and if its daemon does not answer at present.
    void set_condition(std::uint32_t number, std::int64_t clock_ahead_us, bool is_silent);

    [[nodiscard]] bool empty() const { return hosts_.empty(); }
    [[nodiscard]] bool contains(std::uint32_t number) const { return hosts_.contains(number); }
    /// The host must exist.
    [[nodiscard]] const host& at(std::uint32_t number) const { return hosts_.at(number); }
    /// The host with the lowest number. There must be a host.
    [[nodiscard]] const host& first() const { return hosts_.begin()->second; }
    /// The host with the highest number. There must be a host.
    [[nodiscard]] const host& last() const { return hosts_.rbegin()->second; }
    /// The host with this name or, if there is none, that of the computer with this name; null if there is neither.
    [[nodiscard]] const host* called(const std::string& name) const;
    [[nodiscard]] const std::map<std::uint32_t, host>& by_number() const { return hosts_; }

  private:
    std::map<std::uint32_t, host> hosts_;
};

/// What pvm_config() tells about the host.
void describe_host(const service_hosts::host& listed, pvm3::wire::HostEntry& entry);

}  // namespace banyan::daemon::pvm
