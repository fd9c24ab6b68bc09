package dev.reprise.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.RunStatus;
import dev.reprise.client.stream.Event;
import dev.reprise.platform.Json;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What the events of a stream add up to. */
class WatchedRunTest {

  private static final String SNAPSHOT =
      """
      {"sequence": 5,
       "run": {"id": "0198a000-0000-7000-8000-000000000001", "status": "RUNNING", "agent": "steps",
               "progress": {"phases": [{"name": "first", "state": "COMPLETED"},
                                       {"name": "second", "state": "OPEN"},
                                       {"name": "third", "state": "PENDING"}],
                            "spent": {"usage": {"inputTokens": 10, "outputTokens": 5},
                                      "cost": {"amount": 0.5, "currency": "USD"}}}}}
      """;

  private final WatchedRun begun = WatchedRun.UNKNOWN.after(live(Event.SNAPSHOT, SNAPSHOT));

  @Test
  void aSnapshotSaysHowFarItIs() {
    assertThat(begun.agent()).isEqualTo("steps");
    assertThat(begun.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(begun.phases().over()).isEqualTo(1);
    assertThat(begun.phases().open()).contains("second");
    assertThat(begun.spent().text()).isEqualTo("15 tokens, 0.5 USD");
  }

  @Test
  void whatTheSnapshotIncludesDoesNotCountTwice() {
    WatchedRun run = begun.after(recorded(5, "model.replied", reply("0.25")));

    assertThat(run.spent()).isEqualTo(begun.spent());
  }

  @Test
  void laterRepliesAndPhasesCount() {
    WatchedRun run =
        begun
            .after(recorded(6, "model.replied", reply("0.25")))
            .after(recorded(7, "phase.completed", "{\"phase\": \"second\"}"))
            .after(recorded(8, "phase.started", "{\"phase\": \"third\"}"));

    assertThat(run.spent().text()).isEqualTo("18 tokens, 0.75 USD");
    assertThat(run.phases().states())
        .containsExactly(
            Map.entry("first", "COMPLETED"),
            Map.entry("second", "COMPLETED"),
            Map.entry("third", "OPEN"));
  }

  @Test
  void aReplyWithoutAPriceIsSaidToHaveNone() {
    WatchedRun run =
        begun.after(
            recorded(6, "model.replied", "{\"usage\": {\"inputTokens\": 1, \"outputTokens\": 1}}"));

    assertThat(run.spent().text()).isEqualTo("17 tokens, 0.5 USD and 1 of unknown price");
  }

  @Test
  void itWaitsForPeopleButNotForTimes() {
    WatchedRun asks = begun.after(recorded(6, "run.waiting", "{\"waitingFor\": \"approval\"}"));
    WatchedRun retries = begun.after(recorded(6, "run.waiting", "{\"waitingFor\": \"retry\"}"));

    assertThat(asks.status()).isEqualTo(RunStatus.WAITING);
    assertThat(asks.waitingFor()).contains("approval");
    assertThat(asks.waitsForPeople()).isTrue();
    assertThat(retries.waitsForPeople()).isFalse();
    assertThat(asks.after(recorded(7, "run.admitted", "{}")).waitsForPeople()).isFalse();
  }

  @Test
  void aPauseThatAPersonAskedForIsNoQuestion() {
    assertThat(begun.after(recorded(6, "run.paused", "{\"by\": \"ada\"}")).waitsForPeople())
        .isFalse();
    assertThat(
            begun
                .after(recorded(6, "run.paused", "{\"by\": \"x\", \"waitingFor\": \"budget\"}"))
                .waitsForPeople())
        .isTrue();
  }

  @Test
  void whatArrivesIsShownAndNotCounted() {
    WatchedRun run =
        begun.after(
            live("model.delta", "{\"kind\": \"text\", \"offset\": 10, \"text\": \"hello\"}"));

    assertThat(run.doing()).isEqualTo("the model is replying (15 characters)");
    assertThat(run.sequence()).isEqualTo(5);
  }

  @Test
  void aReconnectBeginsFromItsSnapshot() {
    WatchedRun run =
        begun
            .after(recorded(6, "model.replied", reply("0.25")))
            .after(live(Event.SNAPSHOT, SNAPSHOT));

    assertThat(run).isEqualTo(begun);
  }

  private static String reply(String amount) {
    return """
    {"usage": {"inputTokens": 2, "outputTokens": 1}, "cost": {"amount": %s, "currency": "USD"}}
    """
        .formatted(amount);
  }

  static Event recorded(long sequence, String type, String data) {
    return Event.recorded(
        Json.read(
            "{\"sequence\": %d, \"type\": \"%s\", \"at\": \"2026-11-26T04:30:05Z\", \"data\": %s}"
                .formatted(sequence, type, data)));
  }

  private static Event live(String type, String data) {
    var json = Json.read(data);
    return new Event(OptionalLong.empty(), type, Optional.empty(), json, json);
  }
}
