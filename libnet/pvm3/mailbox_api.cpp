// pvm_putinfo, pvm_recvinfo, pvm_delinfo, pvm_getmboxinfo, and the older pvm_insert, pvm_lookup, pvm_delete.
#include <deque>
#include <string>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/codec.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

// The rest of a message with it is shorter than 64 KiB.
constexpr std::size_t longest_entry_bytes = longest_service_frame_bytes - 65536;

// With an index of 0 or more, the entry is stored there.
int put(const char* name, const message_buffer& buffer, int flags, int index = -1) {
    wire::ToService request;
    auto& info = *request.mutable_put_info();
    info.set_name(name);
    info.set_flags(flags);
    if (index >= 0) info.set_index(index);
    const auto body = buffer.copied_body();
    if (body.size() > longest_entry_bytes) return PvmOverflow;
    info.mutable_message()->set_tag(buffer.message.tag);
    info.mutable_message()->set_wait_id(buffer.message.wait_id);
    info.mutable_message()->set_encoding(buffer.message.encoding);
    info.mutable_message()->set_body(body.data(), body.size());
    return this_task().call(std::move(request)).status();
}

// The id of a buffer with the entry, not active, or an error. *found is the index of the entry.
int receive(const char* name, int index, int flags, int* found = nullptr) {
    wire::ToService request;
    request.mutable_receive_info()->set_name(name);
    request.mutable_receive_info()->set_index(index);
    request.mutable_receive_info()->set_flags(flags);
    const bool waits = (flags & PvmMboxWaitForInfo) != 0;
    const auto answer = waits ? call_receiving(std::move(request)) : ask_service(std::move(request));
    if (answer.status() < 0) return answer.status();
    if (found) *found = answer.status();
    const auto& stored = answer.message();
    const auto* first = reinterpret_cast<const std::byte*>(stored.body().data());
    return the_library().buffers.adopt({stored.source(), stored.tag(), stored.context(), stored.wait_id(),
                                        stored.encoding(),
                                        std::vector<std::byte>(first, first + stored.body().size())});
}

int remove(const char* name, int index, int flags) {
    wire::ToService request;
    request.mutable_delete_info()->set_name(name);
    request.mutable_delete_info()->set_index(index);
    request.mutable_delete_info()->set_flags(flags);
    return this_task().call(std::move(request)).status();
}

/// The list of the last call of pvm_getmboxinfo.
struct mailbox_list {
    struct columns {
        std::string name;
        std::vector<int> indices, owners, flags;
    };
    std::deque<columns> kept;  // their addresses stay
    std::vector<pvmmboxinfo> entries;
};

