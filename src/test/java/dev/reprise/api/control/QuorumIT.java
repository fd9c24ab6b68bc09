package dev.reprise.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several people approve a call of a tenant that demands it. */
class QuorumIT {

  private static final Client ONE = new Client("cy@gamma");
  private static final Client OTHER = new Client("di@gamma");

  private UUID run = new UUID(0, 0);

  @BeforeEach
  void submit() {
    run = ONE.submit("same-ids");
    await().atMost(Duration.ofSeconds(30)).until(() -> ONE.status(run).equals("WAITING"));
  }

  @AfterEach
  void cancel() {
    ONE.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void isReachedByDifferentPeopleAndShownMeanwhile() {
    String seen = ONE.seen(run, "call-1");
    assertThat(approve(ONE, seen)).isEqualTo(202);
    await().until(() -> ONE.status(run).equals("WAITING"));

    JsonNode call = ONE.get("runs/" + run + "/tool-calls").body().path("items").path(0);
    assertThat(call.at("/approval/quorum").asInt()).isEqualTo(2);
    assertThat(call.at("/approval/approvedBy")).hasToString("[\"cy@gamma\"]");
    assertThat(call.at("/approval/ifDenied").asText()).contains("not made");
    assertThat(ONE.seen(run, "call-1")).as("the call is the same").isEqualTo(seen);
    post(ONE, seen).isProblem(ProblemType.CALL_DECIDED);

    assertThat(approve(OTHER, seen)).isEqualTo(202);
    await().atMost(Duration.ofSeconds(30)).until(() -> count("tool-call.completed") == 1);
    assertThat(count("tool-call.decided")).isEqualTo(2);
  }

  @Test
  void isReachedByPeopleWhoDecideAtTheSameTime() throws Exception {
    String seen = ONE.seen(run, "call-1");
    List<Callable<Integer>> people = List.of(() -> approve(ONE, seen), () -> approve(OTHER, seen));

    List<Integer> statuses = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var said : threads.invokeAll(people)) {
        statuses.add(said.get());
      }
    }

    assertThat(statuses).containsOnly(202);
    await().atMost(Duration.ofSeconds(30)).until(() -> count("tool-call.completed") == 1);
    assertThat(count("tool-call.started")).as("exactly one effect").isEqualTo(1);
  }

  @Test
  void allowsNoLaterCallsByOnePerson() {
    String seen = ONE.seen(run, "call-1") + ", \"forTool\": {\"upTo\": 5.00}";

    assertThat(post(ONE, seen).isProblem(ProblemType.INVALID_VALUE).body().toString())
        .contains("\"path\":\"forTool\"");
  }

  private int approve(Client person, String seen) {
    return post(person, seen).status();
  }

  private Client.Answer post(Client person, String members) {
    return person.post("runs/" + run + "/tool-calls/call-1:approve", "{" + members + "}");
  }

  private long count(String type) {
    return ONE.get("runs/" + run + "/events")
        .body()
        .path("items")
        .valueStream()
        .filter(event -> event.path("type").asText().equals(type))
        .count();
  }
}
