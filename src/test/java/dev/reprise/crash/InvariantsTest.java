package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.journal.Position;
import dev.reprise.journal.seal.Chain;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the invariants: what they accept, and that they notice each kind of harm. */
class InvariantsTest {

  private static final UUID RUN = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final String KEY = new Runs.Call("work", 1, "a").idempotencyKey(RUN);
  private static final List<String> ONE_EFFECT = List.of("POST " + KEY);

  private final List<RecordedEvent> events = new ArrayList<>();
  private Position end = Position.START;

  @Test
  void acceptASoundRun() {
    Invariants.AFTER_CRASHES.check(RUN, whole("ONCE"), new LedgerPage(ONE_EFFECT));
  }

  @Test
  void acceptAnIdempotentCallAsOftenAsItWasStarted() {
    begin("IDEMPOTENT");
    RecordedRun run = whole("IDEMPOTENT");

    Invariants.AFTER_CRASHES.check(RUN, run, new LedgerPage(List.of("PUT " + KEY, "PUT " + KEY)));
  }

  @Test
  void noticeAnEffectThatIsMissing() {
    assertHarm(whole("ONCE"), List.of("GET " + KEY));
  }

  @Test
  void noticeACallThatHadNoEffect() {
    assertHarm(whole("ONCE"), List.of());
  }

  @Test
  void noticeACallThatIsNotRecorded() {
    String other = new Runs.Call("work", 2, "b").idempotencyKey(RUN);

    assertHarm(whole("ONCE"), List.of("POST " + KEY, "POST " + other));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONCE", "RECONCILABLE"})
  void noticeAnEffectThatHappenedTwice(String effect) {
    begin(effect);

    assertHarm(whole(effect), List.of("POST " + KEY, "POST " + KEY));
  }

  @Test
  void noticeAnAttemptWithoutAnIntent() {
    assertHarm(whole("IDEMPOTENT"), List.of("PUT " + KEY, "PUT " + KEY));
  }

  @Test
  void noticeAnEffectOfAToolThatMayHaveNone() {
    assertHarm(whole("READ_ONLY"), ONE_EFFECT);
  }

  @Test
  void noticeACallThatCompletedTwice() {
    begin("ONCE");
    complete();

    assertHarm(whole("ONCE"), ONE_EFFECT);
  }

  @Test
  void noticeACallThatContinuedAfterItsEnd() {
    begin("ONCE");
    complete();
    begin("ONCE");
    record("run.completed", data());

    assertHarm(new RecordedRun(events), ONE_EFFECT);
  }

  @Test
  void noticeARunThatDidNotComplete() {
    begin("ONCE");
    complete();
    record("run.failed", data());

    assertHarm(new RecordedRun(events), ONE_EFFECT);
  }

  @Test
  void noticeAnEventThatIsMissing() {
    RecordedRun run = whole("ONCE");
    events.remove(0);

    assertHarm(run, ONE_EFFECT);
  }

  @Test
  void noticeAnEventThatWasChanged() {
    RecordedRun run = whole("ONCE");
    ((ObjectNode) events.getFirst().data()).put("effect", "IDEMPOTENT");

    assertHarm(run, ONE_EFFECT);
  }

  @Test
  void noticeAWriterWhoseEpochWasStale() {
    begin("ONCE");
    complete();
    record("run.completed", data(), 0);

    assertHarm(new RecordedRun(events), ONE_EFFECT);
  }

  private static void assertHarm(RecordedRun run, List<String> world) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Invariants.AFTER_CRASHES.check(RUN, run, new LedgerPage(world)));
  }

  /** Adds a call and the end of the run to the events so far. */
  private RecordedRun whole(String effect) {
    begin(effect);
    complete();
    record("run.completed", data());
    return new RecordedRun(events);
  }

  private void begin(String effect) {
    record("tool-call.started", call().put("effect", effect));
  }

  private void complete() {
    record("tool-call.completed", call());
  }

  private static ObjectNode call() {
    return data().put("phase", "work").put("iteration", 1).put("callId", "a");
  }

  private static ObjectNode data() {
    return JsonNodeFactory.instance.objectNode();
  }

  private void record(String type, ObjectNode data) {
    record(type, data, 1);
  }

  private void record(String type, ObjectNode data, long epoch) {
    end = Chain.next(end, RUN, epoch, type, Instant.EPOCH, Json.write(data));
    events.add(new RecordedEvent(end.sequence(), type, epoch, Instant.EPOCH, data, end.hash()));
  }
}
