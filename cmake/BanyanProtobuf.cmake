# banyan_protobuf(target file.proto): generates C++ and compiles it into the target, with the warnings of generated code
# off. Include it as "path/from/the/root/file.pb.h".
function(banyan_protobuf target proto)
  cmake_path(ABSOLUTE_PATH proto BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE source)
  file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${source})
  string(REGEX REPLACE "\\.proto$" "" stem ${relative})
  set(out ${PROJECT_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${out})
  add_custom_command(
    OUTPUT ${out}/${stem}.pb.cc ${out}/${stem}.pb.h
    COMMAND protobuf::protoc --cpp_out=${out} --proto_path=${PROJECT_SOURCE_DIR} ${source}
    DEPENDS ${source} protobuf::protoc
    COMMENT "Generating ${stem}.pb.cc" VERBATIM)
  set(options -w ${banyan_quick_to_compile})
  if(BANYAN_SANITIZE)
    # It is not our code, and it takes long to compile. The address sanitizer stays, because our values go through it.
    list(APPEND options -fno-sanitize=undefined)
  endif()
  set_source_files_properties(${out}/${stem}.pb.cc PROPERTIES COMPILE_OPTIONS "${options}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${out}/${stem}.pb.cc)
  target_include_directories(${target} SYSTEM PUBLIC $<BUILD_INTERFACE:${out}>)
endfunction()
