package dev.reprise.queue.fork;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Reads the tool calls of a run from its journal. One object reads one journal.
 *
 * <p>A fork's calls are those that the fork made itself. A call that its parent requested and
 * started is the parent's, even if the fork took over the result. Tested by {@code UndoPlanTest}.
 */
final class ToolCallHistory {

  private final Predicate<String> tools;
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final List<ToolCallRecord> found = new ArrayList<>();

  /** A call that has not ended, and the newest event about it. */
  private record Open(
      String phase, int iteration, ToolCallState call, long asked, long event, Instant at) {

    private Open with(ToolCallState next, RecordedEvent recorded) {
      return new Open(phase, iteration, next, asked, recorded.sequence(), recorded.at());
    }

    private boolean isOf(ToolCallEvent it) {
      return it.phase().equals(phase) && it.iteration() == iteration;
    }

    private ToolCallRecord past(boolean inDoubt) {
      return new ToolCallRecord(asked, event, at, phase, iteration, call.call(), inDoubt);
    }
  }

  private ToolCallHistory(Predicate<String> tools) {
    this.tools = tools;
  }

  /**
   * Returns the calls of these tools that had their effect or may have had it, the newest first.
   *
   * @param agent the agent of the run
   * @param tools whether a tool of this name counts
   * @throws dev.reprise.journal.BrokenRecordException if the record is not authentic
   */
  static List<ToolCallRecord> read(
      Journal journal, UUID run, AgentDefinition agent, Predicate<String> tools) {
    var calls = new ToolCallHistory(tools);
    journal
        .readAll(run, Position.START)
        .forEachOrdered(
            recorded -> {
              if (recorded.event() instanceof LifecycleEvent.Forked) {
                RunState past = ReplayedRun.upTo(journal, run, recorded.sequence(), agent).state();
                calls.inherit(past, recorded);
              }
              calls.apply(recorded);
            });
    calls.leaveReply();
    return calls.found.reversed();
  }

  private void inherit(RunState state, RecordedEvent forked) {
    state
        .openPhase()
        .ifPresent(
            phase ->
                phase.work().calls().stream()
                    .filter(call -> call.origin().isEmpty() && !call.isEnded())
                    .forEach(call -> ask(phase.name(), phase.work().iteration(), call, forked)));
  }

  private void apply(RecordedEvent recorded) {
    switch (recorded.event()) {
      case ModelEvent.Replied reply -> {
        leaveReply();
        for (ToolCall call : reply.calls()) {
          ask(reply.phase(), reply.iteration(), ToolCallState.asked(call), recorded);
        }
      }
      case ToolCallEvent event -> ofCall(event, recorded);
      case ControlEvent.Retried ignored ->
          open.replaceAll(
              (id, it) ->
                  new Open(
                      it.phase(),
                      it.iteration(),
                      it.call().retried(),
                      it.asked(),
                      it.event(),
                      it.at()));
      default -> {}
    }
  }

  private void ask(String phase, int iteration, ToolCallState call, RecordedEvent recorded) {
    if (tools.test(call.call().tool())) {
      open.put(
          call.call().id(),
          new Open(
              phase, iteration, call, recorded.sequence(), recorded.sequence(), recorded.at()));
    }
  }

  private void ofCall(ToolCallEvent event, RecordedEvent recorded) {
    Open call = open.get(event.callId());
    if (call == null || !call.isOf(event)) {
      return;
    }
    Open next = call.with(call.call().apply(event), recorded);
    if (!next.call().isEnded()) {
      open.put(event.callId(), next);
      return;
    }
    open.remove(event.callId());
    if (next.call().outcome() instanceof ToolOutcome.Succeeded) {
      found.add(next.past(false));
    }
  }

  /** A call that was started and did not end stays in doubt, even if its phase has failed since. */
  private void leaveReply() {
    open.values().stream()
        .filter(it -> it.call().effectInDoubt().isPresent())
        .forEach(it -> found.add(it.past(true)));
    open.clear();
  }
}
