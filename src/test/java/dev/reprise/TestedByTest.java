package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Where a reader finds the test of a larger class: it has the name of the class, or the Javadoc of
 * the class names it after the words {@code Tested by}.
 */
class TestedByTest {

  private static final int LARGE = 60;
  private static final Pattern NO_CODE = Pattern.compile("|(//|/?\\*|import |package ).*");
  private static final Pattern TESTED_BY =
      Pattern.compile("Tested\\s[\\s*]*by\\s[\\s*]*\\{@code\\s[\\s*]*(?:\\w+\\.)*(\\w+)}");

  private final Set<String> tests =
      sources("src/test/java").map(TestedByTest::type).collect(Collectors.toSet());

  @Test
  void eachLargeClassHasATestOfItsNameOrNamesOne() {
    List<String> untested =
        sources("src/main/java")
            .filter(TestedByTest::isLarge)
            .filter(file -> !hasTestOfItsName(file) && testedBy(file).isEmpty())
            .map(Path::toString)
            .toList();

    assertThat(untested)
        .as("%d classes of more than %d lines of code", untested.size(), LARGE)
        .isEmpty();
  }

  @Test
  void eachTestThatAClassNamesExists() {
    assertThat(sources("src/main/java").flatMap(file -> testedBy(file).stream()).distinct())
        .isSubsetOf(tests);
  }

  private boolean hasTestOfItsName(Path file) {
    return Stream.of("Test", "IT", "Contract").anyMatch(it -> tests.contains(type(file) + it));
  }

  private static List<String> testedBy(Path file) {
    return TESTED_BY.matcher(read(file)).results().map(found -> found.group(1)).toList();
  }

  private static boolean isLarge(Path file) {
    return read(file).lines().map(String::strip).filter(TestedByTest::isCode).count() > LARGE;
  }

  private static boolean isCode(String line) {
    return !NO_CODE.matcher(line).matches();
  }

  private static String type(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static Stream<Path> sources(String root) {
    try (Stream<Path> files = Files.walk(Path.of(root))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
