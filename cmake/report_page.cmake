# gvfn_report_page(out.cpp): the report page of web/ as a C++ source, with the libraries that npm fetches for it.
function(gvfn_report_page output)
  find_program(GVFN_NPM npm)
  if(NOT GVFN_NPM)
    # The library and the demo are built without it, so this is said only where the page is needed.
    set(GVFN_NPM ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/missing_npm.cmake --)
  endif()
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(folder ${PROJECT_BINARY_DIR}/web)
  file(MAKE_DIRECTORY ${folder})
  set(packages ${web}/package.json ${web}/package-lock.json ${web}/.npmrc)
  file(GLOB parts CONFIGURE_DEPENDS ${web}/report.html ${web}/*.css ${web}/*.js)
  set(installed ${folder}/node_modules/.package-lock.json)
  add_custom_command(
    OUTPUT ${installed}
    COMMAND ${CMAKE_COMMAND} -E copy ${packages} ${folder}
    COMMAND ${GVFN_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${installed}
    WORKING_DIRECTORY ${folder}
    DEPENDS ${packages}
    COMMENT "Fetching what the report page is drawn with"
    VERBATIM)
  set(bundle ${PROJECT_SOURCE_DIR}/cmake/bundle_page.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DMODULES=${folder}/node_modules -DOUTPUT=${output} -P ${bundle}
    DEPENDS ${installed} ${parts} ${bundle}
    COMMENT "Bundling the report page"
    VERBATIM)
endfunction()
