// The library of this process without buffers, handlers and messages on standard error.
#pragma once

#include "pvm3/pvm3.h"

namespace banyan::testing {

/// Frees all buffers and sets PvmAutoErr to 0; afterwards the option is as before.
class quiet_library {
  public:
    quiet_library() : auto_error_(pvm_setopt(PvmAutoErr, 0)) {
        for (int id = 1; id < 1000; ++id)
            pvm_freebuf(id);
    }
    quiet_library(const quiet_library&) = delete;
    quiet_library& operator=(const quiet_library&) = delete;
    ~quiet_library() { pvm_setopt(PvmAutoErr, auto_error_); }

  private:
    int auto_error_;
};

}  // namespace banyan::testing
