// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Svg.h"

using namespace fusion;
using namespace fusion::bench;

static std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

static std::string titleOf(const std::string &title) {
  return title.empty() ? "" : "<title>" + escaped(title) + "</title>";
}

void Svg::line(double x0, double y0, double x1, double y1, const char *color, double thickness, bool dashed) {
  body += concat("<line x1=\"", x0, "\" y1=\"", y0, "\" x2=\"", x1, "\" y2=\"", y1, "\" stroke=\"", color,
                 "\" stroke-width=\"", thickness, "\"", dashed ? " stroke-dasharray=\"4 3\"" : "", "/>\n");
}

void Svg::rectangle(double x, double y, double w, double h, const char *color, const std::string &title) {
  body += concat("<rect x=\"", x, "\" y=\"", y, "\" width=\"", w, "\" height=\"", h, "\" fill=\"", color, "\">",
                 titleOf(title), "</rect>\n");
}

void Svg::circle(double x, double y, double radius, const char *color, const std::string &title) {
  body += concat("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"", radius, "\" fill=\"", color, "\" fill-opacity=\"0.8\">",
                 titleOf(title), "</circle>\n");
}

void Svg::text(double x, double y, const std::string &words, const char *anchor, double size) {
  body += concat("<text x=\"", x, "\" y=\"", y, "\" text-anchor=\"", anchor, "\" font-size=\"", size, "\">",
                 escaped(words), "</text>\n");
}

std::string Svg::finish() const {
  return concat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
                "\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", body,
                "</svg>\n");
}
