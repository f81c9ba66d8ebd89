// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pictures of lines, bars and text.

#ifndef FUSION_LIB_BENCH_SVG_H
#define FUSION_LIB_BENCH_SVG_H

#include "fusion/Runtime/Error.h"

#include <string>

namespace fusion::bench {

/// Coordinates are in pixels from the upper left corner.
class Svg {
public:
  Svg(double width, double height) : width(width), height(height) {}

  void line(double x0, double y0, double x1, double y1, const char *color, double thickness = 1, bool dashed = false);
  void rectangle(double x, double y, double w, double h, const char *color, const std::string &title = "");
  void circle(double x, double y, double radius, const char *color, const std::string &title = "");
  /// `anchor`: "start", "middle" or "end".
  void text(double x, double y, const std::string &words, const char *anchor = "start", double size = 12);

  std::string finish() const;

private:
  double width, height;
  std::string body;
};

} // namespace fusion::bench

#endif // FUSION_LIB_BENCH_SVG_H
