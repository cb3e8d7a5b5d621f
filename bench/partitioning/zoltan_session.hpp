// Zoltan in one MPI process, for the comparisons: start, and the callback functions for the cells of a grid.
#pragma once

#include <mpi.h>
#include <zoltan.h>

#include <numeric>
#include <stdexcept>

namespace banyan::bench {

struct zoltan_cells {
    int rows;
    int cols;
};

inline int count_zoltan_cells(void* data, int* error) {
    const auto* c = static_cast<const zoltan_cells*>(data);
    *error = ZOLTAN_OK;
    return c->rows * c->cols;
}

inline void list_zoltan_cells(void* data, int, int, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int, float*, int* error) {
    const auto* c = static_cast<const zoltan_cells*>(data);
    std::iota(ids, ids + c->rows * c->cols, ZOLTAN_ID_TYPE{0});
    *error = ZOLTAN_OK;
}

/// One MPI process and Zoltan. They live from the first use to the end of the program.
class zoltan_session {
  public:
    zoltan_session() {
        MPI_Init(nullptr, nullptr);
        float version = 0;
        if (Zoltan_Initialize(0, nullptr, &version) != ZOLTAN_OK) throw std::runtime_error("Zoltan does not start");
    }
    zoltan_session(const zoltan_session&) = delete;
    zoltan_session& operator=(const zoltan_session&) = delete;
    ~zoltan_session() { MPI_Finalize(); }
};

inline void check_zoltan(int status) {
    if (status != ZOLTAN_OK && status != ZOLTAN_WARN) throw std::runtime_error("Zoltan failed");
}

/// Starts MPI and Zoltan with the first call.
inline void start_zoltan() {
    static const zoltan_session session;
}

}  // namespace banyan::bench
