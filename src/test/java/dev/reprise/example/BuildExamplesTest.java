package dev.reprise.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.Example;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

/** The build has the profiles, properties and coordinates that the pages name. */
class BuildExamplesTest {

  private static final Pattern COMMAND = Pattern.compile("\\./mvnw([^&|#\\n`]*)");
  private static final Pattern OPTION = Pattern.compile(" -([PD])([\\w.-]+)");
  private static final Set<String> OF_PLUGINS =
      Set.of(
          "it.test",
          "test",
          "skipTests",
          "skipITs",
          "maven.test.skip",
          "minLibYearsForReport",
          "newVersion",
          "generateBackupPoms");

  private static String build = text(Path.of("pom.xml"));

  static List<String> options() throws IOException {
    return texts("src/docs", ".md")
        .flatMap(it -> COMMAND.matcher(it).results())
        .flatMap(it -> OPTION.matcher(it.group(1)).results())
        .map(it -> it.group(1) + " " + it.group(2))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("options")
  void hasTheOptionsOfCommands(String option) throws IOException {
    String name = option.substring(2);
    if (option.startsWith("P")) {
      assertThat(build).contains("<id>" + name + "</id>");
    } else if (!OF_PLUGINS.contains(name) && !build.contains("${" + name + "}")) {
      assertThat(texts("src", ".java").anyMatch(it -> it.contains("\"" + name + "\""))).isTrue();
    }
  }

  private static Stream<String> texts(String directory, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(directory))) {
      return Stream.concat(files, Stream.of(Path.of("README.md")))
          .filter(it -> it.toString().endsWith(ending))
          .map(BuildExamplesTest::text)
          .toList()
          .stream();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void hasTheCoordinatesOfTheClient() {
    String[] dependencies = Example.of("cli.md", "<classifier>").text().split("</dependency>", -1);

    assertThat(build.replaceAll("\n *", "")).contains(firstLines(dependencies[0]));
    assertThat(build)
        .contains(
            dependencies[1]
                .replaceFirst(
                    "(?s).*<version>(.*)</version>.*", "<jackson.version>$1</jackson.version>")
                .strip());
  }

  /** Returns group, artifact and version. */
  private static String firstLines(String dependency) {
    return dependency.replaceAll("\n *", "").replaceFirst("<dependency>(.*</version>).*", "$1");
  }

  static List<Example> xml() {
    return Example.in("xml");
  }

  @ParameterizedTest
  @MethodSource("xml")
  void elementsAreWellFormed(Example example) throws Exception {
    var source = new InputSource(new StringReader("<all>%s</all>".formatted(example.text())));

    assertThat(DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(source)).isNotNull();
  }
}
