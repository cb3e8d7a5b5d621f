// Jobs: the tasks of one spawn whose output the console shows or writes to a file.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace banyan::pvm_console {

/// Turns the messages of the output of tasks into lines. A task that a task of the job spawns belongs to the job too.
class jobs {
  public:
    /// Takes each line of a job, without a newline.
    using line_writer = std::function<void(int job, const std::string& line)>;
    /// Called when the last task of a job has ended.
    using end_handler = std::function<void(int job)>;

    jobs(line_writer write, end_handler ended) : write_(std::move(write)), ended_(std::move(ended)) {}

    /// A new job without tasks. Its number is also the tag of its messages.
    int add();
    void add_task(int job, int tid) { running_[job][tid]; }
    /// Forgets the job if it has no task.
    void drop_if_empty(int job);

    /// A message: the task and a count, which is a number of bytes, 0 = the output of the task has ended, or negative =
    /// the output of the task will come.
    void take(int job, int tid, int count, std::string_view bytes);

    /// The unfinished line of each running task, by job and tid.
    using running_tasks = std::map<int, std::map<int, std::string>>;
    [[nodiscard]] const running_tasks& running() const { return running_; }

  private:
    void add_output(int job, int tid, std::string& line, std::string_view bytes);
    void end_task(int job, int tid);
    void write(int job, int tid, const std::string& text);

    line_writer write_;
    end_handler ended_;
    running_tasks running_;
    int last_ = 0;
};

}  // namespace banyan::pvm_console
