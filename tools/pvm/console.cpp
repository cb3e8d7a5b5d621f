#include "tools/pvm/console.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/tables.hpp"
#include "tools/pvm/words.hpp"

namespace banyan::pvm_console {
namespace {

std::optional<std::string> environment_variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
}

int message_descriptor() {
    int* descriptors = nullptr;
    checked("pvm_getfds", pvm_getfds(&descriptors));
    return descriptors[0];
}

words names_of_commands(const aliases& known) {
    words names;
    for (const auto& entry : command_table())
        names.emplace_back(entry.name);
    for (const auto& [name, meaning] : known.all())
        names.push_back(name);
    return names;
}

void run_words(console& pvm, words all) {
    if (all.empty()) return;
    const command* known = find_command(all.front());
    if (!known) throw command_error(fmt::format("{}: not found, help lists the commands", all.front()));
    all.erase(all.begin());
    if (all.size() < known->least || all.size() > known->most)
        throw command_error(fmt::format("{}: wrong number of arguments, use {}", known->name, usage_of(*known)));
    known->run(pvm, all);
}

/// The options of pvm_setopt about the collector of spawned tasks have other values during the life of this object.
class collector_options {
  public:
    /// Of the output, or of the trace.
    enum class of { output, trace };
    collector_options(of what, int tid, int tag, int context)
        : is_trace_(what == of::trace),
          tid_(pvm_setopt(is_trace_ ? PvmTraceTid : PvmOutputTid, tid)),
          tag_(pvm_setopt(is_trace_ ? PvmTraceCode : PvmOutputCode, tag)),
          context_(pvm_setopt(is_trace_ ? PvmTraceContext : PvmOutputContext, context)) {}
    collector_options(const collector_options&) = delete;
    collector_options& operator=(const collector_options&) = delete;
    ~collector_options() {
        pvm_setopt(is_trace_ ? PvmTraceCode : PvmOutputCode, tag_);
        pvm_setopt(is_trace_ ? PvmTraceContext : PvmOutputContext, context_);
        // the last one: another task is accepted only with its own tag
        pvm_setopt(is_trace_ ? PvmTraceTid : PvmOutputTid, tid_);
    }

  private:
    bool is_trace_;
    int tid_, tag_, context_;
};

// "t40003 ..." becomes "t40003] ...", as lines of output begin.
std::string bracketed(std::string line) {
    return line.insert(line.find(' '), "]");
}

// The tag of the trace of a job; that of its output is its number.
constexpr int trace_tags = 1 << 20;

}  // namespace

int checked(const std::string& what, int code) {
    if (code < 0) throw command_error(fmt::format("{}: {}", what, error_text_of(code)));
    return code;
}

console::console()
    : tid_(checked("pvm_mytid", pvm_mytid())),
      context_(checked("pvm_newcontext", pvm_newcontext())),
      jobs_([this](int job, const std::string& line) { write_line(job, line); }, [this](int job) { end_job(job); }),
      input_(make_line_input({message_descriptor(), [this] { take_messages(); }},
                             [this] { return names_of_commands(aliases_); })) {
    pvm_setopt(PvmNoReset, 1);
}

void console::run_file(const std::string& path) {
    std::ifstream lines(path);
    for (std::string line; !ends_ && std::getline(lines, line);)
        run_line(line);
}

void console::run() {
    while (!ends_) {
        const auto line = input_->next();
        if (line) {
            run_line(*line);
        } else {
            // Commands from a pipe or a file: their jobs are complete when the console ends.
            if (!input_->is_terminal()) input_->take_messages_until([this] { return jobs_.running().empty(); });
            fmt::print("quit\n");
            end(false);
        }
    }
    if (!has_halted_) fmt::print("\npvmd still running.\n");
}

void console::run_line(const std::string& line) {
    try {
        run_words(*this, aliases_.expand(split_words(line, environment_variable)));
    } catch (const command_error& failed) {
        fmt::print("{}\n", failed.what());
    }
    std::fflush(stdout);
}

