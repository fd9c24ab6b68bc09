package dev.reprise.api.control;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a person says about a call of one run reaches no equal call of another. */
class CallOfAnotherRunIT {

  private static final Client OPERATOR = new Client("operator");

  private final UUID run = OPERATOR.submit("same-ids");

  @AfterEach
  void cancel() {
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void isNotReachedInARunOfTheSameAgent() {
    UUID other = OPERATOR.submit("same-ids");
    awaitQuestions(run, 1);
    awaitQuestions(other, 1);

    assertUnreached(other, "call-1:approve", OPERATOR.seen(run, "call-1"));
    assertUnreached(other, "call-1:deny", OPERATOR.seen(run, "call-1"));

    approve(other);
    awaitQuestions(other, 3);
    assertThat(OPERATOR.status(run))
        .as("the other run's approval is not its own")
        .isEqualTo("WAITING");
    OPERATOR.post("runs/" + other + ":cancel", "{}");
  }

  @Test
  void isNotReachedInAForkThatWasTakenBeforeTheQuestion() {
    awaitQuestions(run, 1);
    String seen = OPERATOR.seen(run, "call-1");
    OPERATOR.post("runs/" + run + ":cancel", "{}");
    long reply = read(run).first("model.replied").sequence();

    UUID fork = forked("{\"sequence\": %d}".formatted(reply));
    awaitQuestions(fork, 1);

    assertThat(question(fork).path("terms").path("digest"))
        .as("all but the run is the same")
        .isEqualTo(question(run).path("terms").path("digest"));
    assertUnreached(fork, "call-1:approve", seen);
    approve(fork);
    awaitQuestions(fork, 3);
    OPERATOR.post("runs/" + fork + ":cancel", "{}");
  }

  @Test
  void isNotReachedInAForkThatTookOverTheQuestion() {
    awaitQuestions(run, 1);
    approve(run);
    awaitQuestions(run, 3);
    String answer = ", \"answer\": \"that\"";
    String seen = OPERATOR.seen(run, "call-2");

    UUID fork = forked("{}");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(fork).equals("WAITING"));

    assertUnreached(fork, "call-2:answer", seen + answer);
    assertThat(say(fork, "call-2:answer", OPERATOR.seen(fork, "call-2") + answer).status())
        .isEqualTo(202);
    assertThat(read(run).has("tool-call.answered")).isFalse();
    OPERATOR.post("runs/" + fork + ":cancel", "{}");
  }

  private static void assertUnreached(UUID other, String word, String members) {
    RecordedRun before = read(other);

    say(other, word, members).isProblem(ProblemType.CALL_NOT_OPEN);

    assertThat(read(other).events()).isEqualTo(before.events());
    assertThat(OPERATOR.status(other)).isEqualTo("WAITING");
  }

  private static void approve(UUID run) {
    assertThat(say(run, "call-1:approve", OPERATOR.seen(run, "call-1")).status()).isEqualTo(202);
  }

  private UUID forked(String request) {
    var answer = OPERATOR.post("runs/" + run + ":fork", request);
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    return UUID.fromString(answer.body().path("id").asText());
  }

  private static JsonNode question(UUID run) {
    return read(run).first("tool-call.asked").data();
  }

  private static void awaitQuestions(UUID run, int questions) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                OPERATOR.status(run).equals("WAITING")
                    && read(run).count("tool-call.asked") == questions);
  }

  private static Client.Answer say(UUID run, String word, String members) {
    return OPERATOR.post("runs/%s/tool-calls/%s".formatted(run, word), "{" + members + "}");
  }

  private static RecordedRun read(UUID run) {
    JsonNode items = OPERATOR.get("runs/" + run + "/events").body().path("items");
    return new RecordedRun(stream(items.spliterator(), false).map(RecordedEvent::of).toList());
  }
}
