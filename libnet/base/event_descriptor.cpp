#include "libnet/base/event_descriptor.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::net::detail {

event_descriptor::event_descriptor(const char* user) : number_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (number_ < 0)
        throw error(errc::resource_limit, std::string("cannot make ") + user + ": " + shortage_text(errno));
}

event_descriptor::~event_descriptor() {
    (void)::close(number_);
}

void event_descriptor::set() const noexcept {
    (void)::eventfd_write(number_, 1);
}

void event_descriptor::clear() const noexcept {
    eventfd_t ignored = 0;
    (void)::eventfd_read(number_, &ignored);
}

}  // namespace banyan::net::detail
