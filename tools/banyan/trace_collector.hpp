// Collects the traces of the tasks of a run from their output.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "libnet/tracing/trace_frames.hpp"
#include "libnet/tracing/trace_text.hpp"

namespace banyan::tools {

class trace_collector {
  public:
    /// Memory for the events of each task.
    explicit trace_collector(std::size_t bytes_per_task);

    /// The value of BANYAN_TRACE for the tasks.
    [[nodiscard]] std::string variable() const;
    /// Takes the trace out of a block of output and passes the rest to `print`. Lines of a trace that are not valid are
    /// ignored.
    void extract(const daemon::output_block& block, const daemon::output_handler& print);
    /// At the end of the run: passes on the output that was kept because it looked like a trace.
    void finish(const daemon::output_handler& print);

    /// The traces that have begun; call it once. A task that was killed may have written a part.
    std::vector<net::tracing::task_trace> take();
    /// Ranks without a complete trace, in order.
    [[nodiscard]] std::vector<int> incomplete(int tasks) const;

  private:
    std::string token_;
    std::size_t bytes_per_task_;
    std::map<std::pair<int, bool>, net::tracing::frame_extractor> extractors_;
    std::map<int, net::tracing::text_reader> readers_;
};

}  // namespace banyan::tools
