// SPDX-License-Identifier: BSD-3-Clause
#include "cli/manual/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/manual/docs.hpp"
#include "cli/manual/roff.hpp"

namespace numapack {

namespace {

std::string section(const char* name, const std::string& text) {
  return text.empty() ? "" : fmt::format(".SH {}\n{}", name, text);
}

std::string page_reference(const std::string& name) { return roff_bold(name) + "(1)"; }

/// "numapack-lab": verbs of verbs have no page of their own.
std::string page_of(const VerbWords& verb) {
  return verb.name.empty() ? "numapack" : "numapack-" + verb.name.substr(0, verb.name.find(' '));
}

std::string called(const VerbWords& verb) { return verb.name.empty() ? "numapack" : "numapack " + verb.name; }

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

/// "Show nodes" as "show nodes", but "C over nodes" and "GEMM" as they are.
std::string uncapitalised(std::string text) {
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  while (!text.empty() && text.back() == '.') text.pop_back();
  return text;
}

constexpr std::size_t most_beside = 40;  // letters of choices in place of WORD

std::string value_of(const OptionWords& option) {
  const std::string joined = fmt::format("{}", fmt::join(option.choices, "|"));
  if (option.choices.empty() || joined.size() >= most_beside) return roff_italic(option.value);
  return roff_italic(joined + (option.list ? ",..." : ""));
}

/// Whether the choices are in the option's text or next to its name.
bool says_all(const OptionWords& option) {
  std::size_t letters = 0;
  for (const std::string& choice : option.choices) letters += choice.size() + 1;
  return letters <= most_beside ||
         std::all_of(option.choices.begin(), option.choices.end(),
                     [&](const auto& choice) { return option.text.find(choice) != std::string::npos; });
}

std::string option_paragraph(const OptionWords& option) {
  std::string tag;
  for (const std::string& name : option.names) tag += (tag.empty() ? "" : ", ") + roff_bold(name);
  if (option.names.empty()) tag = roff_italic(option.value);
  if (!option.names.empty() && !option.value.empty())
    tag += option.value_optional ? " [" + value_of(option) + "]" : " " + value_of(option);
  std::string text = roff(sentence(option.text));
  if (!says_all(option)) {
    text +=
        " " + roff(fmt::format("{} of {}.", option.list ? "Some" : "One", fmt::join(option.choices, ", ")));
  }
  if (!option.range.empty())
    text += " " + roff((option.range.find(" to ") == std::string::npos ? "" : "From ") + option.range + ".");
  if (option.required && !option.names.empty()) text += " Required.";
  if (!option.fallback.empty() && option.fallback != "[]")
    text += " Default: " + roff_bold(option.fallback) + ".";
  return roff_tagged(tag, text.starts_with(' ') ? text.substr(1) : text);
}

std::string options_text(const VerbWords& verb) {
  std::string text;
  for (const OptionWords& argument : verb.arguments) text += option_paragraph(argument);
  std::vector<std::string> groups;
  for (const OptionWords& option : verb.options)
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  for (const std::string& group : groups) {
    if (groups.size() > 1 && group != "Options") text += ".SS " + roff(group) + "\n";
    for (const OptionWords& option : verb.options)
      if (option.group == group) text += option_paragraph(option);
  }
  return text;
}

std::string synopsis(const VerbWords& verb) {
  // The command's name bold, what follows as it is.
  const auto line = [](const std::string& usage) {
    constexpr std::string_view name = "numapack ";
    return ".B numapack\n" + roff(usage.substr(std::min(usage.size(), name.size()))) + "\n";
  };
  std::string text;
  for (const std::string& usage : verb.usage) text += (text.empty() ? "" : ".br\n") + line(usage);
  if (!text.empty()) return text;
  text = ".B " + roff(called(verb)) + "\n";
  if (verb.name.empty()) return text + roff_italic("VERB") + "\n[" + roff_italic("OPTIONS") + "]\n";
  for (const OptionWords& option : verb.options)
    if (option.required) text += roff_bold(option.names.front()) + " " + value_of(option) + "\n";
  text += "[" + roff_italic("OPTIONS") + "]\n";
  for (const OptionWords& argument : verb.arguments) {
    const std::string name = roff_italic(argument.value) + (argument.repeated ? "..." : "");
    text += (argument.required ? name : "[" + name + "]") + "\n";
  }
  return text;
}

std::string paragraphs(const std::vector<std::string>& all, bool markdown) {
  std::string text;
  for (const std::string& one : all) text += ".PP\n" + (markdown ? roff_of_markdown(one) : roff(one)) + "\n";
  return text;
}

std::string description(const VerbWords& verb, const ManualContext& context) {
  const std::vector<std::string> intro = context.docs.empty() || verb.name.empty()
                                             ? std::vector<std::string>{}
                                             : introduction(page_of_verb(context.docs, verb.name));
  const std::string text =
      intro.empty() ? ".PP\n" + roff(sentence(verb.text)) + "\n" : paragraphs(intro, true);
  // man(7) begins a section with a paragraph of its own.
  return text.substr(4) + paragraphs(verb.notes, false);
}

std::string verbs_text(const VerbWords& verb) {
  std::string text;
  for (const VerbWords& child : verb.verbs) {
    if (verb.name.empty()) {
      text += roff_tagged(page_reference(page_of(child)), roff(sentence(child.text)));
      continue;
    }
    text += ".SS " + roff(called(child)) + "\n" + roff(sentence(child.text)) + "\n" + options_text(child) +
            paragraphs(child.notes, false);
    if (!child.examples.empty()) text += ".PP\nExample:\n.PP\n" + roff_lines(child.examples);
  }
  return text;
}

std::string statuses(const VerbWords& verb) {
  const bool every = verb.name.empty();
  std::string own = paragraphs(verb.statuses, false);
  if (!own.empty()) own.erase(0, 4);
  if (own.find("126") != std::string::npos) return own;
  if (verb.takes_command) {
    return own +
           roff_tagged("2", "An option or its value is wrong; one line says which, and what is allowed.") +
           roff_tagged("126", "The command cannot be run.") + roff_tagged("127", "There is no such command.");
  }
  return own + roff_tagged("0", "Done.") +
         roff_tagged("1", every ? "It failed, a result was wrong, or what a verb looks for was found; one "
                                  "line on standard error says what."
                                : "It failed, or a result was wrong; one line on standard error says what.") +
         roff_tagged("2", "An option or its value is wrong; one line says which, and what is allowed.") +
         roff_tagged("128 and a signal\\(aqs number", "Interrupted; what was measured until then is shown.");
}

std::string variables(const VerbWords& verb, const ManualContext& context) {
  if (!verb.name.empty()) return page_reference("numapack") + " lists all variables that are read.\n";
  std::string text;
  if (context.docs.empty()) return text;
  for (const VariableRow& row : variable_table(context.docs + "/environment.md"))
    text += roff_tagged(roff_bold(row.name),
                        "(" + roff_of_markdown(row.value) + ") " + roff_of_markdown(sentence(row.effect)));
  return text;
}

std::string files(const VerbWords& verb) {
  if (!verb.name.empty()) return "";
  return roff_tagged(roff_italic("$XDG_CACHE_HOME/numapack/profiles"),
                     roff("Measured profiles, a file a machine; ~/.cache where the variable is not set.")) +
         roff_tagged(roff_italic("$XDG_CACHE_HOME/numapack/lab"),
                     roff("What emulated machines boot, until numapack lab clean.")) +
         roff_tagged(roff_italic("PREFIX/share/numapack/machines"),
                     roff("Profiles of published machines, next to the folder of the command."));
}

std::string see_also(const VerbWords& verb, const VerbWords& command) {
  std::string text = verb.name.empty() ? "" : page_reference("numapack") + ",\n";
  for (const VerbWords& other : command.verbs)
    if (page_of(other) != page_of(verb)) text += page_reference(page_of(other)) + ",\n";
  return text + "\\fBnumactl\\fR(8),\n\\fBnuma\\fR(7)\n";
}

}  // namespace

std::string man_page_name(const VerbWords& verb) { return page_of(verb) + ".1"; }

std::string man_page(const VerbWords& verb, const VerbWords& command, const ManualContext& context) {
  std::string title = page_of(verb);
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  std::string text =
      ".\\\" SPDX-License-Identifier: BSD-3-Clause\n.\\\" Made by numapack from the words of its --help.\n";
  text += fmt::format(".TH {} 1 \"{}\" \"numapack {}\" \"User commands\"\n", roff(title), context.date,
                      context.version);
  // Names of options are neither hyphenated nor stretched.
  text += ".nh\n.ad l\n";
  text += section("NAME", roff(page_of(verb)) + " \\- " + roff(uncapitalised(verb.text)) + "\n");
  text += section("SYNOPSIS", synopsis(verb));
  text += section("DESCRIPTION", description(verb, context));
  text += section(verb.name.empty() ? "VERBS" : "OPTIONS",
                  verb.name.empty() ? verbs_text(verb) : options_text(verb));
  text += verb.name.empty() ? section("OPTIONS", options_text(verb)) : section("VERBS", verbs_text(verb));
  text += section("EXAMPLE", roff_lines(verb.examples));
  text += section("EXIT STATUS", statuses(verb));
  text += section("ENVIRONMENT", variables(verb, context));
  text += section("FILES", files(verb));
  return text + section("SEE ALSO", see_also(verb, command));
}

}  // namespace numapack
