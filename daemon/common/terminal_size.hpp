// How large a terminal is.
#pragma once

namespace banyan::daemon {

struct terminal_size {
    int rows = 24;
    int columns = 80;
};

}  // namespace banyan::daemon
