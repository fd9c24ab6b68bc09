package dev.reprise;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The call table of {@code src/docs/architecture.md} is the rule: each room calls exactly the
 * packages of other rooms that its row names.
 *
 * <p>A row with a package that its room does not call fails as well, so that no permission outlives
 * its use. A room that puts the others together has a row with those that it must not call.
 */
@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class CallTableTest {

  private static final String ROOT = "dev.reprise.";
  private static final Path DOCUMENT = Path.of("src/docs/architecture.md");

  /** A row: the room, what it owns, and the packages of other rooms that it may call. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+)` \\|[^|]+\\|([^|]+)\\|$");

  private static final String ALL_BUT = "all but ";

  private static final Pattern PACKAGE = Pattern.compile("`([a-z.]+)`");

  @ArchTest
  static void eachRoomCallsExactlyWhatItsRowNames(JavaClasses classes) throws IOException {
    Map<String, Set<String>> calls = new TreeMap<>();
    classes.forEach(it -> calls.computeIfAbsent(room(it), room -> new TreeSet<>()));
    classes.forEach(
        caller ->
            callees(caller).forEach(callee -> calls.get(room(caller)).add(packageOf(callee))));

    Map<String, String> table = table();
    assertThat(table.keySet()).isEqualTo(calls.keySet());
    calls.forEach(
        (room, called) -> {
          String cell = table.get(room);
          if (cell.startsWith(ALL_BUT)) {
            assertThat(packages(cell)).as("rooms that exist").isSubsetOf(calls.keySet());
            assertThat(called).as(room).noneMatch(it -> packages(cell).contains(roomOf(it)));
          } else {
            assertThat(called).as(room).isEqualTo(packages(cell));
          }
        });
  }

  private static Stream<JavaClass> callees(JavaClass caller) {
    return caller.getDirectDependenciesFromSelf().stream()
        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
        .filter(target -> target.getPackageName().startsWith(ROOT))
        .filter(target -> !room(target).equals(room(caller)));
  }

  /** Returns the last cell of each row. */
  private static Map<String, String> table() throws IOException {
    Map<String, String> table = new TreeMap<>();
    ROW.matcher(Files.readString(DOCUMENT))
        .results()
        .forEach(row -> table.put(row.group(1), row.group(2).strip()));
    return table;
  }

  private static Set<String> packages(String cell) {
    return PACKAGE
        .matcher(cell)
        .results()
        .map(MatchResult::group)
        .map(quoted -> quoted.substring(1, quoted.length() - 1))
        .collect(toCollection(TreeSet::new));
  }

  private static String packageOf(JavaClass type) {
    return type.getPackageName().substring(ROOT.length());
  }

  private static String room(JavaClass type) {
    return roomOf(packageOf(type));
  }

  private static String roomOf(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
