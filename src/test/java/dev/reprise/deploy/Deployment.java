package dev.reprise.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files to deploy with. */
final class Deployment {

  static final Path ROOT = Path.of("src/deploy");
  static final Path KUBERNETES = ROOT.resolve("kubernetes");
  static final Path COMPOSE = ROOT.resolve("compose");
  static final Path CHART = ROOT.resolve("helm/reprise");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Deployment() {}

  /** Returns all files but those that a user makes there. */
  static List<Path> files() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(Files::isRegularFile)
          .filter(it -> !it.startsWith(COMPOSE.resolve("secrets")))
          .filter(it -> !it.startsWith(COMPOSE.resolve("agents")))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the files of YAML; templates are none. */
  static List<Path> yamlFiles() {
    return files().stream()
        .filter(it -> it.toString().endsWith(".yaml"))
        .filter(it -> !it.startsWith(CHART.resolve("templates")))
        .toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the documents of a file, with aliases replaced; no member may be there twice. */
  static List<JsonNode> documents(Path file) {
    return documents(text(file));
  }

  static List<JsonNode> documents(String yaml) {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonNode> documents = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(options)).loadAll(yaml)) {
      if (document != null) {
        documents.add(JSON.valueToTree(document));
      }
    }
    return documents;
  }

  static JsonNode document(Path file) {
    List<JsonNode> documents = documents(file);
    if (documents.size() != 1) {
      throw new IllegalArgumentException("%s has several documents".formatted(file));
    }
    return documents.getFirst();
  }

  /** Returns the part of a text that the group of a pattern matches first. */
  static String found(String pattern, String text) {
    return all(pattern, text)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing matches " + pattern));
  }

  /** Returns the parts of a text that the group of a pattern matches. */
  static Stream<String> all(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map((MatchResult it) -> it.group(1))
        .toList()
        .stream();
  }

  /** Returns the port that a variable of {@code server.xml} has by default. */
  static String port(String variable) {
    return found(
        "<variable name=\"%s\" defaultValue=\"(\\d+)\"".formatted(variable),
        text(Path.of("server-config/server.xml")));
  }
}
