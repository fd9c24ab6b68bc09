package dev.reprise.console;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.Explanation;
import dev.reprise.api.http.ProblemType;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The modules of the console: their texts are in both languages, and none of them makes markup. */
class ConsoleTextsTest {

  private static final Path CONSOLE = Path.of("src/main/webapp/console");
  private static final Pattern USE = Pattern.compile("(?<![.\\w])(?:t|has)\\('([^']+)'");
  private static final Pattern VALUE = Pattern.compile("\\{(\\w+)}");
  private static final int LINES = 250;

  /** Titles of problems, which the server has in English. */
  private static final String PROBLEM = "problemType.";

  @Test
  void bothLanguagesHaveTheSameTextsWithTheSameValues() throws IOException {
    var english = texts("en");
    var german = texts("de");

    var both = keys(german);
    both.removeIf(key -> key.startsWith(PROBLEM));
    assertThat(both).isEqualTo(keys(english));
    assertThat(keys(english))
        .allSatisfy(
            key ->
                assertThat(values(german.path(key).asText()))
                    .as(key)
                    .isEqualTo(values(english.path(key).asText())));
  }

  @Test
  void whatTheServerExplainsIsInBothLanguages() throws IOException {
    assertThat(keys(texts("en")))
        .containsAll(named("explanation.", Explanation.Code.values(), Explanation.Code::text))
        .containsAll(named("limit.", LimitCrossing.Kind.values(), LimitCrossing.Kind::name))
        .containsAll(named("kill.", KillSwitch.Kind.values(), KillSwitch.Kind::name));
    assertThat(keys(texts("de")))
        .containsAll(named(PROBLEM, ProblemType.values(), ProblemType::code));
  }

  private static <T> List<String> named(String prefix, T[] constants, Function<T, String> name) {
    return Arrays.stream(constants).map(name).map(prefix::concat).toList();
  }

  @Test
  void everyTextThatIsUsedExists() throws IOException {
    assertThat(keys(texts("en"))).containsAll(found(USE));
  }

  @Test
  void nothingTurnsTextIntoMarkupOrCode() throws IOException {
    assertThat(
            found(
                Pattern.compile(
                    "(innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|document\\.write"
                        + "|\\beval\\(|new Function)")))
        .isEmpty();
    assertThat(found(Pattern.compile("(\\sstyle=)"))).isEmpty();
  }

  @Test
  void noModuleHasMoreThan250Lines() throws IOException {
    assertThat(modules()).allSatisfy(it -> assertThat(read(it).lines()).hasSizeLessThan(LINES));
  }

  private static Set<String> found(Pattern pattern) throws IOException {
    return modules().stream()
        .flatMap(module -> pattern.matcher(code(module)).results().map(it -> it.group(1)))
        .collect(toCollection(TreeSet::new));
  }

  /** Without comments, which may name what is not used. */
  private static String code(Path module) {
    return read(module).replaceAll("(?m)^\\s*(//|/?\\*).*$", "");
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> files = Files.walk(CONSOLE)) {
      return files.filter(file -> file.toString().endsWith(".js")).toList();
    }
  }

  private static JsonNode texts(String language) {
    return Json.read(read(CONSOLE.resolve("i18n/" + language + ".json")));
  }

  private static Set<String> keys(JsonNode texts) {
    var keys = new TreeSet<String>();
    texts.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static Set<String> values(String text) {
    var names = new TreeSet<String>();
    Matcher value = VALUE.matcher(text);
    while (value.find()) {
      names.add(value.group(1));
    }
    return names;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
