# gvfn_room(name COMPONENT component [ROOMS rooms...] [PUBLIC libraries...] [PRIVATE libraries...] [SHIPS folders...]): the library of src/name and
# include/gvfn/name, installed with its component. Headers in include/ are public; those in src/ are not installed. With SHIPS, the
# .toml and .csv files of a folder are part of it, as shipped_<folder>().
function(gvfn_room name)
  cmake_parse_arguments(room "" "COMPONENT" "ROOMS;PUBLIC;PRIVATE;SHIPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(folder ${room_SHIPS})
    set(shipped ${PROJECT_BINARY_DIR}/shipped_${folder}.cpp)
    gvfn_shipped_files(${shipped} shipped_${folder} ${PROJECT_SOURCE_DIR}/${folder})
    list(APPEND sources ${shipped})
  endforeach()
  add_library(gvfn_${name} STATIC ${sources})
  target_compile_features(gvfn_${name} PUBLIC cxx_std_20)
  target_include_directories(gvfn_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                          PRIVATE ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM room_ROOMS PREPEND gvfn_)
  target_link_libraries(gvfn_${name} PUBLIC ${room_ROOMS} ${room_PUBLIC} PRIVATE ${room_PRIVATE})
  gvfn_warnings(gvfn_${name})
  gvfn_install(${room_COMPONENT} gvfn_${name})
endfunction()
