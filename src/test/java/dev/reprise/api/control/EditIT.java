package dev.reprise.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A person changes the arguments of a call before it is made. */
class EditIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void makesTheCallWithTheNewArguments() {
    UUID run = waiting();
    String seen = OPERATOR.seen(run, "call-1");

    assertThat(
            edit(run, seen, "{\"path\": \"edited.txt\", \"content\": \"another line\\n\"}")
                .status())
        .isEqualTo(202);
    await().atMost(Duration.ofSeconds(30)).until(() -> count(run, "tool-call.asked") == 3);

    JsonNode edited = first(run, "tool-call.edited");
    assertThat(edited.at("/change/arguments/path").asText()).isEqualTo("edited.txt");
    assertThat(edited.path("by").asText()).isEqualTo("operator");
    assertThat(first(run, "model.replied").toString()).contains("same-ids.txt");
    assertThat(first(run, "tool-call.completed").path("content").asText()).contains("edited.txt");
    edit(run, seen, "{\"path\": \"a.txt\", \"content\": \"\"}").isProblem(ProblemType.CALL_DECIDED);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void takesOnlyArgumentsThatTheToolTakes() {
    UUID run = waiting();
    String seen = OPERATOR.seen(run, "call-1");

    for (String arguments :
        List.of(
            "[]",
            "{\"path\": 7}",
            "{\"path\": \"a.txt\", \"content\": \"\", \"mode\": \"0777\"}",
            "{\"path\": \"a.txt\", \"content\": \"%s\"}".formatted("x".repeat(66_000)))) {
      assertThat(edit(run, seen, arguments).isProblem(ProblemType.INVALID_VALUE).body().toString())
          .contains("\"path\":\"arguments\"");
    }
    assertThat(count(run, "tool-call.edited")).isZero();
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  private static Client.Answer edit(UUID run, String seen, String arguments) {
    return OPERATOR.post(
        "runs/" + run + "/tool-calls/call-1:edit",
        "{%s, \"arguments\": %s}".formatted(seen, arguments));
  }

  private static UUID waiting() {
    UUID run = OPERATOR.submit("same-ids");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("WAITING"));
    return run;
  }

  private static JsonNode first(UUID run, String type) {
    return events(run)
        .valueStream()
        .filter(event -> event.path("type").asText().equals(type))
        .findFirst()
        .orElseThrow()
        .path("data");
  }

  private static long count(UUID run, String type) {
    return events(run)
        .valueStream()
        .filter(event -> event.path("type").asText().equals(type))
        .count();
  }

  private static JsonNode events(UUID run) {
    return OPERATOR.get("runs/" + run + "/events").body().path("items");
  }
}
