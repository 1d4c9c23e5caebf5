message(FATAL_ERROR "The gvfn command needs npm (Debian: apt-get install nodejs npm). Without it, configure with "
                    "-DGVFN_BUILD_CLI=OFF to build the library.")
