// For tests of libpvmtrc: collectors without a virtual machine, and files that are read again.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "libnet/pvm3/library.hpp"
#include "pvm3/trclib.h"

namespace banyan::testing {

/// The tid of the daemon of the only host.
constexpr int traced_host = 0x40000;

/// Discards standard error as long as it exists.
class silent_errors {
  public:
    silent_errors() : kept_(::dup(STDERR_FILENO)) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDERR_FILENO);
        ::close(nowhere);
    }
    silent_errors(const silent_errors&) = delete;
    silent_errors& operator=(const silent_errors&) = delete;
    ~silent_errors() {
        ::dup2(kept_, STDERR_FILENO);
        ::close(kept_);
    }

  private:
    int kept_;
};

inline void ignore_status(TRC_ID /*unused*/, const char* /*unused*/) {}

/// One host, without what earlier tests have told about it.
inline void renew_host() {
    if (TRC_HOST_LIST) trc_free_host(&TRC_HOST_LIST);
    TRC_HOST_LIST = trc_create_host();
    TRC_HOST_LIST->name = trc_copy_str("host");
    TRC_HOST_LIST->alias = trc_copy_str("host");
    TRC_HOST_LIST->refname = trc_copy_str("host");
    TRC_HOST_LIST->arch = trc_copy_str("LINUX64");
    TRC_HOST_LIST->pvmd_tid = traced_host;
    TRC_HOST_LIST->in_pvm = TRC_IN_PVM;
}

/// A collector that writes to a temporary file. The first one initializes the library.
class trace_collector {
  public:
    trace_collector() {
        static const bool initialized = (trc_tracer_init(), true);
        REQUIRE(initialized);
        TRC_TID = traced_host + 1;
        renew_host();
        for (int i = 0; i < TRC_TEVDESC_SIZE; ++i)
            for (TRC_TEVDESC event = TRC_TEVDESC_LIST[i]; event; event = event->next)
                event->dump = TRC_TRUE;
        id_ = trc_get_tracer_id();
        id_->trace_out = std::tmpfile();
        id_->status_msg = reinterpret_cast<trc_vfp>(ignore_status);
        id_->complete = TRC_FALSE;
    }
    trace_collector(const trace_collector&) = delete;
    trace_collector& operator=(const trace_collector&) = delete;
    ~trace_collector() { trc_free_tracer_id(&id_); }

    TRC_ID get() const { return id_; }

    /// The body of a message in XDR.
    int take(const std::string& body, int source) const {
        receive(body);
        return trc_handle_trace_message(id_, source);
    }

    int take_output(int tid, int length, const std::string& text = {}) const {
        const int id = pvm_initsend(PvmDataDefault);
        pvm_pkint(&tid, 1, 1);
        pvm_pkint(&length, 1, 1);
        if (!text.empty()) pvm_pkbyte(text.data(), static_cast<int>(text.size()), 1);
        make_received(id);
        return trc_handle_output_message(id_);
    }

    std::string file() const {
        std::fflush(id_->trace_out);
        std::rewind(id_->trace_out);
        std::string text;
        for (int c = std::getc(id_->trace_out); c != EOF; c = std::getc(id_->trace_out))
            text += static_cast<char>(c);
        return text;
    }

  private:
    static void receive(const std::string& body) {
        auto& buffers = pvm3::the_library().buffers;
        const auto bytes = std::as_bytes(std::span(body));
        buffers.receive(buffers.adopt({.encoding = pvm3::xdr_encoding, .body = {bytes.begin(), bytes.end()}}));
    }

    static void make_received(int id) {
        if (const int earlier = pvm_setrbuf(id); earlier > 0) pvm_freebuf(earlier);
    }

    TRC_ID id_ = nullptr;
};

struct read_value {
    std::string meaning;
    int type = 0, count = 0;
    std::vector<double> numbers;
    std::string bytes;
};

struct read_event {
    std::string name;
    int number = 0, phase = 0;
    std::vector<read_value> values;
};

inline std::vector<read_event> found_events;

inline double number_at(const TRC_TEVREC record, int i) {
    switch (record->ddesc->dt) {
        case TEV_DATA_FLOAT:
            return TRC_ARR_VALUE_OF(record->value, float, i);
        case TEV_DATA_DOUBLE:
            return TRC_ARR_VALUE_OF(record->value, double, i);
        case TEV_DATA_LONG:
            return static_cast<double>(TRC_ARR_VALUE_OF(record->value, long, i));
        default:
            return TRC_ARR_VALUE_OF(record->value, int, i);
    }
}

inline void note_event(TRC_ID /*unused*/, TRC_TEVDESC event, TRC_TEVREC record) {
    read_event result{event->name, event->eid, event->entry_exit, {}};
    for (; record; record = record->next) {
        read_value value{record->ddesc->did->name, record->ddesc->dt, record->num, {}, {}};
        for (int i = 0; i < record->num; ++i) {
            if (value.type == TEV_DATA_STRING)
                value.bytes += std::string(TRC_ARR_VALUE_OF(record->value, char*, i)) + "|";
            else if (value.type == TEV_DATA_BYTE)
                value.bytes += TRC_ARR_VALUE_OF(record->value, char, i);
            else
                value.numbers.push_back(number_at(record, i));
        }
        result.values.push_back(value);
    }
    found_events.push_back(result);
}

/// Reads to the end. `faults`: how often a read failed.
inline std::vector<read_event> read_events(const std::string& text, int* faults = nullptr) {
    const trace_collector reader;
    reader.get()->trace_in = std::tmpfile();
    std::fwrite(text.data(), 1, text.size(), reader.get()->trace_in);
    std::rewind(reader.get()->trace_in);
    reader.get()->handle_event = reinterpret_cast<trc_vfp>(note_event);
    found_events.clear();
    trc_free_event_descriptors(TRC_EVENT_TRIE);
    trc_free_triestack(&TRC_EVENT_TRIE);
    TRC_EVENT_TRIE = trc_create_triestack();
    for (int end = TRC_FALSE; end == TRC_FALSE;)
        if (trc_read_trace_event(reader.get(), &end) == TRC_FALSE && end == TRC_FALSE && faults) ++*faults;
    return found_events;
}

inline const read_value& value_of(const read_event& event, const std::string& meaning) {
    for (const auto& value : event.values)
        if (value.meaning == meaning) return value;
    throw std::runtime_error(event.name + " has no " + meaning);
}

}  // namespace banyan::testing
