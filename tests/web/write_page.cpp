// The report page of the JSON on standard input, on standard output.
#include <iostream>
#include <iterator>
#include <string>

#include "report/page.hpp"

int main() {
  const std::string data(std::istreambuf_iterator<char>(std::cin), {});
  std::cout << gvfn::report_page(data);
}
