#pragma once
// While one of these lives, the present thread treats denormal numbers as zero.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace gvfn {

/// ADAM's moments of weights that get no gradient decay into denormal numbers, on which a processor is an order of
/// magnitude slower. A step of an agent holds one of these, so its results do not depend on the caller's setting.
/// Nested ones cost a read of the control register.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : before_(_mm_getcsr()) {
    if ((before_ & flags) != flags) _mm_setcsr(before_ | flags);
  }
  ~FlushDenormals() {
    if ((before_ & flags) != flags) _mm_setcsr(before_);
  }
#elif defined(__aarch64__)
  FlushDenormals() {
    asm volatile("mrs %0, fpcr" : "=r"(before_));
    if ((before_ & flags) != flags) asm volatile("msr fpcr, %0" : : "r"(before_ | flags));
  }
  ~FlushDenormals() {
    if ((before_ & flags) != flags) asm volatile("msr fpcr, %0" : : "r"(before_));
  }
#else
  FlushDenormals() = default;
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE2__)
  static constexpr unsigned flags = 0x8040;  // flush to zero, denormals are zero
  unsigned before_;
#elif defined(__aarch64__)
  static constexpr unsigned long flags = 1UL << 24;  // flush to zero
  unsigned long before_;
#endif
};

}  // namespace gvfn
