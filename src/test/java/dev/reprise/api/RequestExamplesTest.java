package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import dev.reprise.api.fixture.DescribedApi;
import dev.reprise.fixture.Example;
import dev.reprise.fixture.Machine;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The API has the operations that the pages name, and takes the requests of their examples. */
class RequestExamplesTest {

  private static final DescribedApi API = DescribedApi.read();
  private static final String METHODS = "(GET|POST|PUT|DELETE|PATCH)";
  private static final Pattern IN_TEXT = Pattern.compile("`" + METHODS + " (/[^`\\s?]*)[^`]*`");
  private static final Pattern PLAIN =
      Pattern.compile("(?s)^" + METHODS + " /api/v1(/\\S+)\\s*(\\{.*)?$");
  private static final Pattern SHELL =
      Pattern.compile("(?m)\\bcurl |^(get|post) |^\\w+=\\$\\((run|post) ");

  /** Notes the arguments of curl, and answers with what later commands look for. */
  private static final String STAND_IN =
      """
      API=http://localhost:9080/api/v1 PASSWORD=secret USER=admin
      ID=0198a000-0000-7000-8000-000000000001
      curl() {
        printf '%s\\0' "$@" >> requests; printf '\\1' >> requests
        echo '{"id":"0198a000-0000-7000-8000-000000000002","due":"","plan":"p",
          "items":[{"id":"c1","asking":"APPROVAL","phase":"p","iteration":1,"digest":"…"}]}'
      }
      java() { :; }
      """;

  /** A request of an example. */
  record Request(String method, URI address, Optional<String> body) {

    static Request of(String arguments) {
      List<String> all = Arrays.asList(arguments.split("\0", -1));
      Optional<String> body = after(all, "-d");
      return new Request(
          after(all, "-X").orElse(body.isPresent() ? "POST" : "GET"),
          URI.create(all.stream().filter(it -> it.startsWith("http")).findFirst().orElseThrow()),
          body.filter(it -> !it.isEmpty()));
    }

    private static Optional<String> after(List<String> all, String option) {
      int at = all.indexOf(option);
      return at < 0 ? Optional.empty() : Optional.of(all.get(at + 1));
    }

    String path() {
      return address.getPath().replaceFirst("^/api/v1", "");
    }
  }

  static List<Example> shells() {
    return Example.all().stream()
        .filter(it -> List.of("bash", "sh").contains(it.language()))
        .filter(it -> SHELL.matcher(it.text()).find())
        .filter(it -> !it.text().contains("/ibm/api/batch")) // not of this API
        .toList();
  }

  @ParameterizedTest
  @MethodSource("shells")
  void takesTheRequestsOfCommands(Example example, @TempDir Path directory) throws Exception {
    Machine.requires(
        !example.text().contains("jq ")
            || new ProcessBuilder("bash", "-c", "command -v jq").start().waitFor() == 0,
        () -> "there is no jq");
    String functions =
        example.page().equals("tutorial.md") ? Example.of("tutorial.md", "get()").text() : "";
    String script = STAND_IN + functions.replaceAll("(?m)^(API|PASSWORD)=.*|^get /.*", "");
    Path file = Files.writeString(directory.resolve("script"), script + example.text());
    Process bash =
        new ProcessBuilder("bash", file.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile())
            .start();

    assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
    List<Request> requests =
        Arrays.stream(Files.readString(directory.resolve("requests")).split("\1"))
            .map(Request::of)
            .toList();
    assertThat(requests).isNotEmpty().allSatisfy(RequestExamplesTest::assertTaken);
  }

  static List<Example> plain() {
    return Example.in("").stream().filter(it -> PLAIN.matcher(it.text()).find()).toList();
  }

  @ParameterizedTest
  @MethodSource("plain")
  void takesTheRequestsThatAreWrittenOut(Example example) {
    var request = PLAIN.matcher(example.text());
    assertThat(request.find()).isTrue();

    assertTaken(
        new Request(
            request.group(1),
            URI.create("http://localhost/api/v1" + request.group(2)),
            Optional.ofNullable(request.group(3))));
  }

  private static void assertTaken(Request request) {
    JsonNode operation = API.operation(request.method(), request.path()).orElseThrow();
    request.body().ifPresent(it -> assertGood(API.errorsOfBody(operation, Json.read(it))));
    List<String> parameters = operation.path("parameters").findValuesAsText("name");
    Stream.ofNullable(request.address().getQuery())
        .flatMap(it -> Arrays.stream(it.split("&", -1)))
        .forEach(it -> assertThat(parameters).contains(it.split("=", 2)[0]));
  }

  /** A value that the page cuts short is not as it must be. */
  private static void assertGood(List<Error> errors) {
    assertThat(errors).filteredOn(it -> !it.getInstanceNode().asText().contains("…")).isEmpty();
  }

  static List<String> operations() throws IOException {
    try (Stream<Path> pages = Files.walk(Path.of("src/docs"))) {
      return Stream.concat(pages, Stream.of(Path.of("README.md")))
          .filter(it -> it.toString().endsWith(".md"))
          .filter(it -> !it.endsWith("CHANGELOG.md")) // which has former operations too
          .flatMap(RequestExamplesTest::operations)
          .distinct()
          .filter(it -> !it.endsWith("/openapi")) // the description itself
          .toList();
    }
  }

  private static Stream<String> operations(Path page) {
    try {
      return IN_TEXT
          .matcher(Files.readString(page))
          .results()
          .map(it -> it.group(1) + " " + it.group(2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void hasTheOperationsThatTheTextNames(String operation) {
    String[] words = operation.split(" ", 2);

    assertThat(API.operation(words[0], words[1].replaceFirst("^/api/v1", ""))).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          batches.md  | 4711                | ItemResultView
          webhooks.md | "accepted": false   | WebhookTest
          record.md   | "blocks":           | ModelRepliedData
          prices.md   | priceDate           | ModelRepliedData
          prices.md   | unknownCalls        | RunProgress
          """)
  void answersAsTheExamplesDo(String page, String part, String schema) {
    String text = Example.of(page, part).text();
    for (String value :
        text.startsWith("\"") ? new String[] {"{" + text + "}"} : text.split("\n(?=\\{)")) {
      assertThat(API.errors(schema, Json.read(value)))
          .filteredOn(it -> !it.getKeyword().equals("required")) // a part of it
          .isEmpty();
    }
  }
}
