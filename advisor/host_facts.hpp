// What a reader of a measurement must know about the host it was made on.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace banyan::advisor {

/// Everything is "unknown" (or 0) where the system does not tell.
struct host_facts {
    std::string name;                ///< host name of the operating system
    std::string kernel;              ///< release, "6.1.0-18-amd64"
    std::string cpu;                 ///< model name
    int cores = 0;                   ///< processors this process may use
    std::string governor;            ///< frequency governor of processor 0
    std::string clock;               ///< clock source of the kernel
    std::string congestion_control;  ///< of new TCP connections
    double load = 0;                 ///< one-minute load average
};

/// Reads /proc and /sys below `root`; the name and cores come from the system itself.
host_facts read_host_facts(const std::filesystem::path& root = "/");

nlohmann::ordered_json to_json(const host_facts& facts);

/// Present time as "2026-11-20T10:00:00Z".
std::string utc_now();

}  // namespace banyan::advisor
