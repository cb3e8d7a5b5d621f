#include "libnet/pvm3/trace_record.hpp"

namespace banyan::pvm3 {

trace_record::trace_record(int event, int phase, bool described, timeval when, int task) : described_(described) {
    body_.add(described ? TEV_MARK_EVENT_DESC : TEV_MARK_EVENT_RECORD).add(event | phase);
    if (described) body_.add_text(trace_event_names()[static_cast<std::size_t>(event)]);
    add(TEV_DID_TS, static_cast<int>(when.tv_sec)).add(TEV_DID_TU, static_cast<int>(when.tv_usec));
    add(TEV_DID_TID, task);
}

void trace_record::describe(int meaning, int type) {
    if (described_) body_.add(meaning).add(type);
}

trace_record& trace_record::add(int meaning, int value) {
    describe(meaning, TEV_DATA_INT);
    body_.add(value);
    return *this;
}

trace_record& trace_record::add_long(int meaning, std::int64_t value) {
    describe(meaning, TEV_DATA_LONG);
    body_.add_long(value);
    return *this;
}

trace_record& trace_record::add(int meaning, std::span<const int> values) {
    describe(meaning, TEV_DATA_INT | TEV_DATA_ARRAY);
    body_.add(static_cast<int>(values.size())).add(values);
    return *this;
}

trace_record& trace_record::add_text(int meaning, std::string_view text) {
    describe(meaning, TEV_DATA_STRING);
    body_.add_text(text);
    return *this;
}

trace_record& trace_record::add_texts(int meaning, std::span<const std::string> texts) {
    describe(meaning, TEV_DATA_STRING | TEV_DATA_ARRAY);
    body_.add_texts(texts);
    return *this;
}

std::string trace_record::finish() {
    body_.add(described_ ? TEV_MARK_EVENT_DESC_END : TEV_MARK_EVENT_RECORD_END);
    return body_.body();
}

std::string trace_meanings_message() {
    xdr_writer body;
    body.add(TEV_MARK_DATA_ID);
    int number = TEV_DID_FIRST;
    for (const auto& meaning : trace_meanings())
        body.add(number++).add_text(meaning.name).add_text(meaning.text);
    body.add(TEV_MARK_DATA_ID_END);
    return body.body();
}

}  // namespace banyan::pvm3