void fill(mailbox_list& list, const wire::Answer& answer) {
    list = {};
    for (const auto& entry : answer.entries()) {
        auto& kept = list.kept.emplace_back();
        kept.name = entry.name();
        kept.indices.assign(entry.indices().begin(), entry.indices().end());
        kept.owners.assign(entry.owners().begin(), entry.owners().end());
        kept.flags.assign(entry.flags().begin(), entry.flags().end());
        list.entries.push_back({kept.name.data(), static_cast<int>(kept.indices.size()), kept.indices.data(),
                                kept.owners.data(), kept.flags.data()});
    }
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_putinfo(const char* name, int buffer, int flags) {
    const traced_call traced(TEV_PUTINFO, [&](trace_record& event) {
        event.add_text(TEV_DID_CN, text_of(name))
            .add(TEV_DID_CI, PvmMboxDirectIndexOf(flags))
            .add(TEV_DID_CF, flags)
            .add(TEV_DID_CD, buffer);
    });
    return traced.exit(guarded("pvm_putinfo",
                               [&]() -> int {
                                   if (!name || !*name) return PvmBadParam;
                                   const auto* content = the_library().buffers.find(buffer);
                                   return content ? put(name, *content, flags) : PvmNoSuchBuf;
                               },
                               {PvmDenied}));
}

int pvm_recvinfo(const char* name, int index, int flags) {
    const traced_call traced(TEV_GETINFO, [&](trace_record& event) {
        event.add_text(TEV_DID_CN, text_of(name)).add(TEV_DID_CI, index).add(TEV_DID_CF, flags);
    });
    return traced.exit(guarded("pvm_recvinfo",
                               [&]() -> int {
                                   if (!name || !*name) return PvmBadParam;
                                   const int id = receive(name, index, flags);
                                   return id > 0 ? the_library().buffers.receive(id) : id;
                               },
                               {PvmNotFound}));
}

int pvm_delinfo(const char* name, int index, int flags) {
    const traced_call traced(TEV_DELINFO, [&](trace_record& event) {
        event.add_text(TEV_DID_CN, text_of(name)).add(TEV_DID_CI, index).add(TEV_DID_CF, flags);
    });
    return traced.exit(guarded("pvm_delinfo",
                               [&]() -> int {
                                   if (!name || !*name) return PvmBadParam;
                                   return remove(name, index, flags);
                               },
                               {PvmNotFound, PvmDenied}));
}

int pvm_getmboxinfo(const char* pattern, int* count, pvmmboxinfo** list) {
    const traced_call traced(TEV_GETMBOXINFO,
                             [&](trace_record& event) { event.add_text(TEV_DID_CN, text_of(pattern)); });
    return traced.exit(guarded("pvm_getmboxinfo", [&]() -> int {
        static mailbox_list last;
        wire::ToService request;
        request.mutable_list_info()->set_pattern(pattern ? pattern : "");
        const auto answer = ask_service(std::move(request));
        if (answer.status() < 0) return answer.status();
        fill(last, answer);
        if (count) *count = static_cast<int>(last.entries.size());
        if (list) *list = last.entries.data();
        return PvmOk;
    }));
}

// The calls of PVM 3.3 store one int for each entry, which stays after the end of its owner.
int pvm_insert(const char* name, int index, int data) {
    const traced_call traced(TEV_INSERT, [&](trace_record& event) {
        event.add_text(TEV_DID_CN, text_of(name)).add(TEV_DID_CI, index).add(TEV_DID_CD, data);
    });
    return traced.exit(guarded("pvm_insert",
                               [&]() -> int {
                                   if (!name || !*name || index < -1) return PvmBadParam;
                                   message_buffer content(PvmDataDefault);
                                   (void)pack(content, strided_array<const int>{&data, 1, 1});
                                   return put(name, content, PvmMboxMultiInstance | PvmMboxPersistent, index);
                               },
                               {PvmDenied}));
}

int pvm_lookup(const char* name, int index, int* data) {
    const traced_call traced(
        TEV_LOOKUP, [&](trace_record& event) { event.add_text(TEV_DID_CN, text_of(name)).add(TEV_DID_CI, index); });
    return traced.exit(guarded("pvm_lookup",
                               [&]() -> int {
                                   if (!name || !*name || index < -1) return PvmBadParam;
                                   int found = 0;
                                   const int id = receive(name, index < 0 ? 0 : index,
                                                          index < 0 ? PvmMboxFirstAvail : PvmMboxDefault, &found);
                                   if (id < 0) return id;
                                   int value = 0;
                                   (void)unpack(*the_library().buffers.find(id), strided_array<int>{&value, 1, 1});
                                   if (data) *data = value;
                                   the_library().buffers.free(id);
                                   return found;
                               },
                               {PvmNotFound}));
}

int pvm_delete(const char* name, int index) {
    const traced_call traced(
        TEV_DELETE, [&](trace_record& event) { event.add_text(TEV_DID_CN, text_of(name)).add(TEV_DID_CI, index); });
    return traced.exit(guarded("pvm_delete",
                               [&]() -> int {
                                   if (!name || !*name) return PvmBadParam;
                                   return remove(name, index, PvmMboxDefault);
                               },
                               {PvmNotFound, PvmDenied}));
}
