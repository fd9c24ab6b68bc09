package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.journal.EventType;
import dev.reprise.platform.Json;
import dev.reprise.server.NodeProject;
import dev.reprise.server.TestServer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A typed client can be made from the API's description, and from the next one too. */
@Tag("door")
class ApiDocumentIT {

  /**
   * What clients were made for. To renew it: {@code ./mvnw process-classes && cp
   * target/classes/META-INF/api/openapi.json src/test/resources/api/openapi.json}.
   */
  private static final Path LAST = Path.of("src", "test", "resources", "api", "openapi.json");

  /** The console asks for what the API has, and reads what it answers. */
  private static final Path CONSOLE = Path.of("src", "main", "webapp", "console");

  private static final Client VIEWER = new Client("viewer");
  private static final Client OPERATOR = new Client("operator");

  @Test
  void breaksNoClientThatWasMadeForTheLastOne() throws Exception {
    JsonNode last = Json.read(Files.readString(LAST));

    assertThat(ApiChanges.breaking(last, document()))
        .as("changes that break clients; if they are meant, renew " + LAST)
        .isEmpty();
  }

  @Test
  void isWhereOthersHaveItForThoseWhoAreLoggedIn() {
    URI page = TestServer.http().resolve("/openapi");
    var login = TestServer.credentials().basic("viewer");

    var shown = Client.send(HttpRequest.newBuilder(page).header("Authorization", login));
    assertThat(shown.body()).isEqualTo(document());
    Client.send(HttpRequest.newBuilder(page)).isProblem(ProblemType.UNAUTHENTICATED);
  }

  @Test
  void listsTheTypesOfEvents() {
    var types = new TreeSet<String>();
    document()
        .at("/components/schemas/EventView/discriminator/mapping")
        .fieldNames()
        .forEachRemaining(types::add);

    assertThat(types)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(EventType.values()).map(EventType::typeName).toList());
  }

  @Test
  void leavesBodiesOutWhereTheServerDoes() {
    var paths = document().path("paths");

    assertThat(required(paths, "/api/v1/runs/{id}:cancel")).isFalse();
    assertThat(required(paths, "/api/v1/runs/{id}:fork")).isFalse();
    assertThat(required(paths, "/api/v1/runs")).isTrue();
    assertThat(required(paths, "/api/v1/runs/{id}:steer")).isTrue();
  }

  private static boolean required(JsonNode paths, String path) {
    return paths.path(path).path("post").path("requestBody").path("required").asBoolean();
  }

  @Test
  void satisfiesRedoclyAndSpectralAndGivesATypedClientThatFollowsARun() throws Exception {
    NodeProject tools = new NodeProject("node").install();
    Files.writeString(tools.directory().resolve("openapi.json"), document().toString());

    tools.program("redocly", "lint", "--config", "redocly.yaml", "openapi.json").isGood();
    tools.program("spectral", "lint", "--fail-severity", "warn", "openapi.json").isGood();
    tools.program("openapi-typescript", "openapi.json", "-o", "api.d.ts").isGood();
    tools.program("tsc").isGood();
    tools.copy(CONSOLE, "console");
    tools.program("tsc", "--project", "tsconfig.console.json").isGood();
    var told =
        tools.script(
            "made/client.js",
            Map.of(
                "REPRISE_URL",
                TestServer.http().toString(),
                "REPRISE_LOGIN",
                TestServer.credentials().basic(OPERATOR.user())));

    told.isGood();
    assertThat(told.said().lines())
        .anyMatch(line -> line.startsWith("snapshot "))
        .anyMatch(line -> line.endsWith(" phase.completed"))
        .contains("told About tea by Ana.", "output About tea by Ana.");
  }

  private static JsonNode document() {
    return VIEWER.get("openapi").body();
  }
}
