package dev.reprise.bench;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The events of W1's journal, without a server. */
final class SampleRun {

  static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private static final Limits ENDLESS = new Limits(10_000, Duration.ofDays(1));

  private SampleRun() {}

  static AgentDefinition agent() {
    return Agents.agent("sample")
        .description("Makes many calls.")
        .provider("bench")
        .phase("only", ENDLESS, "act")
        .limits(ENDLESS)
        .build();
  }

  /** Returns the events of a run up to the result of the last of these iterations. */
  static List<RunEvent> events(int iterations) {
    List<RunEvent> events = new ArrayList<>();
    events.add(Submissions.of("sample", "1", JsonValue.EMPTY_OBJECT, "bench", "operator"));
    events.add(new LifecycleEvent.Admitted("here", BEGIN));
    events.add(new PhaseEvent.Started("only", "go", BEGIN));
    for (int i = 1; i <= iterations; i++) {
      var call = new ToolCall("c" + i, "act", JsonValue.EMPTY_OBJECT);
      events.add(Replies.of("only", i, "", List.of(call), Usage.NONE));
      events.add(
          new ToolCallEvent.Started(
              new CallLocation("only", i, call.id()),
              "act",
              EffectClass.IDEMPOTENT,
              Optional.empty(),
              Optional.empty()));
      events.add(result(i));
    }
    return events;
  }

  /** Returns the event of a result of 1 KB. */
  static ToolCallEvent.Completed result(int iteration) {
    String id = "c" + iteration;
    return new ToolCallEvent.Completed(
        new CallLocation("only", iteration, id), Noise.text(id, 1024), List.of(), Optional.empty());
  }

  static RunState fold(List<RunEvent> events) {
    RunState state = RunState.of(agent());
    for (RunEvent event : events) {
      state = state.apply(event);
    }
    return state;
  }
}
