// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "cli/manual/completion.hpp"
#include "cli/manual/docs.hpp"
#include "cli/manual/man_page.hpp"
#include "cli/manual/roff.hpp"
#include "cli/manual/words.hpp"

namespace numapack {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

OptionWords understood(const std::string& type, const std::string& text = "") {
  OptionWords option;
  option.text = text;
  understand_type(type, option);
  return option;
}

TEST(ManualWords, TypesSayWhatValuesMayBe) {
  EXPECT_THAT(understood("TEXT:{a,b-c}").choices, ElementsAre("a", "b-c"));
  EXPECT_EQ(understood("TEXT:{a,b-c}").kind, ValueKind::word);
  EXPECT_THAT(understood("{x:1,NAME=PATH}").choices, ElementsAre("x:1"));
  EXPECT_TRUE(understood("{x,y},...").list);
  EXPECT_FALSE(understood("{x,y}").list);
  EXPECT_EQ(understood("INT:INT in [1 - 4096]").range, "1 to 4096");
  EXPECT_EQ(understood("INT:INT in [1 - 4096]").value, "N");
  EXPECT_EQ(understood("FLOAT:NONNEGATIVE").range, "0 or more");
  EXPECT_EQ(understood("TEXT:FILE").kind, ValueKind::file);
  EXPECT_EQ(understood("PROFILE").kind, ValueKind::machine);
  EXPECT_EQ(understood("PID").kind, ValueKind::process);
  EXPECT_EQ(understood("TEXT", "A profile to compare with").kind, ValueKind::machine);
  EXPECT_EQ(understood("TEXT", "A published machine").kind, ValueKind::published);
  EXPECT_EQ(understood("TEXT", "How much").kind, ValueKind::any);
  EXPECT_EQ(understood("INT", "Lines of the file").kind, ValueKind::any);
}

TEST(ManualWords, FootersAreSorted) {
  VerbWords verb;
  understand_footer(
      "numapack x [OPTIONS] [--] COMMAND\nTwo lines\nof a note.\n\nIts exit code is\nthe "
      "command's.\nExamples:\n  numapack x\n"
      "    numapack x -a\nAnother note.",
      verb);
  EXPECT_THAT(verb.usage, ElementsAre("numapack x [OPTIONS] [--] COMMAND"));
  EXPECT_TRUE(verb.takes_command);
  EXPECT_THAT(verb.notes, ElementsAre("Two lines of a note.", "Another note."));
  EXPECT_THAT(verb.statuses, ElementsAre("Its exit code is the command's."));
  EXPECT_THAT(verb.examples, ElementsAre("numapack x", "numapack x -a"));
}

/// A command with a verb of every kind of option.
VerbWords small_command() {
  CLI::App app("What it is for", "numapack");
  std::string text;
  std::vector<std::string> many, files;
  bool flag = false;
  CLI::App& verb = *app.add_subcommand("see-it", "Show what is there.");
  verb.add_option("-o,--output", text, "It's a file")->type_name("FILE");
  verb.add_option("--kinds", many, "Some of [a:b]")->delimiter(',')->check(CLI::IsMember({"one", "two"}));
  verb.add_option("--json", text, "As JSON")->expected(0, 1)->type_name("FILE");
  verb.add_flag("--all", flag, "Everything");
  verb.add_option("files", files, "Profiles")->type_name("PROFILE");
  verb.footer("Example:\n  numapack see-it 'a b'");
  verb.add_option("--unseen", text, "Not shown")->group("");
  app.add_subcommand("unseen", "Not shown")->group("");
  return words_of(app);
}

TEST(ManualWords, TreeIsWhatHelpShows) {
  const VerbWords command = small_command();
  ASSERT_EQ(command.verbs.size(), 1U);
  const VerbWords& verb = command.verbs[0];
  ASSERT_EQ(verb.options.size(), 5U);
  EXPECT_THAT(verb.options[1].names, ElementsAre("-o", "--output"));
  EXPECT_TRUE(verb.options[2].list);
  EXPECT_THAT(verb.options[2].choices, ElementsAre("one", "two"));
  EXPECT_TRUE(verb.options[3].value_optional);
  EXPECT_THAT(verb.options[4].value, IsEmpty());
  ASSERT_EQ(verb.arguments.size(), 1U);
  EXPECT_TRUE(verb.arguments[0].repeated);
  EXPECT_EQ(verb.arguments[0].value, "files");
}

TEST(ManualCompletion, OffersWhatIsThere) {
  const VerbWords command = small_command();
  for (const std::string& script :
       {bash_completion(command), zsh_completion(command), fish_completion(command)}) {
    for (const char* const word :
         {"see-it", "output", "kinds", "one", "two", "json", "all", "../data/machines"})
      EXPECT_THAT(script, HasSubstr(word));
    EXPECT_THAT(script, Not(HasSubstr("unseen")));
    EXPECT_THAT(script, Not(HasSubstr("@FOLDERS@")));
  }
}

TEST(ManualCompletion, Quotes) {
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("it's \\", true), "'it\\'s \\\\'");
  EXPECT_EQ(in_short("One longer thing. Another"), "One longer thing");
  EXPECT_LE(in_short(std::string(60, 'a') + " " + std::string(60, 'b')).size(), 90U);
}

