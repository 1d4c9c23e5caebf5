// From a CSV file with a temperature a day to named answers in degrees: what comes tomorrow, and on the average of the
// days to come? With gvfn installed in PREFIX, in this folder:
//   cmake -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/temperature melbourne.csv
#include <cmath>
#include <cstdio>
#include <fstream>
#include <gvfn/agent.hpp>

int main(int argc, char** argv) {
  const auto mean_of = [](const char* name, double days) {
    return gvfn::Question{name, gvfn::SignalCumulant{"temperature", 1 / days}, gvfn::Discount{1 - 1 / days}};
  };
  gvfn::Agent<float> agent(gvfn::QuestionNetwork(
      {{{"temperature", 0, 50}}, {}}, {mean_of("tomorrow", 1), mean_of("this week", 7), mean_of("this month", 30)}));
  std::ifstream file(argc > 1 ? argv[1] : "melbourne.csv");
  std::string line;
  if (!std::getline(file, line)) return std::puts("usage: temperature melbourne.csv"), 1;  // the titles
  const auto next = [&] { return std::getline(file, line) ? std::stof(line.substr(line.find(',') + 1)) : NAN; };
  float today = next();
  agent.start({&today, 1});
  double error = 0, naive = 0, days = 0;
  for (float last = today; today = next(), !std::isnan(today); last = today, ++days) {
    error += std::pow(agent.answer("tomorrow") - today, 2);
    naive += std::pow(last - today, 2);
    agent.step(0, 1, {&today, 1});
  }
  for (const auto* name : {"tomorrow", "this week", "this month"}) std::printf("%s: %.1f\n", name, agent.answer(name));
  std::printf("rmse of tomorrow %.2f, of the last value %.2f\n", std::sqrt(error / days), std::sqrt(naive / days));
}
