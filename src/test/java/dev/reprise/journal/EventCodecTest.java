package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Finding;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.Usage;
import dev.reprise.agent.Verdict;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventCodecTest {

  private static final Failure FAILURE = new Failure("trouble", "as it happens");
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");

  private final EventCodec codec = new EventCodec();

  static Stream<RunEvent> events() {
    return Stream.of(
        new RunEvent.RunSubmitted(
            "surveyor", "hash", new JsonValue("{\"a\":[1,2.50,null]}"), "here", "ana"),
        new RunEvent.RunAdmitted("server#1", AT),
        new RunEvent.PhaseStarted("survey", "look", AT),
        new RunEvent.ModelReplied(
            "survey",
            1,
            "text",
            List.of(new ToolCall("c1", "put", new JsonValue("{\"x\":1E+5}"))),
            new Usage(3, 4)),
        new RunEvent.ModelFailed("survey", 1, FAILURE),
        new RunEvent.ToolCallStarted("survey", 1, "c1", "put", EffectClass.ONCE),
        new RunEvent.ToolCallCompleted("survey", 1, "c1", "done"),
        new RunEvent.ToolCallFailed("survey", 1, "c1", FAILURE),
        new RunEvent.ToolCallResolved(
            "survey", 1, "c1", Verdict.SUCCEEDED, "done", "ana", "saw it"),
        new RunEvent.ToolCallReconciled("survey", 1, "c1", Finding.HAPPENED, "done", ""),
        new RunEvent.ToolCallDeferred("survey", 1, "c1", AT),
        new RunEvent.MessagePosted("survey", 1, "go on", "ana", AT, Optional.empty()),
        new RunEvent.MessagePosted("survey", 2, "or not", "ana", AT, Optional.of("it rains")),
        new RunEvent.PhaseCompleted("survey", ""),
        new RunEvent.PhaseSkipped("survey", FAILURE),
        new RunEvent.PhaseFailed("survey", FAILURE),
        new RunEvent.RunWaiting("reconciliation", "c1", Optional.empty()),
        new RunEvent.RunWaiting("timer", "c1", Optional.of(AT)),
        new RunEvent.RunHandedOver("server#1"),
        new RunEvent.RecordDelayed(3),
        new RunEvent.RunPaused("ana", Optional.of("the audit"), AT),
        new RunEvent.RunResumed("ana", Optional.of("it is over"), AT),
        new RunEvent.RunRetried("ana", AT),
        new RunEvent.RunRetried("ana", AT, Optional.of("the disk is back")),
        new RunEvent.RunCompleted("answer"),
        new RunEvent.RunFailed(FAILURE),
        new RunEvent.RunCancelled("ana", "enough"),
        new RunEvent.RunDeadLettered(FAILURE));
  }

  @ParameterizedTest
  @MethodSource("events")
  void writesTheSameTextForWhatItReadBack(RunEvent event) {
    String type = EventType.of(event).typeName();
    String text = codec.write(event);

    assertThat(codec.write(codec.read(type, 1, text))).isEqualTo(text);
    assertThat(text).doesNotContain("dev.reprise");
  }

  @Test
  void everyEventHasATypeAndEveryTypeASample() {
    Set<String> leaves = leaves(RunEvent.class).map(Class::getName).collect(Collectors.toSet());

    assertThat(Arrays.stream(EventType.values()).map(type -> type.event.getName()))
        .containsExactlyInAnyOrderElementsOf(leaves);
    assertThat(events().map(event -> event.getClass().getName())).containsAll(leaves);
  }

  @Property
  void anyTextSurvives(@ForAll String text) {
    var event = new RunEvent.ToolCallCompleted("survey", 1, "c1", text);

    assertThat(codec.read("tool-call.completed", 1, codec.write(event))).isEqualTo(event);
  }

  @Test
  void readsAWaitThatWasWrittenBeforeWaitsHadATime() {
    String older = "{\"waitingFor\":\"reconciliation\",\"reason\":\"c1\"}";

    RunEvent event = codec.read("run.waiting", 1, older);

    assertThat(event).isEqualTo(new RunEvent.RunWaiting("reconciliation", "c1", Optional.empty()));
    assertThat(codec.write(event)).isEqualTo(older);
  }

  @Test
  void readsARetryThatWasWrittenBeforeRetriesHadAReason() {
    String older = "{\"by\":\"ana\",\"at\":\"2026-01-02T03:04:05.678901Z\"}";

    RunEvent event = codec.read("run.retried", 1, older);

    assertThat(event).isEqualTo(new RunEvent.RunRetried("ana", AT));
    assertThat(codec.write(event)).isEqualTo(older);
  }

  @Test
  void readsAPauseThatWasWrittenBeforePausesHadATime() {
    String older = "{\"by\":\"ana\",\"reason\":\"the audit\"}";

    RunEvent event = codec.read("run.paused", 1, older);

    assertThat(event)
        .isEqualTo(new RunEvent.RunPaused("ana", Optional.of("the audit"), Optional.empty()));
    assertThat(codec.write(event)).isEqualTo(older);
    assertThat(codec.write(codec.read("run.resumed", 1, older))).isEqualTo(older);
  }

  @Test
  void refusesWhatIsNotInTheRegistry() {
    assertThatThrownBy(() -> codec.read("java.lang.Runtime", 1, "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Runtime");
    assertThatThrownBy(() -> codec.read("run.completed", 2, "{\"output\":\"\"}"))
        .hasMessageContaining("version 2");
    assertThatThrownBy(() -> codec.read("run.completed", 1, "{\"output\":\"\",\"more\":1}"))
        .hasMessageContaining("run.completed");
  }

  @Test
  void quotesNeitherAPayloadNorAClassWhenItCannotBeRead() {
    assertThatThrownBy(() -> codec.read("run.completed", 1, "{\"secret\":\"s3cr3t\"}"))
        .hasMessage("the payload is not that of 'run.completed'");
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(EventCodecTest::leaves)
        : Stream.of(type);
  }
}
