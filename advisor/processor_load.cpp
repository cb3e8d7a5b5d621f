#include "advisor/processor_load.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace banyan::advisor {
namespace {

// "cpu3 user nice system idle iowait irq softirq steal guest ...": proc(5). guest is part of user.
bool parse_line(const std::string& line, processor_ticks& ticks) {
    std::istringstream in(line);
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
    in >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen;
    if (!in || name.size() < 4 || name.compare(0, 3, "cpu") != 0) return false;
    if (name.find_first_not_of("0123456789", 3) != std::string::npos) return false;
    ticks = {std::stoi(name.substr(3)), user + nice + system + interrupts + soft_interrupts + stolen, idle + waiting};
    return true;
}

double busy_part(const processor_ticks& before, const processor_ticks& after) {
    const double busy = after.busy - before.busy;
    const double all = busy + after.idle - before.idle;
    return busy > 0 && all > 0 ? std::min(1.0, busy / all) : 0;
}

}  // namespace

std::vector<processor_ticks> read_processor_ticks(const std::filesystem::path& root) {
    std::ifstream in(root / "proc/stat");
    std::vector<processor_ticks> all;
    processor_ticks one;
    for (std::string line; std::getline(in, line);) {
        if (parse_line(line, one)) all.push_back(one);
    }
    return all;
}

std::set<int> usable_processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::set<int> usable;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return usable;
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &set)) usable.insert(i);
    }
    return usable;
}

double busy_processors(const std::vector<processor_ticks>& before, const std::vector<processor_ticks>& after,
                       const std::set<int>& usable) {
    double busy = 0;
    for (const auto& then : before) {
        const auto now = std::ranges::find(after, then.processor, &processor_ticks::processor);
        if (now != after.end() && usable.contains(then.processor)) busy += busy_part(then, *now);
    }
    return busy;
}

double measure_busy_processors(double seconds) {
    const auto before = read_processor_ticks();
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return busy_processors(before, read_processor_ticks(), usable_processors());
}

}  // namespace banyan::advisor
