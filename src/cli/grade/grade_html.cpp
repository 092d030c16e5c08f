// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "cli/grade/grade_page.hpp"
#include "cli/terminal/xml_text.hpp"

namespace numapack {

namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Report cards of BLAS libraries</title>
<style>
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } th, td { text-align: left; padding: .3em .8em; border-bottom: 1px solid #ccc }
.pass, .A { color: #06602f } .fail, .C, .D { color: #a01010; font-weight: bold } .B { color: #8a5a00 }
code { font-size: .9em }
</style></head><body>
<h1>Report cards of BLAS libraries</h1>
)";

std::string html_card(const LibraryGrade& library) {
  std::string text =
      fmt::format("<h2>{}</h2>\n<p>{}<br><code>{}</code><br>took {:.1f} s</p>\n<table>\n",
                  xml_text(library.name), xml_text(library.version), xml_text(library.path), library.seconds);
  text += "<tr><th>check</th><th>result</th><th>seconds</th><th>what was seen</th></tr>\n";
  std::string found;
  for (const GradedCheck& check : library.checks) {
    text += fmt::format("<tr><td>{}</td><td class=\"{}\">{}</td><td>{:.1f}</td><td>{}</td></tr>\n",
                        check.name, check.result(), check.result(), check.seconds, xml_text(check.summary));
    for (const GradedItem& item : check.items)
      if (!item.what.empty())
        found += fmt::format("<li>{}, {}: {}</li>\n", check.name, xml_text(item.item), xml_text(item.what));
  }
  text += "</table>\n";
  return text +
         (found.empty() ? "" : "<p>What was called, and what came out:</p>\n<ul>\n" + found + "</ul>\n");
}

}  // namespace

std::string grade_html(const ReportCards& cards) {
  std::string text = kHead;
  for (const LibraryGrade& library : cards.libraries) text += html_card(library);
  if (!cards.speeds.empty())
    text += "<h2>Speed</h2>\n<table>\n<tr><th>routine</th><th>library</th><th>rate</th></tr>\n";
  for (const Speed& speed : cards.speeds) {
    for (const Speed::OfLibrary& library : speed.libraries)
      text += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", speed.routine,
                          xml_text(library.name), xml_text(speed_text(library)));
    if (!speed.failure.empty())
      text +=
          fmt::format("<tr><td>{}</td><td></td><td>{}</td></tr>\n", speed.routine, xml_text(speed.failure));
  }
  if (!cards.speeds.empty()) text += "</table>\n";
  return text + fmt::format(
                    "<p>numapack {}: {} random calls, seed {}, {} threads; {}, load {:.2f}, "
                    "{}</p>\n</body></html>\n",
                    NUMAPACK_VERSION, cards.options.bits.calls, cards.options.bits.seed,
                    cards.options.bits.threads.back(), xml_text(machine_line(cards.conditions)),
                    cards.conditions.load_average, cards.conditions.date);
}

}  // namespace numapack
