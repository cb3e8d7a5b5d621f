#include "tools/pvm/jobs.hpp"

#include <fmt/format.h>

namespace banyan::pvm_console {

int jobs::add() {
    running_[++last_];
    return last_;
}

void jobs::drop_if_empty(int job) {
    const auto found = running_.find(job);
    if (found != running_.end() && found->second.empty()) running_.erase(found);
}

void jobs::take(int job, int tid, int count, std::string_view bytes) {
    const auto found = running_.find(job);
    if (found == running_.end()) return;
    if (count == 0) return end_task(job, tid);
    auto& line = found->second[tid];
    if (count > 0) add_output(job, tid, line, bytes);
}

void jobs::add_output(int job, int tid, std::string& line, std::string_view bytes) {
    for (auto end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
        line += bytes.substr(0, end);
        write(job, tid, line);
        line.clear();
        bytes.remove_prefix(end + 1);
    }
    line += bytes;
}

void jobs::end_task(int job, int tid) {
    auto& tasks = running_[job];
    const auto found = tasks.find(tid);
    if (found == tasks.end()) return;
    if (!found->second.empty()) write(job, tid, found->second);
    write(job, tid, "EOF");
    tasks.erase(found);
    if (!tasks.empty()) return;
    running_.erase(job);
    ended_(job);
}

void jobs::write(int job, int tid, const std::string& text) {
    write_(job, fmt::format("[{}:t{:x}] {}", job, tid, text));
}

}  // namespace banyan::pvm_console
