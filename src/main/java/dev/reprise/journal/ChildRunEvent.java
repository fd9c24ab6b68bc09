package dev.reprise.journal;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import java.util.Optional;
import java.util.UUID;

/** An event about a tool call that a child run carries out. */
public sealed interface ChildRunEvent extends ToolCallEvent {

  /** Returns the child run. */
  UUID child();

  /**
   * A child run carries out the call. The server that holds this run submits the child run after
   * this event, as often as it takes. The child's id is in the event, so there is only one.
   *
   * @param child the child run
   * @param agent the agent of the child run
   * @param input the input of the child run
   * @param limits what this run leaves the child run of its own limits
   */
  record Delegated(
      String phase,
      int iteration,
      String callId,
      UUID child,
      String agent,
      JsonValue input,
      Delegation limits)
      implements ChildRunEvent {
    public Delegated(
        CallLocation call, UUID child, String agent, JsonValue input, Delegation limits) {
      this(call.phase(), call.iteration(), call.callId(), child, agent, input, limits);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Delegated(phase, iteration, callId, child, agent, mapper.body(input), limits);
    }
  }

  /**
   * The child run of the call ended.
   *
   * @param output its answer, if it completed; else what it had finished by then, which may be
   *     nothing
   * @param model that gave the answer; empty if the child run could not be submitted
   * @param failure why it has no answer, if it did not complete
   * @param spent what it and its own child runs used
   */
  record Returned(
      String phase,
      int iteration,
      String callId,
      UUID child,
      String output,
      Optional<ModelId> model,
      Optional<Failure> failure,
      DelegatedUsage spent)
      implements ChildRunEvent {
    public Returned(
        CallLocation call,
        UUID child,
        String output,
        Optional<ModelId> model,
        Optional<Failure> failure,
        DelegatedUsage spent) {
      this(call.phase(), call.iteration(), call.callId(), child, output, model, failure, spent);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Returned(
          phase,
          iteration,
          callId,
          child,
          mapper.body(output),
          model,
          failure.map(mapper::failure),
          spent);
    }
  }
}
