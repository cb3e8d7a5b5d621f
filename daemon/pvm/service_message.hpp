// The messages of PVM that the service itself makes: notices of ends, output of children.
#pragma once

#include <initializer_list>
#include <string_view>

#include "libnet/pvm3/service_messages.pb.h"
#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::daemon::pvm {

/// A message from the service. Its body is `values` as integers in XDR, then `bytes` padded to a multiple of 4.
pvm3::wire::Message service_message(int tag, int context, std::initializer_list<int> values,
                                    std::string_view bytes = {});
/// A message from the service with this body, in XDR.
pvm3::wire::Message service_message(int tag, int context, const pvm3::xdr_writer& body);

/// Reads the body of a message that a program has packed in PvmDataDefault, on any host. The message must outlive the
/// reader.
pvm3::xdr_reader reader_of(const pvm3::wire::Message& message);

}  // namespace banyan::daemon::pvm
