// The list of all keys, and the page that documents them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>
#include <sstream>

#include "gvfn/agent/agent.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/kernel/activation.hpp"
#include "gvfn/learn/learner_options.hpp"
#include "gvfn/learn/loss.hpp"
#include "gvfn/world/world.hpp"
#include "language/toml.hpp"

namespace gvfn {
namespace {

template <std::size_t n>
std::vector<std::string_view> any_of(const std::array<std::string_view, n>& names) {
  return {names.begin(), names.end()};
}

template <std::size_t n>
std::vector<std::string_view> with_none(const std::array<std::string_view, n>& names) {
  auto all = any_of(names);
  all.insert(all.begin(), "none");
  return all;
}

void add_optimizer(std::vector<Key>& all, const std::string& prefix, OptimizerConfig& o,
                   std::vector<std::string_view> names, std::string_view meaning) {
  const auto add = [&](const char* name, Key::Value value, std::string_view what, double low, double high) {
    all.push_back({prefix + name, value, what, {}, low, high});
  };
  all.push_back({prefix + "name", &o.name, meaning, std::move(names)});
  add("step_size", &o.step_size, "alpha", 1e-30, 1e6);
  add("decay", &o.decay, "alpha_t = step_size / (1 + decay t); 0: constant", 0, 1e6);
  add("momentum", &o.momentum, "momentum: decay of the velocity", 0, 0.9999999);
  add("square_decay", &o.square_decay, "rmsprop: decay of the mean square", 0, 0.9999999);
  add("beta1", &o.beta1, "adam: decay of the mean", 0, 0.9999999);
  add("beta2", &o.beta2, "adam: decay of the mean square", 0, 0.9999999);
  add("epsilon", &o.epsilon, "rmsprop, adam: added to the root of the mean square", 1e-15, 1);
  add("clip_norm", &o.clip_norm, "a longer gradient is scaled to this length; 0: never", 0, 1e30);
  add("batch", &o.batch, "the weights change every so many steps, by the mean of their gradients", 1, 1e6);
}

}  // namespace

std::vector<Key> keys(Config& c) {
  auto activations = any_of(activation_names);
  activations.insert(activations.begin(), "auto");
  auto rules = any_of(rule_names);
  rules.insert(rules.begin(), "auto");
  auto own_optimizers = any_of(optimizer_names);
  own_optimizers.insert(own_optimizers.begin(), "same");
  std::vector<Key> all{
      {"world.name", &c.world.name, "the world", any_of(world_names)},
      {"world.size",
       &c.world.size,
       "Compass World: cells a side (at most 10000); Ring and Cycle World: states; 0: 8 and 6, as in the paper",
       {},
       0,
       1e6},
      {"world.leap",
       &c.world.leap,
       "Compass World: probability of changing to leaping, forward until a wall is seen",
       {},
       0,
       1},
      {"world.wander", &c.world.wander, "Compass World: steps of uniformly random wandering; 0: none", {}, 0, 1e6},
      {"world.wander_prob", &c.world.wander_prob, "Compass World: probability of changing to wandering", {}, 0, 1},
      {"world.horizon",
       &c.world.horizon,
       "Mackey-Glass, MSO: the series is to be predicted this many steps ahead",
       {},
       1,
       10'000},

      {"agent.kind",
       &c.agent.kind,
       "gvfn: every unit of the state answers a question; rnn: the units are free, and trained by the head's errors; "
       "forecast: every unit is a signal so many steps ahead, trained on what is seen then",
       {"gvfn", "rnn", "forecast"}},
      {"agent.questions", &c.agent.questions, "a gvfn's questions: a shipped set's name, or a file"},
      {"agent.cell", &c.agent.cell,
       "action-rnn: separate weights for each action; for the others the action is part of the input (unless that is "
       "the "
       "state of a layer below)",
       any_of(cell_names)},
      {"agent.activation", &c.agent.activation,
       "of the state's units; auto: tanh for an rnn, else sigmoid, or clipped-linear (to [-10, 10]) where a signal "
       "has no range; not for gru and lstm",
       activations},
      {"agent.units", &c.agent.units, "units of an rnn's state (a gvfn has one for each question)", {}, 1, most_units},
      {"agent.truncation", &c.agent.truncation, "p: how many steps back the gradient goes", {}, 1, most_truncation},
      {"agent.complement", &c.agent.complement,
       "the input has 1 - o beside every signal o, and beside the action's bits where it has them"},
      {"agent.constant_input", &c.agent.constant_input,
       "the input also has a 1, whose weights start at random, beside the bias, which starts at 0"},
      {"agent.auxiliary", &c.agent.auxiliary,
       "further questions for the head, whose errors train what the head's errors train: a shipped set's name, or a "
       "file; none"},
      {"agent.horizon",
       &c.agent.horizon,
       "forecast: every signal that the world asks about, 1 to this many steps ahead",
       {},
       1,
       10'000},
      {"agent.free_units",
       &c.agent.free_units,
       "gvfn: units beside the questions', trained by the head's errors",
       {},
       0,
       most_units},
      {"agent.target_weight",
       &c.agent.target_weight,
       "gvfn: the head's errors train the questions' units, too, with this weight (joint training)",
       {},
       0,
       1e6},
      {"agent.below", &c.agent.below,
       "a recurrent layer (of tanh units, where simple) whose state is the input of the state's; none, or its cell",
       with_none(cell_names)},
      {"agent.below_units", &c.agent.below_units, "its units", {}, 1, most_units},
      {"agent.beside", &c.agent.beside,
       "a recurrent layer (of tanh units, where simple) beside the state's, trained by the head's errors; none, or its "
       "cell",
       with_none(cell_names)},
      {"agent.beside_units", &c.agent.beside_units, "its units", {}, 1, most_units},

      {"learner.rule", &c.learner.rule,
       "rtd: Recurrent TD; rgtd: Recurrent GTD; td-lambda: TD(lambda); target: what is seen later, or, for an rnn, the "
       "head's errors; auto: target for a forecast or an rnn, else rtd",
       rules},
      {"learner.sensitivity", &c.learner.sensitivity,
       "how errors are followed back in time. bptt: through the window; rtrl: exactly, and snap-1, uoro, kf-rtrl: "
       "approximately, carried forward from the beginning",
       any_of(sensitivity_names)},
      {"learner.loss", &c.learner.loss, "of the state's errors", any_of(loss_names)},
      {"learner.lambda", &c.learner.lambda, "td-lambda: of the traces", {}, 0, 1},
      {"learner.second_step_size", &c.learner.second_step_size, "rgtd: beta, of the second weights", {}, 0, 1e6},
      {"learner.form", &c.learner.form, "rgtd: which form of the gradient is sampled", any_of(gtd_form_names)},
      {"learner.hessian", &c.learner.hessian, "rgtd: with psi, the Hessian-vector term"},

      {"head.hidden",
       &c.head.hidden,
       "a list: units of each hidden layer between state and predictions",
       {},
       1,
       most_units},
      {"head.activation", &c.head.activation, "of the hidden layers", any_of(activation_names)},
      {"head.loss", &c.head.loss, "of the head's errors", any_of(loss_names)},
  };
  add_optimizer(all, "optimizer.", c.optimizer, any_of(optimizer_names), "how a gradient changes the weights");
  add_optimizer(
      all, "head.optimizer.", c.head.optimizer, own_optimizers,
      "the same for the head, if it has an optimiser of its own; same: the one above, and none of these keys");
  const std::vector<Key> of_the_run{
      {"run.steps", &c.run.steps, "how many steps", {}, 1, 1e15},
      {"run.seed", &c.run.seed, "of the world and of the weights", {}, 0, 9e15},
      {"run.window", &c.run.window, "the learning curve has the mean of every so many steps", {}, 1, 1e12},
      {"run.divergence_bound",
       &c.run.divergence_bound,
       "a prediction this far off ends the run as diverged",
       {},
       1e-30,
       1e30},
      {"run.instruction_set", &c.run.instruction_set,
       "auto: the fastest, or what GVFN_INSTRUCTION_SET names; gvfn --version lists the machine's"},
  };
  all.insert(all.end(), of_the_run.begin(), of_the_run.end());
  return all;
}

std::string value_text(const Key& key) {
  return std::visit(
      [](const auto* value) -> std::string {
        using T = std::decay_t<decltype(*value)>;
        if constexpr (std::is_same_v<T, std::string>) {
          std::ostringstream text;
          text << toml::toml_formatter{toml::value<std::string>(*value), toml::format_flags::allow_unicode_strings};
          return text.str();
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
          return fmt::format("[{}]", fmt::join(*value, ", "));
        } else if constexpr (std::is_same_v<T, double>) {
          return *value == 0 && std::signbit(*value) ? "-0.0" : fmt::format("{}", *value);  // -0 is a whole number
        } else {
          return fmt::format("{}", *value);
        }
      },
      key.value);
}

bool is_tuned(const std::string& name) {
  static const auto tuned = [] {
    std::set<std::string> names;
    Config config;
    for (const auto& key : keys(config))
      if (std::holds_alternative<double*>(key.value) && !key.name.starts_with("world.") &&
          !key.name.starts_with("run."))
        names.insert(key.name);
    return names;
  }();
  return tuned.contains(name);
}

std::string describe_keys() {
  Config defaults;
  std::string page =
      "# Configuration\n\n"
      "Every key of a configuration file, as `gvfn run --keys` prints it. In a file, `agent.truncation` is the key\n"
      "`truncation` under `[agent]`; on the command line, `--set agent.truncation=4`. Unknown keys are refused.\n\n"
      "| key | default | meaning | values |\n|---|---|---|---|\n";
  for (const auto& key : keys(defaults)) {
    std::string values = "any";
    if (!key.choices.empty()) values = fmt::format("{}", fmt::join(key.choices, ", "));
    if (key.low < key.high) values = fmt::format("{:.7g} to {:.7g}", key.low, key.high);
    if (std::holds_alternative<bool*>(key.value)) values = "true, false";
    page += fmt::format("| `{}` | `{}` | {} | {} |\n", key.name, value_text(key), key.meaning, values);
  }
  return page;
}

}  // namespace gvfn
