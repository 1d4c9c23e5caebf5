#include "gvfn/experiment/any_world.hpp"

namespace gvfn {

AnyWorld::AnyWorld(const AnyWorld& other)
    : vocabulary_(other.vocabulary_),
      evaluation_(other.evaluation_),
      knows_truth_(other.knows_truth_),
      played_(other.played_->copy()) {}

AnyWorld& AnyWorld::operator=(const AnyWorld& other) {
  if (this != &other) *this = AnyWorld(other);
  return *this;
}

}  // namespace gvfn
