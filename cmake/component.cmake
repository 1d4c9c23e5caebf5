# A component is what find_package(gvfn COMPONENTS ...) offers: gvfn::agent, gvfn::language, gvfn::experiment, gvfn::command_line.

# gvfn_install(component target): the target is installed with the component.
function(gvfn_install component target)
  set_target_properties(${target} PROPERTIES EXPORT_NAME part_${target})
  set_property(GLOBAL APPEND PROPERTY GVFN_TARGETS_${component} ${target})
endfunction()

# gvfn_component(name rooms...): the target gvfn::name, which brings these rooms and what they use.
function(gvfn_component name)
  set(rooms ${ARGN})
  list(TRANSFORM rooms PREPEND gvfn_)
  add_library(gvfn_component_${name} INTERFACE)
  add_library(gvfn::${name} ALIAS gvfn_component_${name})
  target_link_libraries(gvfn_component_${name} INTERFACE ${rooms})
  gvfn_install(${name} gvfn_component_${name})
  set_target_properties(gvfn_component_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY GVFN_COMPONENTS ${name})
endfunction()
