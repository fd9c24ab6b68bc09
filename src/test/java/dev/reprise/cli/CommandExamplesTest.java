package dev.reprise.cli;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The program has the commands and options that the pages say it has, and no others. */
class CommandExamplesTest {

  private static final String ID = "0198a000-0000-7000-8000-000000000001";
  private static final Pattern IN_BLOCKS =
      Pattern.compile(
          "(?:^|-jar \\S*/?|\\$ )reprise(?:-cli\\.jar)? ([^;|>\\n]*)", Pattern.MULTILINE);
  private static final Pattern IN_TEXT = Pattern.compile("`(?:bin/)?reprise ([a-z][^`]*)`");
  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|'[^']*'|\\S+");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  private static final CommandLine PROGRAM = Main.commandLine();

  static List<String> commands() {
    return Example.all().stream()
        .flatMap(it -> IN_BLOCKS.matcher(it.text().replaceAll("<run>|\\$ID", ID)).results())
        .map(it -> it.group(1).strip())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void canBeGivenAsTheExamplesDo(String command) {
    PROGRAM.parseArgs(words(command).toArray(String[]::new));
  }

  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(it -> it.group().replaceAll("^[\"']|[\"']$", ""))
        .toList();
  }

  static List<String> mentions() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> pages = Files.list(Path.of("src/docs"))) {
      for (Path page : pages.filter(it -> it.toString().endsWith(".md")).sorted().toList()) {
        IN_TEXT.matcher(Files.readString(page)).results().forEach(it -> found.add(it.group(1)));
      }
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("mentions")
  void hasWhatTheTextNames(String command) {
    CommandLine found = found(words(command)).orElseThrow();

    assertThat(found.getCommandSpec().optionsMap().keySet()).containsAll(options(command));
  }

  /** Returns the command that the first words name; those after it are its arguments. */
  private static Optional<CommandLine> found(List<String> words) {
    CommandLine command = PROGRAM;
    for (String word : words) {
      CommandLine next = command.getSubcommands().get(word);
      if (next == null) {
        break;
      }
      command = next;
    }
    return command.equals(PROGRAM) ? Optional.empty() : Optional.of(command);
  }

  private static List<String> options(String text) {
    return OPTION.matcher(text).results().map(MatchResult::group).toList();
  }

  @Test
  void isWhatTheTablesOfThePageSay() throws IOException {
    var named = new TreeSet<String>(Set.of("completion")); // of which the text says more
    String group = "";
    for (String line : Files.readAllLines(Path.of("src/docs/cli.md"))) {
      String[] cells = line.split("\\|", 3);
      if (line.startsWith("| `run` |")) {
        group = "run ";
      } else if (line.startsWith("| other groups |")) {
        group = "";
      } else if (line.startsWith("## Testing an agent")) {
        break;
      } else if (line.startsWith("| `") && !line.startsWith("| `--")) {
        named.addAll(checked(group, cells[1], cells[2]));
      }
    }

    assertThat(named).isEqualTo(names(PROGRAM).collect(toCollection(TreeSet::new)));
  }

  /** Returns the commands that a row names; together they have the options that it names. */
  private static List<String> checked(String group, String commands, String text) {
    List<CommandLine> found = new ArrayList<>();
    String before = group;
    for (String code : codes(commands)) {
      List<String> words = words(before + code);
      CommandLine command = found(words).orElseThrow(() -> new AssertionError(code));
      found.add(command);
      before =
          command.getSubcommands().isEmpty() && command.getParent().getParent() != null
              ? words.getFirst() + " "
              : group;
    }
    Stream<CommandLine> others = codes(text).stream().flatMap(it -> found(words(it)).stream());
    Set<String> options =
        Stream.concat(found.stream(), others)
            .flatMap(it -> it.getCommandSpec().optionsMap().keySet().stream())
            .collect(toSet());
    assertThat(options).as(commands).containsAll(options(commands + text));
    return found.stream().flatMap(CommandExamplesTest::names).toList();
  }

  private static List<String> codes(String text) {
    return CODE.matcher(text).results().map(it -> it.group(1)).toList();
  }

  /** Returns the names of a command, or of those below it. */
  private static Stream<String> names(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command.getCommandSpec().qualifiedName().replaceFirst("^reprise ", ""))
        : command.getSubcommands().values().stream().distinct().flatMap(CommandExamplesTest::names);
  }
}
