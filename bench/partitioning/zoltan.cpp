#include "bench/partitioning/others.hpp"

#ifdef BANYAN_ZOLTAN
#include <mpi.h>
#include <zoltan.h>

#include <numeric>
#include <stdexcept>
#include <string>
#endif

namespace banyan::bench {

#ifdef BANYAN_ZOLTAN

namespace {

struct cells {
    int rows;
    int cols;
};

int count_cells(void* data, int* error) {
    const auto* c = static_cast<const cells*>(data);
    *error = ZOLTAN_OK;
    return c->rows * c->cols;
}

void list_cells(void* data, int, int, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int, float*, int* error) {
    const auto* c = static_cast<const cells*>(data);
    std::iota(ids, ids + c->rows * c->cols, ZOLTAN_ID_TYPE{0});
    *error = ZOLTAN_OK;
}

int dimensions(void*, int* error) {
    *error = ZOLTAN_OK;
    return 2;
}

void centres(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int, double* out, int* error) {
    const auto width = static_cast<ZOLTAN_ID_TYPE>(static_cast<const cells*>(data)->cols);
    for (int i = 0; i < count; ++i) {
        out[2 * i] = static_cast<double>(ids[i] % width);
        out[2 * i + 1] = static_cast<double>(ids[i] / width);
    }
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

void check(int status) {
    if (status != ZOLTAN_OK && status != ZOLTAN_WARN) throw std::runtime_error("Zoltan failed");
}

}  // namespace

std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int rows, int cols, std::span<const double> shares) {
    static const zoltan_session session;
    cells grid{rows, cols};
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_WORLD);
    const std::string parts = std::to_string(shares.size());
    for (const auto& [name, value] :
         {std::pair("DEBUG_LEVEL", "0"), std::pair("LB_METHOD", "RCB"), std::pair("NUM_GLOBAL_PARTS", parts.c_str()),
          std::pair("RETURN_LISTS", "PART ASSIGNMENTS"), std::pair("NUM_LID_ENTRIES", "0"),
          std::pair("IMBALANCE_TOL", "1.001")})
        Zoltan_Set_Param(zoltan, name, value);
    Zoltan_Set_Num_Obj_Fn(zoltan, count_cells, &grid);
    Zoltan_Set_Obj_List_Fn(zoltan, list_cells, &grid);
    Zoltan_Set_Num_Geom_Fn(zoltan, dimensions, &grid);
    Zoltan_Set_Geom_Multi_Fn(zoltan, centres, &grid);
    std::vector<int> numbers(shares.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> kinds(shares.size(), 0);
    std::vector<float> sizes(shares.begin(), shares.end());
    check(Zoltan_LB_Set_Part_Sizes(zoltan, 1, static_cast<int>(shares.size()), numbers.data(), kinds.data(),
                                   sizes.data()));
    int changes = 0, id_size = 0, local_size = 0, imports = 0, exports = 0;
    ZOLTAN_ID_PTR import_ids = nullptr, import_local = nullptr, export_ids = nullptr, export_local = nullptr;
    int *import_from = nullptr, *import_to = nullptr, *export_to = nullptr, *export_part = nullptr;
    check(Zoltan_LB_Partition(zoltan, &changes, &id_size, &local_size, &imports, &import_ids, &import_local,
                              &import_from, &import_to, &exports, &export_ids, &export_local, &export_to,
                              &export_part));
    std::vector<std::int32_t> owners(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), 0);
    for (int i = 0; i < exports; ++i)
        owners[export_ids[i]] = export_part[i];
    Zoltan_LB_Free_Part(&import_ids, &import_local, &import_from, &import_to);
    Zoltan_LB_Free_Part(&export_ids, &export_local, &export_to, &export_part);
    Zoltan_Destroy(&zoltan);
    return owners;
}

#else

std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int, int, std::span<const double>) {
    return std::nullopt;
}

#endif

}  // namespace banyan::bench
