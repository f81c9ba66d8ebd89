// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pictures of lines, bars and text, in the colours of docs/images, light and dark.

#ifndef FUSION_LIB_BENCH_SVG_H
#define FUSION_LIB_BENCH_SVG_H

#include "fusion/Runtime/Error.h"

#include <string>

namespace fusion::bench {

/// Coordinates are in pixels from the upper left corner. What is drawn has a kind, the class of a style: "ours",
/// "peer", "grid", "axis"; text is "", "small", "mute", "title", or several of these.
class Svg {
public:
  /// `description` is for those who cannot see the picture.
  Svg(const std::string &name, double width, double height, const std::string &title, const std::string &description);

  void line(double x0, double y0, double x1, double y1, const char *kind, double thickness = 1);
  void rectangle(double x, double y, double w, double h, const char *kind, const std::string &title = "");
  void circle(double x, double y, double radius, const char *kind, const std::string &title = "");
  /// Points right, its tip at (x, y).
  void triangle(double x, double y, double size, const char *kind, const std::string &title = "");
  /// `y` is the line on which the text stands. `anchor`: "start", "middle" or "end".
  void text(double x, double y, const std::string &words, const char *anchor = "start", const char *style = "");

  std::string finish() const { return head + body + "</svg>\n"; }

private:
  std::string head, body;
};

} // namespace fusion::bench

#endif // FUSION_LIB_BENCH_SVG_H
