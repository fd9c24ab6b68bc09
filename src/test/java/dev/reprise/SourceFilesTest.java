package dev.reprise;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How large files and records may become, and how small packages, and that the glossary names real
 * types.
 */
class SourceFilesTest {

  private static final Path SOURCES = Path.of("src/main/java");
  private static final int LINES = 300;
  private static final int TYPES = 3;
  private static final int COMPONENTS = 8;

  /** Records that are wider than that, and why. May only shrink. */
  private static final Set<String> WIDE_RECORDS =
      Set.of(
          "Arguments", // of http_post: its members are flat in the schema that models read
          "Event", // a line of a record file: stored flat
          "Forked", // an event: its payload is stored flat, and old payloads must stay readable
          "RecordHeader", // the first line of a record file: stored flat
          "RunFilter", // a part of a request body: flat in the API, as the query of a list is
          "ScheduleRequest", // a request body: flat in the API, see its Javadoc
          "Snapshot", // the stored form of a run's state: flat, and built from one only
          "ToolDeclaration"); // what tools declare one by one: has a builder with defaults

  /** Packages of fewer types, because each guards something. */
  private static final Set<String> GUARDS =
      Set.of(
          "dev.reprise.submission", // the gate that every way to start a run asks
          "dev.reprise.tool.code"); // the one tool that starts scripts

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.reprise");

  @Test
  void noFileHasMoreThan300Lines() throws IOException {
    assertThat(sources()).filteredOn(file -> lines(file) > LINES).isEmpty();
  }

  /** A package is an idea: a helper of one class stays beside that class. */
  @Test
  void aPackageHasAtLeastThreeTypesUnlessItGuardsSomething() {
    Map<String, Long> types =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));

    types.values().removeIf(count -> count >= TYPES);
    assertThat(types.keySet()).isEqualTo(GUARDS);
  }

  @Test
  void noOtherRecordHasMoreThanEightComponents() {
    assertThat(
            CLASSES.stream()
                .filter(JavaClass::isRecord)
                .filter(SourceFilesTest::isWide)
                .filter(type -> !isView(type)))
        .extracting(JavaClass::getSimpleName)
        .containsExactlyInAnyOrderElementsOf(WIDE_RECORDS);
  }

  @Test
  void everyTypeOfTheGlossaryExists() throws IOException {
    List<String> named =
        Pattern.compile("`([A-Z][A-Za-z]+)`")
            .matcher(Files.readString(Path.of("src/docs/glossary.md")))
            .results()
            .map(match -> match.group(1))
            .toList();

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(CLASSES.stream().map(JavaClass::getSimpleName)).containsAll(named);
  }

  /**
   * A view of the API is as wide as its JSON: groups of members would have to be flattened again.
   */
  private static boolean isView(JavaClass type) {
    return type.getPackageName().startsWith("dev.reprise.api.")
        && type.getSimpleName().endsWith("View");
  }

  private static boolean isWide(JavaClass type) {
    return type.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .count()
        > COMPONENTS;
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
