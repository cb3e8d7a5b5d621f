#include "libnet/protocol/task_naming.hpp"

#include <fmt/format.h>

namespace banyan::net::detail {

std::string number_of(task_id task) {
    return fmt::format("task {:x}", task.value);
}

}  // namespace banyan::net::detail
