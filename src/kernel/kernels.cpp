#include "kernel/kernels.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/instruction_sets.hpp"
#include "kernel/plain_kernels.hpp"
#include "kernel/vector_kernels.hpp"

namespace gvfn {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, {}, [](unsigned char c) { return std::tolower(c); }, [](unsigned char c) { return std::tolower(c); });
}

}  // namespace

std::vector<std::string_view> instruction_sets() {
  std::vector<std::string_view> names;
  for (const auto* table : vector_kernels<float>()) names.push_back(table->instruction_set);
  names.push_back(plain_kernels<float>().instruction_set);
  return names;
}

template <class T>
const Kernels<T>& kernels(std::string_view instruction_set) {
  if (instruction_set == "auto")
    if (const char* pinned = std::getenv("GVFN_INSTRUCTION_SET")) instruction_set = pinned;
  const auto& tables = vector_kernels<T>();
  if (instruction_set == "auto" || instruction_set.empty())
    return tables.empty() ? plain_kernels<T>() : *tables.front();
  for (const auto* table : tables)
    if (equal_ignoring_case(table->instruction_set, instruction_set)) return *table;
  if (equal_ignoring_case(instruction_set, "plain")) return plain_kernels<T>();
  throw InvalidInput(unknown_name("instruction set", instruction_set, instruction_sets()));
}
template const Kernels<float>& kernels(std::string_view);
template const Kernels<double>& kernels(std::string_view);

}  // namespace gvfn
