package dev.reprise.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.api.fixture.Client;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.RunStatus;
import dev.reprise.client.Submission;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the Java client works, and the documentation quotes it verbatim. */
class OverseerIT {

  @Test
  void carriesOutARunAndDecidesAboutItsCalls() throws Exception {
    var login = new Credentials.Login("operator", TestServer.credentials().passwordOf("operator"));
    try (var reprise = new RepriseClient(new Connection(TestServer.http(), login))) {
      Run run =
          new Overseer(reprise)
              .carryOut(new Submission("same-ids", "test", JsonNodeFactory.instance.objectNode()));

      assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
      JsonNode calls =
          new Client("viewer").get("runs/%s/approvals".formatted(run.id())).body().path("items");
      assertThat(calls.findValuesAsText("kind")).contains("APPROVED", "DENIED");
    }
  }

  @Test
  void isQuotedInTheDocumentation() throws IOException {
    List<String> code =
        Files.readAllLines(Path.of("src/test/java/dev/reprise/example/Overseer.java"));
    int first = code.indexOf("public final class Overseer {");
    int last = code.indexOf("  public static void main(String[] args) throws Exception {");

    assertThat(Files.readString(Path.of("src/docs/cli.md")))
        .contains(String.join("\n", code.subList(first, last)).stripTrailing() + "\n}\n");
  }
}
