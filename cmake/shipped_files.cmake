# Writes a C++ source that holds the text of every .toml and .csv file of a folder, so that the program finds them wherever it
# is installed: gvfn_shipped_files(out.cpp function folder).
function(gvfn_shipped_files output function folder)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.toml ${folder}/*.csv)
  set(entries "")
  foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "      {\"${name}\", R\"shipped(${text})shipped\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include "gvfn/base/text.hpp"

namespace gvfn {
const ShippedTexts& @function@();
const ShippedTexts& @function@() {
  static const ShippedTexts files{
@entries@  };
  return files;
}
}  // namespace gvfn
]])
endfunction()