TEST(ManualPage, HasAllOfIt) {
  const VerbWords command = small_command();
  const std::string page = man_page(command.verbs[0], command, {"1.2", "2026-01-31", ""});
  EXPECT_EQ(man_page_name(command.verbs[0]), "numapack-see-it.1");
  EXPECT_THAT(page, HasSubstr(".TH NUMAPACK\\-SEE\\-IT 1 \"2026-01-31\" \"numapack 1.2\""));
  EXPECT_THAT(page, HasSubstr("numapack\\-see\\-it \\- show what is there\n"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\nIt\\(aqs a file.\n"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-kinds\\fR \\fIone|two,...\\fR"));
  EXPECT_THAT(page, HasSubstr("[\\fIfiles\\fR...]"));
  EXPECT_THAT(page, HasSubstr("numapack see\\-it \\(aqa b\\(aq"));
  EXPECT_THAT(page, Not(HasSubstr("unseen")));
}

TEST(Roff, NothingIsTakenForARequest) {
  EXPECT_EQ(roff(".so x"), "\\&.so x");
  EXPECT_EQ(roff("'a"), "\\(aqa");
  EXPECT_EQ(roff("a\\b"), "a\\eb");
  EXPECT_EQ(roff("\xc3\xa9\xe2\x80\xa6\xf0\x9f\x98\x80"), "\\[u00E9]\\[u2026]\\[u1F600]");
  EXPECT_EQ(roff_of_markdown("`-a` of [this *page*](x.md), [0, 1)"),
            "\\fB\\-a\\fR of this \\fIpage\\fR, [0, 1)");
}

TEST(ManualDocs, PagesOfVerbsStandOnShelves) {
  const std::string docs = ::testing::TempDir() + "manual_shelves";
  std::filesystem::create_directories(docs + "/measure");
  std::ofstream(docs + "/measure/topo.md") << "# Title\n";
  EXPECT_EQ(page_of_verb(docs, "topo"), docs + "/measure/topo.md");
  EXPECT_EQ(page_of_verb(docs, "to"), "");
  std::filesystem::remove_all(docs);
  EXPECT_EQ(page_of_verb(docs, "topo"), "");
}

TEST(ManualDocs, IntroductionsAndVariables) {
  const std::string page = ::testing::TempDir() + "manual_docs.md";
  std::ofstream(page)
      << "# Title\n\n`First`\nparagraph.\n\nIt goes so:\n\n    code\n\nLater.\n\n| `A` | x | b `c` |\n";
  EXPECT_THAT(introduction(page), ElementsAre("`First` paragraph."));
  ASSERT_EQ(variable_table(page).size(), 1U);
  EXPECT_EQ(variable_table(page)[0].name, "A");
  EXPECT_EQ(variable_table(page)[0].effect, "b `c`");
  std::filesystem::remove(page);
  EXPECT_THAT(introduction(page), IsEmpty());
  EXPECT_THROW(variable_table(page), Error);
}

}  // namespace

}  // namespace numapack
