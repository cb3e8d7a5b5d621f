// Zoltan in one MPI process, for the comparisons: start, the cells of a grid, parameters, and the result.
#pragma once

#include <mpi.h>
#include <zoltan.h>

#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

/// The parameters of both methods, those of one of them, and the wanted size of each part.
inline void set_zoltan_parameters(Zoltan_Struct* zoltan, std::span<const double> shares,
                                  std::initializer_list<std::pair<const char*, std::string>> of_method) {
    const std::string parts = std::to_string(shares.size());
    for (const auto& [name, value] : {std::pair("DEBUG_LEVEL", "0"), std::pair("NUM_GLOBAL_PARTS", parts.c_str()),
                                      std::pair("RETURN_LISTS", "PART ASSIGNMENTS"), std::pair("NUM_LID_ENTRIES", "0")})
        Zoltan_Set_Param(zoltan, name, value);
    for (const auto& [name, value] : of_method)
        Zoltan_Set_Param(zoltan, name, value.c_str());
    std::vector<int> numbers(shares.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> kinds(shares.size(), 0);
    std::vector<float> sizes(shares.begin(), shares.end());
    check_zoltan(Zoltan_LB_Set_Part_Sizes(zoltan, 1, static_cast<int>(shares.size()), numbers.data(), kinds.data(),
                                          sizes.data()));
}

/// Divides the cells, and writes the new owners over the old ones. Destroys `zoltan`.
inline std::vector<std::int32_t> divided_by_zoltan(Zoltan_Struct* zoltan, std::vector<std::int32_t> owners) {
    int changes = 0, id_size = 0, local_size = 0, imports = 0, exports = 0;
    ZOLTAN_ID_PTR import_ids = nullptr, import_local = nullptr, export_ids = nullptr, export_local = nullptr;
    int *import_from = nullptr, *import_to = nullptr, *export_to = nullptr, *export_part = nullptr;
    check_zoltan(Zoltan_LB_Partition(zoltan, &changes, &id_size, &local_size, &imports, &import_ids, &import_local,
                                     &import_from, &import_to, &exports, &export_ids, &export_local, &export_to,
                                     &export_part));
    for (int i = 0; i < exports; ++i)
        owners[export_ids[i]] = export_part[i];
    Zoltan_LB_Free_Part(&import_ids, &import_local, &import_from, &import_to);
    Zoltan_LB_Free_Part(&export_ids, &export_local, &export_to, &export_part);
    Zoltan_Destroy(&zoltan);
    return owners;
}

}  // namespace banyan::bench
