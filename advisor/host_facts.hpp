// Facts about the host of a measurement, which are stored with it.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace banyan::advisor {

/// A value that the system does not give is "unknown" or 0.
struct host_facts {
    std::string name;                ///< host name of the operating system
    std::string kernel;              ///< release, such as "6.1.0-18-amd64"
    std::string cpu;                 ///< model name
    int cores = 0;                   ///< cores that this process may use
    std::string governor;            ///< frequency governor of core 0
    std::string clock;               ///< clock source of the kernel
    std::string congestion_control;  ///< of new TCP connections
    double load = 0;                 ///< one-minute load average
    double available_cores = 0;      ///< `cores`, limited by the CPU quota of this process; less than 1 is possible
};

/// Reads the files of /proc and /sys below `root`. Name and cores come from system calls.
host_facts read_host_facts(const std::filesystem::path& root = "/");

nlohmann::ordered_json to_json(const host_facts& facts);

/// A time in UTC, such as "2026-11-20T10:00:00Z".
std::string utc_text(std::chrono::sys_seconds time);

/// utc_text() of the present time.
std::string utc_now();

}  // namespace banyan::advisor
