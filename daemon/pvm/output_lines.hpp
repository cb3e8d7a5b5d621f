// What becomes of the output of started tasks: messages to a collecting task, or lines of the log.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

/// A task is here a process: the first tid of one. The output of a task that was started by hand does not come here,
/// but its collector is told about the task.
///
/// A collector gets messages whose body begins with the tid of the task and a number: -1 = the task was spawned,
/// -2 = its output begins (both followed by the tid of its parent or 0), > 0 = so many bytes of output follow, 0 = its
/// output has ended. If the collector is not enrolled, and without a collector, output goes to the log.
class output_lines {
  public:
    struct destination {
        tid collector = 0;  // 0 = the log
        int tag = 0;
        int context = 0;
        friend bool operator==(const destination&, const destination&) = default;
    };

    output_lines(service_effects& effects, std::function<bool(tid)> is_enrolled)
        : effects_(effects), is_enrolled_(std::move(is_enrolled)) {}

    void add(tid task, tid parent, const destination& target);
    /// The task has started.
    void spawned(tid task);
    /// The task was started by hand and has enrolled. Its collector, if it has one already, is the registered tracer.
    void enrolled_by_hand(tid task);
    /// The task could not be started.
    void remove(tid task) { streams_.erase(task); }
    /// For the old collector, tag and context the output ends, and for the new ones it begins.
    void redirect(tid task, const destination& target);
    void output(tid task, bool is_error, const std::string& bytes);
    /// The task has ended, after its last output.
    void ended(tid task);

    // A collector stops when each task that it knows has ended. So the end of a task is told after the start of the
    // tasks that it spawns.
    void hold_end(tid task);
    void release_end(tid task);

  private:
    struct task_output {
        destination target;
        tid parent = 0;
        std::string lines[2];  // unfinished: of the output, of the error output
        int holds = 0;
        bool has_ended = false;
    };
    [[nodiscard]] bool is_collected(const destination& target) const;
    void send(const destination& target, std::initializer_list<int> values, std::string_view bytes = {});
    void log_lines(tid task, std::string& line, std::string_view bytes);
    void flush_lines(tid task, task_output& stream);
    void tell_begin(tid task, const task_output& stream);
    void tell_end(tid task);

    service_effects& effects_;
    std::function<bool(tid)> is_enrolled_;
    std::map<tid, task_output> streams_;
};

}  // namespace banyan::daemon::pvm
