package dev.reprise.run.state;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.Approval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A call that was open at the fork point of a run, and what the fork inherits of it. Tested by
 * {@code ForkPointTest}.
 *
 * @param isParents whether the call still belongs to the parent: the parent has started it, or may
 *     yet
 * @param events what the fork records of the call before it continues
 */
public record InheritedCall(ToolCall call, boolean isParents, List<ToolCallEvent> events) {

  public InheritedCall {
    events = List.copyOf(events);
  }

  /** Returns what a fork records of the call before it continues; its questions are its own. */
  public List<ToolCallEvent> eventsIn(UUID fork) {
    return events.stream().map(event -> askedBy(fork, event)).toList();
  }

  private static ToolCallEvent askedBy(UUID fork, ToolCallEvent event) {
    return event instanceof ToolCallEvent.Asked asked
        ? asked.with(asked.digest(), asked.terms().in(fork))
        : event;
  }

  /**
   * Determines what a fork inherits of a call.
   *
   * @param before the call at the fork point
   * @param later what the parent recorded after that
   * @param ifContinued the effects of tools, if the parent may yet continue the call
   */
  public static InheritedCall of(
      CallLocation location,
      ToolCallState before,
      List<ToolCallEvent> later,
      Optional<Function<String, Optional<EffectClass>>> ifContinued) {
    List<ToolCallEvent> own = later.stream().filter(event -> event.isAbout(location)).toList();
    ToolCallState now = before;
    boolean begun = before.isInDoubt() || before.isDelegated();
    for (ToolCallEvent event : own) {
      now = now.apply(event);
      begun =
          begun
              || event instanceof ToolCallEvent.Started
              || event instanceof ChildRunEvent.Delegated;
    }
    boolean isParents = begun || ifContinued.isPresent();
    if (ifContinued.isPresent() && mayHappenTwice(now, ifContinued.get())) {
      return new InheritedCall(
          before.call(), isParents, continuing(own, List.of(underWay(location, before.call()))));
    }
    List<ToolCallEvent> since = sinceItBegan(own);
    return new InheritedCall(
        before.call(), isParents, since.isEmpty() ? openQuestion(location, before) : since);
  }

  /**
   * Returns the question for an answer that the call waits for, which the fork asks too: an answer
   * to the parent is none to the fork. A fork asks again for approvals when it continues.
   */
  private static List<ToolCallEvent> openQuestion(CallLocation location, ToolCallState call) {
    return call.progress() instanceof ToolCallProgress.WithPerson open
            && open.asking() == QuestionKind.ANSWER
        ? List.of(
            new ToolCallEvent.Asked(
                location,
                open.asking(),
                open.question(),
                open.until(),
                call.approval().map(Approval::terms).orElse(ApprovalTerms.NONE)))
        : List.of();
  }

  /** Returns whether it could be harmful that both runs continue the call. */
  private static boolean mayHappenTwice(
      ToolCallState call, Function<String, Optional<EffectClass>> effects) {
    if (call.isEnded() || ControlTool.isNamed(call.call().tool())) {
      return false;
    }
    Optional<EffectClass> effect = call.effectInDoubt().or(() -> effects.apply(call.call().tool()));
    return effect.filter(EffectClass::mayRunAgain).isEmpty();
  }

  /**
   * The parent may have the call under way at this moment, so its tool cannot be asked either: an
   * answer that the call has not happened would not allow the fork to run it. A person must decide.
   */
  private static ToolCallEvent underWay(CallLocation location, ToolCall call) {
    return new ToolCallEvent.Started(
        location, call.tool(), EffectClass.ONCE, Optional.empty(), Optional.empty());
  }

  /**
   * Leaves out earlier attempts, but for the answers of their child runs, and inquiries without an
   * answer, because a fork has fresh limits. It also leaves out approvals, which people gave the
   * parent and not the fork, and whose they were, and what the parent paid.
   */
  private static List<ToolCallEvent> sinceItBegan(List<ToolCallEvent> events) {
    int begin = -1;
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) instanceof ToolCallEvent.Started) {
        begin = i;
      }
    }
    List<ToolCallEvent> since =
        events.subList(Math.max(0, begin), events.size()).stream()
            .filter(event -> !isLeftOut(event))
            .map(InheritedCall::quoted)
            .toList();
    return begin < 0 ? since : continuing(events.subList(0, begin), since);
  }

  private static boolean isLeftOut(ToolCallEvent event) {
    return switch (event) {
      case ToolCallEvent.Reconciled asked ->
          asked.finding() == ReconciliationFinding.COULD_NOT_TELL;
      case HumanInputEvent.Decided decided -> decided.approved();
      case HumanInputEvent.Edited ignored -> true;
      case HumanInputEvent.Allowed ignored -> true;
      case HumanInputEvent.Assigned ignored -> true;
      case ReminderEvent ignored -> true;
      case AttemptEvent.CodeRan ignored -> true;
      case AttemptEvent.Charged ignored -> true;
      default -> false;
    };
  }

  /**
   * Puts first what earlier attempts leave to the newest one. The parent made, or may yet make, the
   * call with the arguments that a person gave it there. The answers of child runs count towards
   * the call as a whole, and the id of its next child run depends on their number.
   */
  private static List<ToolCallEvent> continuing(
      List<ToolCallEvent> earlier, List<ToolCallEvent> events) {
    List<ToolCallEvent> all = new ArrayList<>();
    earlier.stream()
        .filter(HumanInputEvent.Edited.class::isInstance)
        .reduce((before, newest) -> newest)
        .ifPresent(edit -> all.add(quoted(edit)));
    earlier.stream().filter(ChildRunEvent.class::isInstance).forEach(all::add);
    all.addAll(events);
    return all;
  }

  /** The omitted events make the digests invalid that people saw in the parent. */
  private static ToolCallEvent quoted(ToolCallEvent event) {
    return switch (event) {
      case HumanInputEvent word -> word.withoutDigest();
      case ToolCallEvent.Asked asked -> asked.with(Optional.empty(), asked.terms());
      default -> event;
    };
  }
}
