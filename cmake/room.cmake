# gvfn_room(name [ROOMS rooms...] [PUBLIC libraries...] [PRIVATE libraries...] [SHIPS folder]): the library of src/name and
# include/gvfn/name; with SHIPS, the folder's .toml and .csv files are part of it, as shipped_<folder>().
function(gvfn_room name)
  cmake_parse_arguments(room "" "SHIPS" "ROOMS;PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(room_SHIPS)
    set(shipped ${PROJECT_BINARY_DIR}/shipped_${room_SHIPS}.cpp)
    gvfn_shipped_files(${shipped} shipped_${room_SHIPS} ${PROJECT_SOURCE_DIR}/${room_SHIPS})
    list(APPEND sources ${shipped})
  endif()
  add_library(gvfn_${name} STATIC ${sources})
  add_library(gvfn::${name} ALIAS gvfn_${name})
  set_target_properties(gvfn_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(gvfn_${name} PUBLIC cxx_std_20)
  target_include_directories(gvfn_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                          PRIVATE ${PROJECT_SOURCE_DIR}/src/${name})
  list(TRANSFORM room_ROOMS PREPEND gvfn_)
  target_link_libraries(gvfn_${name} PUBLIC ${room_ROOMS} ${room_PUBLIC} PRIVATE ${room_PRIVATE})
  gvfn_warnings(gvfn_${name})
  set_property(GLOBAL APPEND PROPERTY GVFN_ROOMS gvfn_${name})
endfunction()
