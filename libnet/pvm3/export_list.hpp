// The variables that PVM_EXPORT names, which the children of a task get.
#pragma once

#include <string>
#include <vector>

namespace banyan::pvm3 {

/// "NAME=value" for each named variable that is set, and PVM_EXPORT itself.
std::vector<std::string> exported_settings();

/// Changes PVM_EXPORT in the environment of this process.
void export_variable(const std::string& name);
void unexport_variable(const std::string& name);

}  // namespace banyan::pvm3
