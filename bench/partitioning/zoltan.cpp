#include "bench/partitioning/others.hpp"

#ifdef BANYAN_ZOLTAN
#include <numeric>
#include <string>

#include "bench/partitioning/zoltan_session.hpp"
#endif

namespace banyan::bench {

#ifdef BANYAN_ZOLTAN

namespace {

int dimensions(void*, int* error) {
    *error = ZOLTAN_OK;
    return 2;
}

void centres(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int, double* out, int* error) {
    const auto width = static_cast<ZOLTAN_ID_TYPE>(static_cast<const zoltan_cells*>(data)->cols);
    for (int i = 0; i < count; ++i) {
        out[2 * i] = static_cast<double>(ids[i] % width);
        out[2 * i + 1] = static_cast<double>(ids[i] / width);
    }
    *error = ZOLTAN_OK;
}

}  // namespace

std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int rows, int cols, std::span<const double> shares) {
    start_zoltan();
    zoltan_cells grid{rows, cols};
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_WORLD);
    const std::string parts = std::to_string(shares.size());
    for (const auto& [name, value] :
         {std::pair("DEBUG_LEVEL", "0"), std::pair("LB_METHOD", "RCB"), std::pair("NUM_GLOBAL_PARTS", parts.c_str()),
          std::pair("RETURN_LISTS", "PART ASSIGNMENTS"), std::pair("NUM_LID_ENTRIES", "0"),
          std::pair("IMBALANCE_TOL", "1.001")})
        Zoltan_Set_Param(zoltan, name, value);
    Zoltan_Set_Num_Obj_Fn(zoltan, count_zoltan_cells, &grid);
    Zoltan_Set_Obj_List_Fn(zoltan, list_zoltan_cells, &grid);
    Zoltan_Set_Num_Geom_Fn(zoltan, dimensions, &grid);
    Zoltan_Set_Geom_Multi_Fn(zoltan, centres, &grid);
    std::vector<int> numbers(shares.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> kinds(shares.size(), 0);
    std::vector<float> sizes(shares.begin(), shares.end());
    check_zoltan(Zoltan_LB_Set_Part_Sizes(zoltan, 1, static_cast<int>(shares.size()), numbers.data(), kinds.data(),
                                          sizes.data()));
    int changes = 0, id_size = 0, local_size = 0, imports = 0, exports = 0;
    ZOLTAN_ID_PTR import_ids = nullptr, import_local = nullptr, export_ids = nullptr, export_local = nullptr;
    int *import_from = nullptr, *import_to = nullptr, *export_to = nullptr, *export_part = nullptr;
    check_zoltan(Zoltan_LB_Partition(zoltan, &changes, &id_size, &local_size, &imports, &import_ids, &import_local,
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
