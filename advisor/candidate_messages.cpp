#include "advisor/candidate_messages.hpp"

#include "advisor/classic_model.hpp"
#include "advisor/halo_load.hpp"

namespace banyan::advisor {

void set_messages(candidate& one, const part::communication& sent, std::int64_t item_bytes) {
    one.halo = halo_load(sent, item_bytes);
    one.direction_messages = direction_messages(sent);
}

}  // namespace banyan::advisor
