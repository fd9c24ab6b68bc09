package dev.reprise;

import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each link of a page leads to a file that exists, and to a heading that it has; lines are short.
 */
class PagesTest {

  private static final int LONGEST_LINE = 160;

  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)\\s]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  static List<Path> pages() throws IOException {
    try (var docs = Files.walk(Path.of("src/docs"));
        var github = Files.walk(Path.of(".github"))) {
      return Stream.of(Stream.of(Path.of("README.md")), docs, github)
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void leadsSomewhere(Path page) {
    String text = CODE.matcher(read(page)).replaceAll("");
    assertThat(LINK.matcher(text).results().map(link -> link.group(1)))
        .allSatisfy(link -> assertThat(leads(page, link)).as("%s in %s", link, page).isTrue());
  }

  /** A row of a table cannot be broken, and code is as its users type it. */
  @ParameterizedTest
  @MethodSource("pages")
  void hasLinesThatCanBeReviewed(Path page) {
    String text = BLOCK.matcher(read(page)).replaceAll("");
    assertThat(text.lines().filter(line -> !line.strip().startsWith("|")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(LONGEST_LINE));
  }

  private static boolean leads(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(target) && (parts.length == 1 || headings(target).contains(parts[1]));
  }

  /** Returns the anchors that GitHub makes of the headings of a page. */
  private static Set<String> headings(Path page) {
    String text = BLOCK.matcher(read(page)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{Alnum} _-]", "").replace(' ', '-'))
        .collect(toUnmodifiableSet());
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
