package dev.reprise.api.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Operators see what their tenant's runs may have done after a moment. */
class RestoreReportIT {

  private static final String PATH = "restore-report";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Client APPROVER = new Client("di@gamma");
  private static final Client ADMIN = new Client("eve@beta");
  private static final Client OPERATOR = new Client("bo@beta");
  private static final Client ANOTHER = new Client("ana@acme");

  @Test
  void hasEachRunThatHadNotEndedAsItWasThen() {
    UUID waiting = ADMIN.submit("guarded");
    await().atMost(PATIENCE).until(() -> OPERATOR.status(waiting).equals("WAITING"));
    Instant before = times(waiting).getLast();
    UUID ended = ADMIN.submit("quick");
    await().atMost(PATIENCE).until(() -> OPERATOR.status(ended).equals("COMPLETED"));

    JsonNode item = item(OPERATOR, "", waiting).orElseThrow();
    assertThat(item.path("agent").asText()).isEqualTo("guarded");
    assertThat(item.path("status").asText()).isEqualTo("WAITING");
    assertThat(item.path("phase").asText()).isEqualTo("only");
    assertThat(item.path("calls")).hasSize(1); // a question changes nothing
    assertThat(item.at("/calls/0/tool").asText()).isEqualTo("append_file");
    assertThat(item.at("/calls/0/effect").asText()).isEqualTo("ONCE");
    assertThat(item.at("/calls/0/status").asText()).isEqualTo("WAITING");
    assertThat(item.at("/calls/0/ifRepeated").asText()).isEqualTo("PERSON_DECIDES");
    assertThat(item.path("tools")).hasSize(1);
    assertThat(item.at("/tools/0/name").asText()).isEqualTo("append_file");
    assertThat(item(OPERATOR, "", ended)).as("it has ended").isEmpty();
    assertThat(item(OPERATOR, "since=" + before, ended)).as("it was not there").isEmpty();

    Instant during = times(ended).get(2);
    JsonNode then = item(OPERATOR, "since=" + during, ended).orElseThrow();
    assertThat(then.path("status").asText()).isEqualTo("COMPLETED");
    assertThat(then.at("/lastEvent/sequence").asLong())
        .isEqualTo(times(ended).stream().filter(it -> !it.isAfter(during)).count())
        .isLessThan(times(ended).size());
    assertThat(item(ANOTHER, "", waiting)).as("of another tenant").isEmpty();
  }

  @Test
  void comesInPages() {
    List<UUID> runs = List.of(waiting(), waiting(), waiting());
    List<UUID> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = OPERATOR.get(PATH + "?limit=1" + cursor).body();
      page.path("items").forEach(it -> seen.add(UUID.fromString(it.path("run").asText())));
      cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asText() : "";
    } while (!cursor.isEmpty());

    assertThat(seen).doesNotHaveDuplicates().containsSubsequence(runs);
  }

  @Test
  void refusesWhatIsNoTimeAndWhoIsNoOperator() {
    OPERATOR.get(PATH + "?since=yesterday").isProblem(ProblemType.INVALID_PARAMETER);
    APPROVER.get(PATH).isProblem(ProblemType.FORBIDDEN);
  }

  private static UUID waiting() {
    return ADMIN.submit("guarded");
  }

  private static Optional<JsonNode> item(Client client, String query, UUID run) {
    for (JsonNode it : client.get(PATH + "?limit=200&" + query).body().path("items")) {
      if (it.path("run").asText().equals(run.toString())) {
        return Optional.of(it);
      }
    }
    return Optional.empty();
  }

  /** Returns when each event of a run was recorded, in order. */
  private static List<Instant> times(UUID run) {
    List<Instant> times = new ArrayList<>();
    OPERATOR
        .get("runs/" + run + "/events")
        .body()
        .path("items")
        .forEach(it -> times.add(Instant.parse(it.path("at").asText())));
    return times;
  }
}
