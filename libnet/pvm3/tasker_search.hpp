// A tasker on another computer than the service looks for the programs that it is asked to start.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::pvm3 {

/// Any thread may use it.
class tasker_search {
  public:
    /// Stores the variables of the environment, which only the program's own thread may read. They are those of later
    /// answers.
    void keep_variables();
    [[nodiscard]] wire::ProgramFound answer(const wire::FindProgram& wanted) const;
    /// The folders of a search list with the kept variables; PVM_ARCH is known without them.
    [[nodiscard]] std::vector<std::string> folders_of(const std::string& list) const;

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::string> variables_;
};

}  // namespace banyan::pvm3
