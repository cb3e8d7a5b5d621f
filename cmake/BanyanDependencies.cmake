# Everything comes from Debian packages; tools/dev/install_packages.sh names them all.
find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Protobuf 3.21 REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_package(fmt REQUIRED)
if(BANYAN_FOREIGN)
  return()  # libnet needs no more
endif()
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PNG REQUIRED)
find_library(BANYAN_FFTW fftw3 REQUIRED)  # linked by its name
if(BANYAN_TESTS)
  find_package(Catch2 2 REQUIRED)
endif()
