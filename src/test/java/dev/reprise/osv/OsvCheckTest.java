package dev.reprise.osv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.osv.OsvCheck.Outcome;
import dev.reprise.platform.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check against an OSV on this machine. */
class OsvCheckTest {

  private static final String A = "pkg:maven/org.example/a@1.0";
  private static final String B = "pkg:maven/org.example/b@2.0";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final List<JsonNode> asked = new ArrayList<>();
  private HttpServer server;
  private int status = 200;
  private UnaryOperator<String> answer = query -> "{}";

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/querybatch",
        exchange -> {
          JsonNode queries =
              Json.read(
                      new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                  .path("queries");
          asked.add(queries);
          byte[] body =
              StreamSupport.stream(queries.spliterator(), false)
                  .map(query -> answer.apply(query.toString()))
                  .collect(Collectors.joining(",", "{\"results\":[", "]}"))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void isCleanWhereNothingIsKnown() throws Exception {
    assertThat(check(Map.of(), A, B)).isEqualTo(Outcome.CLEAN);
    assertThat(asked.getFirst().findValuesAsText("purl")).containsExactly(A, B);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("2 components, 0 known vulnerabilities");
  }

  @Test
  void namesWhatIsVulnerable() throws Exception {
    answer = query -> query.contains("/b@") ? vulnerable("GHSA-1") : "{}";

    assertThat(check(Map.of(), A, B)).isEqualTo(Outcome.VULNERABLE);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("VULNERABLE: " + B + " https://osv.dev/vulnerability/GHSA-1");
  }

  @Test
  void allowsWhatHasAReasonAndNothingElse() throws Exception {
    answer = query -> vulnerable("GHSA-1");
    assertThat(check(Map.of("GHSA-1", "no XML is read", "GHSA-9", "gone"), A))
        .isEqualTo(Outcome.CLEAN);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("allowed, because no XML is read: " + A)
        .contains("WARNING: GHSA-9 is allowed, and nothing has it any more");

    answer = query -> vulnerable("GHSA-2");
    assertThat(check(Map.of("GHSA-1", "no XML is read"), A)).isEqualTo(Outcome.VULNERABLE);
  }

  @Test
  void readsEveryPage() throws Exception {
    answer =
        query ->
            query.contains("\"page_token\":\"second\"")
                ? vulnerable("GHSA-2")
                : "{\"next_page_token\":\"second\"}";

    assertThat(check(Map.of(), A)).isEqualTo(Outcome.VULNERABLE);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("GHSA-2");
  }

  @Test
  void asksForManyInSeveralRequests() throws Exception {
    answer = query -> query.contains("/p2499@") ? vulnerable("GHSA-1") : "{}";
    String[] purls =
        IntStream.range(0, 2_500)
            .mapToObj("pkg:maven/org.example/p%d@1"::formatted)
            .toArray(String[]::new);

    assertThat(check(Map.of(), purls)).isEqualTo(Outcome.VULNERABLE);
    assertThat(asked).extracting(JsonNode::size).containsExactly(1_000, 1_000, 500);
  }

  @Test
  void saysThatNothingIsKnownWhereItCannotAsk() throws Exception {
    server.stop(0);

    assertThat(check(Map.of(), A)).isEqualTo(Outcome.NOT_CHECKED);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("OSV could not be asked", "NOTHING is known");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{},{}", "no JSON"})
  void believesNoAnswerThatIsNotOne(String results) throws Exception {
    answer = query -> results;

    assertThat(check(Map.of(), A)).isEqualTo(Outcome.NOT_CHECKED);
  }

  @Test
  void believesNoErrorToBeAnAnswer() throws Exception {
    status = 500;

    assertThat(check(Map.of(), A)).isEqualTo(Outcome.NOT_CHECKED);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("status 500");
  }

  @Test
  void allowsNothingWithoutAReason(@TempDir Path temp) throws Exception {
    Path file = temp.resolve("allowed.txt");
    Files.writeString(file, "# why\n\nGHSA-1   only in tests\n");
    assertThat(AllowedVulnerabilities.read(file).reasons())
        .isEqualTo(Map.of("GHSA-1", "only in tests"));

    Files.writeString(file, "GHSA-1\n");
    assertThatThrownBy(() -> AllowedVulnerabilities.read(file)).hasMessageContaining("GHSA-1");
  }

  @Test
  void readsPackagesFromAnSbomThatHasSome() {
    assertThat(Sbom.of(Json.read("{\"components\":[{\"purl\":\"%s?type=jar\"}]}".formatted(A))))
        .isEqualTo(new Sbom(List.of(A)));
    assertThatThrownBy(() -> Sbom.of(Json.read("{}"))).hasMessageContaining("no component");
  }

  private Outcome check(Map<String, String> allowed, String... purls) throws Exception {
    var osv = new Osv(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    return new OsvCheck(
            osv,
            new AllowedVulnerabilities(allowed),
            new PrintStream(said, true, StandardCharsets.UTF_8))
        .check(List.of(purls));
  }

  private static String vulnerable(String id) {
    return "{\"vulns\":[{\"id\":\"%s\",\"modified\":\"2026-01-01T00:00:00Z\"}]}".formatted(id);
  }
}
