package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The checklist of {@code production.md} names the checks of the doctor, and all of them; its rules
 * and lines of the log exist.
 */
class ProductionPageTest {

  private static final Path PAGE = Path.of("src/docs/production.md");
  private static final Path RULES = Path.of("server-config/monitoring/alerts.yaml");
  private static final String NOT_CHECKED = "not known to a server";
  private static final Pattern RULE = Pattern.compile("\\bReprise[A-Z]\\w+");

  @Test
  void eachCheckForProductionHasARow() throws IOException {
    assertThat(rows()).containsAll(subjects(ProductionChecks.ALL).toList());
  }

  @Test
  void eachRowNamesACheckOrSaysThatThereIsNone() throws IOException {
    Set<String> all =
        Stream.concat(
                subjects(DoctorCommand.checks().with(ProductionChecks.ALL)), Stream.of(NOT_CHECKED))
            .collect(Collectors.toSet());

    assertThat(rows()).hasSizeGreaterThan(10).allSatisfy(it -> assertThat(all).contains(it));
  }

  private static Stream<String> subjects(Diagnosis.Checks checks) {
    return Stream.concat(checks.open().stream(), checks.loggedIn().stream()).map(Check::subject);
  }

  @Test
  void theRulesAreThoseThatExist() throws IOException {
    assertThat(all(RULE, Files.readString(PAGE)))
        .containsExactlyInAnyOrderElementsOf(all(RULE, Files.readString(RULES)));
  }

  @Test
  void theLinesAreInTheLog() throws IOException {
    String sources;
    try (var files = Files.walk(Path.of("src/main/java"))) {
      sources =
          files
              .filter(Files::isRegularFile)
              .map(ProductionPageTest::text)
              .collect(Collectors.joining());
    }

    assertThat(rows("log lines"))
        .hasSizeGreaterThan(5)
        .map(row -> row.split("`", -1)[1])
        .allSatisfy(line -> assertThat(sources.contains(line)).as(line).isTrue());
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  /** Returns the last cell of each row, without the severity in brackets. */
  private static List<String> rows() throws IOException {
    return rows("checklist").stream()
        .map(row -> row.split("\\|", -1))
        .map(cells -> cells[cells.length - 2].replaceAll("\\(.*\\)", "").strip())
        .toList();
  }

  /** Returns the rows of the table of this name. */
  private static List<String> rows(String table) throws IOException {
    String text = Files.readString(PAGE);
    int begin = text.indexOf("<!-- %s -->".formatted(table));
    return text.substring(begin, text.indexOf("<!-- end of %s -->".formatted(table)))
        .lines()
        .skip(3)
        .toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
