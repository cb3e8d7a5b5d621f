// An environment variable that is set while a test needs it.
#pragma once

#include <cstdlib>
#include <string>

namespace banyan::testing {

class variable_set {
  public:
    variable_set(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    ~variable_set() { ::unsetenv(name_); }
    variable_set(const variable_set&) = delete;
    variable_set& operator=(const variable_set&) = delete;

  private:
    const char* name_;
};

}  // namespace banyan::testing
