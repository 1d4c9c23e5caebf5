# cmake -P: puts the page of web/ and the libraries that npm installed into one HTML file, and writes a C++ source with
# what stands before and after the data in it. Takes WEB, MODULES (node_modules) and OUTPUT.
file(READ ${WEB}/report.html page)

# A text may hold semicolons, brackets and @, so it is only ever passed on in quotes, never configured or listed.
function(fill_in name text)
  string(REPLACE "{{${name}}}" "${text}" page "${page}")
  set(page "${page}" PARENT_SCOPE)
endfunction()

file(READ ${WEB}/report.css style)
fill_in(report.css "${style}")

set(scripts "")
foreach(name plot tables report)
  file(READ ${WEB}/${name}.js script)
  string(APPEND scripts "${script}")
endforeach()

# Our own placeholder is cut out before other people's text comes in.
string(FIND "${page}" "{{data}}" data_at)
string(SUBSTRING "${page}" 0 ${data_at} before)
math(EXPR data_end "${data_at} + 8")
string(SUBSTRING "${page}" ${data_end} -1 page)

# An inlined script must not end its element, nor open a comment in it.
function(fill_in_script name text)
  string(REPLACE "</script" "<\\/script" text "${text}")
  string(REPLACE "<!--" "<\\!--" text "${text}")
  fill_in("${name}" "${text}")
  set(page "${page}" PARENT_SCOPE)
endfunction()

foreach(name vega vega-lite vega-embed)
  file(READ ${MODULES}/${name}/LICENSE license)
  file(READ ${MODULES}/${name}/build/${name}.min.js script)
  string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" script "${script}")
  fill_in_script(${name} "/*\n${license}*/\n${script}")
endforeach()
fill_in_script(scripts "${scripts}")

foreach(part before page)
  string(FIND "${${part}}" ")gvfn\"" delimiter_at)
  if(NOT delimiter_at EQUAL -1)
    message(FATAL_ERROR "the page holds )gvfn\", which ends its C++ literal")
  endif()
endforeach()
file(WRITE ${OUTPUT} "#include <string_view>

namespace gvfn {
using namespace std::string_view_literals;
extern const std::string_view page_before_data, page_after_data;
const std::string_view page_before_data = R\"gvfn(${before})gvfn\"sv;
const std::string_view page_after_data = R\"gvfn(${page})gvfn\"sv;
}  // namespace gvfn
")
