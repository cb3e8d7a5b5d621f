#include "banyan/net/error.hpp"

namespace banyan::net {
namespace {

class category final : public std::error_category {
  public:
    [[nodiscard]] const char* name() const noexcept override { return "banyan"; }
    [[nodiscard]] std::string message(int code) const override;
};

std::string category::message(int code) const {
    switch (static_cast<errc>(code)) {
        case errc::timeout:
            return "the deadline passed";
        case errc::peer_lost:
            return "the other task is lost";
        case errc::host_lost:
            return "the other task's host is lost";
        case errc::truncated:
            return "the message is longer than the buffer";
        case errc::too_large:
            return "the length is above the limit";
        case errc::connect_failed:
            return "no address of the peer answered";
        case errc::authentication_failed:
            return "the peer did not prove that it knows the secret";
        case errc::protocol_violation:
            return "bytes that the wire format does not allow";
        case errc::version_mismatch:
            return "the peer uses another protocol version";
        case errc::unknown_task:
            return "there is no task with that id";
        case errc::invalid_argument:
            return "a parameter is outside its range";
        case errc::cancelled:
            return "the operation was cancelled";
        case errc::closed:
            return "the virtual machine has ended";
        case errc::not_attached:
            return "this process belongs to no virtual machine";
        case errc::attach_failed:
            return "the daemon did not accept this task";
        case errc::launch_failed:
            return "a process could not be started";
        case errc::resource_limit:
            return "out of descriptors, memory or buffer space";
        case errc::wrong_type:
            return "the next item has another type";
        case errc::out_of_range:
            return "the value does not fit the receiver's type";
        case errc::no_more_items:
            return "all items of the message have been read";
        case errc::collective_mismatch:
            return "the ranks called different collectives";
        case errc::collective_failed:
            return "the collective failed on a rank of the group";
        case errc::revoked:
            return "the group was revoked";
    }
    return "unknown error " + std::to_string(code);
}

}  // namespace

const std::error_category& error_category() noexcept {
    static const category instance;
    return instance;
}

}  // namespace banyan::net
