package dev.reprise.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of settings in {@code src/docs} are made from the declarations. {@code ./mvnw -Pquick
 * test -Dtest=ConfigurationReferenceTest -Dreference.renew=true} renews them.
 */
class ConfigurationReferenceTest {

  private static final Path DOCUMENTS = Path.of("src/docs");

  /** A table, between the comment that names its section and the one that ends it. */
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- settings: (\\S+) -->\n(.*?)<!-- end of settings -->");

  /** A property of the product; a name that ends in a dot or a star is of several. */
  private static final Pattern MENTION =
      Pattern.compile("`(reprise\\.[a-z-]+(?:\\.(?:[a-z_-]+|<[a-z]+>))*)(?:=[^`]*)?`");

  private final List<SettingGroup> groups = DeclaredSettings.load().groups();

  @Test
  void eachTableIsWhatTheCodeDeclares() throws IOException {
    for (Path document : documents()) {
      String text = Files.readString(document);
      String renewed = TABLE.matcher(text).replaceAll(ConfigurationReferenceTest.this::renewed);
      if (Boolean.getBoolean("reference.renew")) {
        Files.writeString(document, renewed);
      } else {
        assertThat(text)
            .as(
                "%s; renew it: ./mvnw -Pquick test -Dtest=%s -Dreference.renew=true",
                document, getClass().getSimpleName())
            .isEqualTo(renewed);
      }
    }
  }

  @Test
  void eachSectionHasOneTable() throws IOException {
    var tables = new TreeMap<String, Long>();
    for (Path document : documents()) {
      TABLE
          .matcher(Files.readString(document))
          .results()
          .forEach(table -> tables.merge(table.group(1), 1L, Long::sum));
    }

    assertThat(tables)
        .isEqualTo(
            groups.stream()
                .map(SettingGroup::section)
                .distinct()
                .collect(Collectors.toMap(section -> section, section -> 1L)));
  }

  @Test
  void noDocumentNamesASettingThatDoesNotExist() throws IOException {
    for (Path document : documents()) {
      assertThat(mentions(document)).as(document.toString()).allMatch(this::isDeclared);
    }
  }

  @Test
  void eachSettingIsDeclaredOnce() {
    assertThat(settings().map(Setting::name)).doesNotHaveDuplicates();
  }

  @Test
  void eachSettingHasAMeaning() {
    assertThat(settings()).allSatisfy(it -> assertThat(it.meaning()).as(it.name()).isNotBlank());
  }

  private boolean isDeclared(String name) {
    return settings()
        .map(Setting::name)
        .anyMatch(declared -> declared.equals(name) || declared.startsWith(name + "."));
  }

  private Stream<Setting<?>> settings() {
    return groups.stream().flatMap(group -> group.settings().stream());
  }

  private static Stream<String> mentions(Path document) throws IOException {
    String text = document.endsWith("CHANGELOG.md") ? "" : Files.readString(document);
    return MENTION.matcher(text).results().map(mention -> mention.group(1));
  }

  private String renewed(MatchResult table) {
    String rows =
        groups.stream()
            .filter(group -> group.section().equals(table.group(1)))
            .flatMap(group -> group.settings().stream())
            .map(ConfigurationReferenceTest::row)
            .collect(Collectors.joining());
    return java.util.regex.Matcher.quoteReplacement(
        "<!-- settings: %s -->\n| property | default | must be | meaning |\n|---|---|---|---|\n%s<!-- end of settings -->"
            .formatted(table.group(1), rows));
  }

  private static String row(Setting<?> setting) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            setting.name(),
            setting.byDefault().map("`%s`"::formatted).orElse(setting.otherwise()),
            cell(setting.type().allowed()),
            setting.meaning());
  }

  /** A pipe would end the cell, and a star alone may begin an emphasis. */
  private static String cell(String text) {
    return text.replace("|", "\\|").replace("*", "\\*");
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(DOCUMENTS)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