void console::end(bool has_halted) {
    ends_ = true;
    has_halted_ = has_halted;
}

// ---- jobs

// Other contexts are those of the user's programs.
void console::take_messages() {
    if (ends_) return;
    const int own = pvm_setcontext(context_);
    int message = 0;
    while ((message = pvm_nrecv(-1, -1)) > 0) {
        int tag = 0;
        pvm_bufinfo(message, nullptr, &tag, nullptr);
        tag > trace_tags ? take_trace(message) : take_output(message);
    }
    pvm_setcontext(own);
}

void console::take_trace(int message) {
    int length = 0, tag = 0, source = 0;
    std::string body;
    if (pvm_bufinfo(message, &length, &tag, &source) >= 0) body.resize(static_cast<std::size_t>(length));
    if (!body.empty() && pvm_upkbyte(body.data(), length, 1) >= 0)
        for (const auto& line : traces_.take(source, body))
            write_line(tag - trace_tags, fmt::format("[{}:{}", tag - trace_tags, bracketed(line)));
    pvm_freebuf(message);
}

void console::take_output(int message) {
    int tag = 0, tid = 0, count = 0;
    std::string bytes;
    const bool is_complete = pvm_bufinfo(message, nullptr, &tag, nullptr) >= 0 && pvm_upkint(&tid, 1, 1) >= 0 &&
                             pvm_upkint(&count, 1, 1) >= 0;
    if (is_complete && count > 0) bytes.resize(static_cast<std::size_t>(count));
    if (is_complete && (bytes.empty() || pvm_upkbyte(bytes.data(), count, 1) >= 0)) jobs_.take(tag, tid, count, bytes);
    pvm_freebuf(message);
}

void console::write_line(int job, const std::string& line) {
    const auto found = files_.find(job);
    if (found == files_.end()) return input_->print(line);
    fmt::print(found->second.get(), "{}\n", line);
    std::fflush(found->second.get());
}

void console::end_job(int job) {
    files_.erase(job);
    input_->print(fmt::format("[{}] finished", job));
}

int console::add_job(const spawn_order& order) {
    file opened;
    if (!order.file.empty()) {
        opened.reset(std::fopen(order.file.c_str(), order.to == spawn_order::output::end_of_file ? "a" : "w"));
        if (!opened) throw command_error(fmt::format("spawn: the file '{}' cannot be written", order.file));
    }
    const int job = jobs_.add();
    if (opened) files_[job] = std::move(opened);
    fmt::print("[{}]\n", job);
    return job;
}

int console::spawn_job(const spawn_order& order, std::vector<int>& tids) {
    std::vector<char*> arguments;
    for (const auto& text : order.arguments)
        arguments.push_back(const_cast<char*>(text.c_str()));
    arguments.push_back(nullptr);
    return checked("spawn", pvm_spawn(order.program.c_str(), arguments.data(), order.flags | PvmNoSpawnParent,
                                      order.where.c_str(), order.count, tids.data()));
}

void console::spawn(const spawn_order& order) {
    std::vector<int> tids(static_cast<std::size_t>(order.count));
    const bool is_job = order.to != spawn_order::output::log;
    const int job = is_job ? add_job(order) : 0;
    int started = 0;
    try {
        std::optional<collector_options> output, trace;
        if (is_job) output.emplace(collector_options::of::output, tid_, job, context_);
        if (order.is_traced) trace.emplace(collector_options::of::trace, tid_, trace_tags + job, context_);
        started = spawn_job(order, tids);
    } catch (const command_error&) {
        jobs_.drop_if_empty(job);
        files_.erase(job);
        throw;
    }
    fmt::print("{} successful\n", started);
    for (const int tid : tids)
        fmt::print("{}\n", tid > 0 ? fmt::format("t{:x}", tid) : error_text_of(tid));
    if (!is_job) return;
    for (const int tid : tids)
        if (tid > 0) jobs_.add_task(job, tid);
    jobs_.drop_if_empty(job);
    if (started == 0) files_.erase(job);
}

}  // namespace banyan::pvm_console
