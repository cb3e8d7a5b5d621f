#include "libnet/pvm3/manager_spawn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/export_list.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/manager_requests.hpp"
#include "libnet/pvm3/setting_messages.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

// "host:folder": the manager gets the host, and the tasks start in the folder.
std::string folder_of(const std::string& where) {
    const auto colon = where.find(':');
    return colon == std::string::npos ? "" : where.substr(colon + 1);
}

std::vector<std::string> environment_of(const wire::Inherited& inherited, const std::string& folder) {
    std::vector<std::string> result{"PVMTMASK=" + inherited.trace_mask(),
                                    fmt::format("PVMTRCBUF={}", inherited.trace_buffer()),
                                    fmt::format("PVMTRCOPT={}", inherited.trace_options()),
                                    fmt::format("PVMCTX=0x{:x}", static_cast<std::uint32_t>(inherited.context()))};
    for (const auto& setting : exported_settings())
        result.push_back(setting);
    if (!folder.empty()) result.push_back("PVMSPAWNWD=" + folder);
    return result;
}

// SM_SPAWN: program, flags, place, number of tasks, arguments, collectors of output and of the trace, environment.
xdr_writer body_of(const char* program, char** arguments, int flags, const std::string& where, int count) {
    const auto inherited = inherited_settings(flags);
    std::vector<std::string> texts;
    for (; arguments && *arguments; ++arguments)
        texts.emplace_back(*arguments);
    xdr_writer body;
    body.add_text(program).add(flags).add_text(where.substr(0, where.find(':'))).add(count).add_texts(texts);
    body.add(static_cast<int>(inherited.output_tid())).add(inherited.output_context()).add(inherited.output_tag());
    body.add(static_cast<int>(inherited.trace_tid())).add(inherited.trace_context()).add(inherited.trace_tag());
    body.add_texts(environment_of(inherited, folder_of(where)));
    return body;
}

void tell_siblings(const std::vector<int>& tids) {
    wire::ToService message;
    message.mutable_tell_siblings()->mutable_tids()->Add(tids.begin(), tids.end());
    this_task().tell(message);
}

}  // namespace

std::optional<spawn_result> spawn_by_manager(const char* program, char** arguments, int flags, const char* where,
                                             int count) {
    if (!has_manager()) return std::nullopt;
    const auto answered = ask_manager(SM_SPAWN, body_of(program, arguments, flags, where ? where : "", count));
    if (!answered) return std::nullopt;
    xdr_reader answer = answered->reader();
    const int told = answer.integer().value_or(PvmBadMsg);
    if (told != count) return spawn_result{told < 0 ? told : PvmBadMsg, {}};
    spawn_result result;
    for (int i = 0; i < count; ++i)
        result.tids.push_back(answer.integer().value_or(PvmBadMsg));
    const auto failures =
        std::stable_partition(result.tids.begin(), result.tids.end(), [](int tid) { return tid > 0; });
    result.status = static_cast<int>(failures - result.tids.begin());
    if (result.status > 0) tell_siblings({result.tids.begin(), failures});
    return result;
}

}  // namespace banyan::pvm3
