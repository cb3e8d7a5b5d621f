// How busy the processors of this computer are.
#pragma once

#include <filesystem>
#include <set>
#include <vector>

namespace banyan::advisor {

/// The times of one processor since the computer started, in ticks of the kernel.
struct processor_ticks {
    int processor = 0;
    double busy = 0;  ///< of all programs, the kernel, interrupts, and other guests of a virtual computer
    double idle = 0;
};

/// Reads /proc/stat below `root`. Empty if the file cannot be read.
std::vector<processor_ticks> read_processor_ticks(const std::filesystem::path& root = "/");

/// The processors that this process may use.
std::set<int> usable_processors();

/// How many of the `usable` processors were busy on average between two readings; 1.5: one and half of another.
/// Processors that are not in both readings count as idle.
double busy_processors(const std::vector<processor_ticks>& before, const std::vector<processor_ticks>& after,
                       const std::set<int>& usable);

/// The same for the next `seconds`, in which the calling thread sleeps. Blocks.
double measure_busy_processors(double seconds);

}  // namespace banyan::advisor
