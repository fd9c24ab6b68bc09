package dev.reprise.run.state;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A call that was open where a run is forked, and what the fork takes over about it.
 *
 * @param isParents whether it stays a call of the run that the fork goes off from: that one has
 *     begun it, or may yet
 * @param events what the fork records of it before it goes on
 */
public record InheritedCall(ToolCall call, boolean isParents, List<ToolCallEvent> events) {

  public InheritedCall {
    events = List.copyOf(events);
  }

  /** The reply that asked for a call. */
  public record Place(String phase, int iteration) {}

  /**
   * Finds out what a fork takes over about a call.
   *
   * @param before the call where the fork goes off
   * @param later what the run recorded behind that
   * @param goesOn the effects of tools, if the run may yet go on with the call
   */
  public static InheritedCall of(
      Place place,
      ToolCallState before,
      List<ToolCallEvent> later,
      Optional<Function<String, Optional<EffectClass>>> goesOn) {
    List<ToolCallEvent> own =
        later.stream()
            .filter(event -> event.phase().equals(place.phase()))
            .filter(event -> event.iteration() == place.iteration())
            .filter(event -> event.callId().equals(before.call().id()))
            .toList();
    ToolCallState now = before;
    boolean begun = before.isInDoubt() || before.isDelegated();
    for (ToolCallEvent event : own) {
      now = now.apply(event);
      begun =
          begun
              || event instanceof ToolCallEvent.Started
              || event instanceof ToolCallEvent.Delegated;
    }
    boolean isParents = begun || goesOn.isPresent();
    if (goesOn.isPresent() && mayHappenTwice(now, goesOn.get())) {
      return new InheritedCall(before.call(), isParents, List.of(underWay(place, before.call())));
    }
    return new InheritedCall(before.call(), isParents, sinceItBegan(own));
  }

  /** Returns whether two runs that both go on with the call could harm. */
  private static boolean mayHappenTwice(
      ToolCallState call, Function<String, Optional<EffectClass>> effects) {
    if (call.isEnded() || call.until().isPresent() || ControlTool.isNamed(call.call().tool())) {
      return false;
    }
    Optional<EffectClass> effect = call.effectInDoubt().or(() -> effects.apply(call.call().tool()));
    return effect.filter(EffectClass::mayRunAgain).isEmpty();
  }

  /**
   * The other run may have the call under way at this moment, so even its tool cannot be asked
   * whether it has happened: that it has not would be no reason to run it. A person is.
   */
  private static ToolCallEvent underWay(Place place, ToolCall call) {
    return new ToolCallEvent.Started(
        place.phase(), place.iteration(), call.id(), call.tool(), EffectClass.ONCE);
  }

  /**
   * Leaves out earlier attempts, and answers that said nothing: a fork has fresh limits. What
   * people allowed the other run they have not allowed the fork.
   */
  private static List<ToolCallEvent> sinceItBegan(List<ToolCallEvent> events) {
    int begin = 0;
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) instanceof ToolCallEvent.Started) {
        begin = i;
      }
    }
    return events.subList(begin, events.size()).stream()
        .filter(
            event ->
                !(event instanceof ToolCallEvent.Reconciled asked
                    && asked.finding() == ReconciliationFinding.COULD_NOT_TELL))
        .filter(event -> !(event instanceof HumanInputEvent.Decided decided && decided.approved()))
        .map(InheritedCall::quoted)
        .toList();
  }

  /** What is left out makes digests of what people saw of the other run wrong here. */
  private static ToolCallEvent quoted(ToolCallEvent event) {
    return switch (event) {
      case HumanInputEvent word -> word.withoutDigest();
      case ToolCallEvent.Asked asked -> asked.withoutDigest();
      default -> event;
    };
  }
}
