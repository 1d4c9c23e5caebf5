# Warnings are errors in our own code; -DGVFN_WERROR=OFF for compilers we have not met.
option(GVFN_WERROR "Treat warnings as errors" ${PROJECT_IS_TOP_LEVEL})

# GCC 12 takes std::string's own copies for overlapping ones (GCC bug 105651), hence -Wno-restrict.
function(gvfn_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-restrict
                                           $<$<BOOL:${GVFN_WERROR}>:-Werror>)
endfunction()
