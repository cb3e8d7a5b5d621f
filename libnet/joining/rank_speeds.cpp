#include "banyan/net/rank_speeds.hpp"

namespace banyan::net {

const char* name_of(speed_source source) {
    switch (source) {
        case speed_source::none:
            return "none";
        case speed_source::declared:
            return "declared";
        case speed_source::measured:
            return "measured";
    }
    return "unknown";
}

}  // namespace banyan::net
