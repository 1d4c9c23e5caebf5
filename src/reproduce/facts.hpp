#pragma once
// What a claim says about the numbers of a panel, put together from facts.

#include <string>
#include <vector>

#include "reproduce/claims.hpp"

namespace gvfn {

using Truncations = std::vector<std::int64_t>;

/// A judgement holds if all its facts do. A line with fewer than enough_runs runs makes it "not enough runs".
class Facts {
 public:
  explicit Facts(const PanelResult& panel) : panel_(panel) {}

  /// a is lower than b by more than two standard errors of their difference.
  Facts& lower(const std::string& a, std::int64_t p_a, const std::string& b, std::int64_t p_b);
  Facts& lower(const std::string& a, const std::string& b, const Truncations& truncations);
  /// a is at least `least` times b.
  Facts& times(const std::string& a, std::int64_t p_a, const std::string& b, std::int64_t p_b, double least);
  /// No truncation is worse than the best one by more than this factor.
  Facts& flat(const std::string& line, const Truncations& truncations, double factor);
  /// The line differs from the authors' number, which is known, by at most this share of it; or by at most two standard
  /// errors of the difference, where theirs is known.
  Facts& near(const std::string& line, std::int64_t p, double share);
  Facts& near(const std::string& line, std::int64_t p);
  Facts& below(const std::string& line, std::int64_t p, double limit);
  Facts& above(const std::string& line, std::int64_t p, double limit);

  /// The same about points of learning curves, with p = 1: the mean of the window that ends at a step; or, with step 0,
  /// the number that is reported of the whole run.
  struct Point {
    std::string line;
    std::string metric;
    std::int64_t step;
  };
  Facts& lower(const Point& a, const Point& b);
  /// a is as low as b, whatever their standard errors are.
  Facts& reaches(const Point& a, const Point& b);
  Facts& at_least(const Point& point, double limit);
  Facts& at_most(const Point& point, double limit);

  operator Judgement() const;

 private:
  const Choice* choice(const std::string& line, std::int64_t p);
  const Statistics* find(const std::string& line, std::int64_t p);
  std::optional<Statistics> find(const Point& point);
  void add(bool holds, const std::string& fact);

  const PanelResult& panel_;
  bool holds_ = true;
  bool missing_ = false;
  bool optimistic_ = false;
  std::string why_;
  std::string missing_text_;
};

}  // namespace gvfn
