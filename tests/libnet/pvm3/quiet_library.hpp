// The library of this process without buffers, handlers and messages on standard error, and with a tid.
#pragma once

#include "libnet/pvm3/library.hpp"
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

/// The library has a tid as long as this exists, so calls that enrol a task do not look for a virtual machine.
class library_with_tid {
  public:
    library_with_tid() { pvm3::the_library().set_tid(0x40001); }
    library_with_tid(const library_with_tid&) = delete;
    library_with_tid& operator=(const library_with_tid&) = delete;
    ~library_with_tid() { pvm3::the_library().set_tid(0); }
};

}  // namespace banyan::testing
