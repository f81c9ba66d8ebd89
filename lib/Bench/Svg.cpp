// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes shapes and text as SVG.

#include "Svg.h"

#include <cmath>
#include <string_view>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace {
struct Colour {
  std::string_view kind;
  const char *property, *light, *dark;
};
} // namespace

/// Colours and sizes are those of docs/images/draw/picture.py. The kind "text" is an element, the others are classes.
static constexpr Colour kColours[] = {
    {"bg", "fill", "#ffffff", "#0d1117"},     {"text", "fill", "#1f2328", "#e6edf3"},
    {"mute", "fill", "#57606a", "#9da7b1"},   {"grid", "stroke", "#d0d7de", "#3d444d"},
    {"axis", "stroke", "#6e7781", "#8b949e"}, {"ours", "fill", "#0969da", "#4493f8"},
    {"steady", "fill", "#0969da", "#4493f8"}, {"peer", "fill", "#b35900", "#e0883a"},
    {"mean", "fill", "#1f2328", "#e6edf3"}};
static const char *const kStyle =
    "text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:14px}"
    ".small{font-size:12px}.title{font-size:16px;font-weight:600}.strong{font-weight:600}"
    ".ours,.peer{fill-opacity:0.75}.steady{fill-opacity:0.4}.grid,.axis{fill:none}";

static std::string rules(const char *Colour::*scheme) {
  std::string result;
  for (const Colour &colour : kColours)
    result += concat(colour.kind == "text" ? "" : ".", colour.kind, "{", colour.property, ":", colour.*scheme, "}");
  return result;
}

/// The light colour of a kind as an attribute, for those who read no style sheet.
static std::string paint(std::string_view kind) {
  for (const Colour &colour : kColours)
    if (colour.kind == kind)
      return concat(" ", colour.property, "=\"", colour.light, "\"");
  return "";
}

static std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

/// A tenth of a pixel is enough.
static double rounded(double pixels) { return std::round(pixels * 10) / 10; }

/// The end of an element, with a text that shows where the mouse rests on it.
static std::string endOf(const char *element, const std::string &title) {
  return title.empty() ? "/>\n" : concat("><title>", escaped(title), "</title></", element, ">\n");
}

Svg::Svg(const std::string &name, double width, double height, const std::string &title, const std::string &description)
    : head(concat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width, " ", height, "\" width=\"", width,
                  "\" height=\"", height, "\" role=\"img\" aria-labelledby=\"", name, "-title ", name,
                  "-desc\">\n<title id=\"", name, "-title\">", escaped(title), "</title>\n<desc id=\"", name,
                  "-desc\">", escaped(description), "</desc>\n<style>", kStyle, rules(&Colour::light),
                  "@media (prefers-color-scheme:dark){", rules(&Colour::dark), "}</style>\n<rect class=\"bg\"",
                  paint("bg"), " width=\"", width, "\" height=\"", height, "\" rx=\"8\"/>\n")) {}

void Svg::line(double x0, double y0, double x1, double y1, const char *kind, double thickness) {
  body += concat("<line class=\"", kind, "\"", paint(kind), " x1=\"", rounded(x0), "\" y1=\"", rounded(y0), "\" x2=\"",
                 rounded(x1), "\" y2=\"", rounded(y1), "\"");
  if (thickness != 1)
    body += concat(" stroke-width=\"", thickness, "\"");
  body += "/>\n";
}

void Svg::rectangle(double x, double y, double w, double h, const char *kind, const std::string &title) {
  body += concat("<rect class=\"", kind, "\"", paint(kind), " x=\"", rounded(x), "\" y=\"", rounded(y), "\" width=\"",
                 rounded(w), "\" height=\"", rounded(h), "\"", endOf("rect", title));
}

void Svg::circle(double x, double y, double radius, const char *kind, const std::string &title) {
  body += concat("<circle class=\"", kind, "\"", paint(kind), " cx=\"", rounded(x), "\" cy=\"", rounded(y), "\" r=\"",
                 radius, "\"", endOf("circle", title));
}

void Svg::triangle(double x, double y, double size, const char *kind, const std::string &title) {
  body += concat("<path class=\"", kind, "\"", paint(kind), " d=\"M", rounded(x), " ", rounded(y), " l", -size, " ",
                 -size / 2, " v", size, " Z\"", endOf("path", title));
}

void Svg::text(double x, double y, const std::string &words, const char *anchor, const char *style) {
  body += "<text";
  if (*style)
    body += concat(" class=\"", style, "\"");
  body += paint(std::string_view(style).find("mute") == std::string_view::npos ? "text" : "mute");
  if (std::string(anchor) != "start")
    body += concat(" text-anchor=\"", anchor, "\"");
  body += concat(" x=\"", rounded(x), "\" y=\"", rounded(y), "\">", escaped(words), "</text>\n");
}
