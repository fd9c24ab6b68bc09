package dev.reprise.run.state;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.ToolCallProgress.Asked;
import dev.reprise.run.state.ToolCallProgress.Deferred;
import dev.reprise.run.state.ToolCallProgress.Delegated;
import dev.reprise.run.state.ToolCallProgress.Ended;
import dev.reprise.run.state.ToolCallProgress.InDoubt;
import dev.reprise.run.state.ToolCallProgress.NotHappened;
import dev.reprise.run.state.ToolCallProgress.Retrying;
import dev.reprise.run.state.ToolCallProgress.Started;
import dev.reprise.run.state.ToolCallProgress.WithPerson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How an event about a tool call changes the call, and which decisions of people it waits for.
 * Tested by {@code AnyPrefixResumesTest}.
 */
final class ToolCallTransitions {

  private ToolCallTransitions() {}

  /**
   * Returns the progress of a call after an event about it.
   *
   * @throws IllegalStateException if the event is about the outcome of a call that was not started
   */
  static ToolCallProgress apply(ToolCallState call, ToolCallEvent event) {
    return switch (event) {
      case ToolCallEvent.Started started ->
          new Started(started.effect(), call.progress().times() + 1);
      case AttemptEvent.CodeRan ignored -> call.progress();
      case AttemptEvent.Charged ignored -> call.progress();
      case ToolCallEvent.Unknown unknown -> unknown(call, unknown);
      case ToolCallEvent.Completed completed ->
          succeeded(completed, completed.content(), completed.images(), completed.limit());
      case ToolCallEvent.Failed failed -> failed(failed.failure());
      case HumanInputEvent.Resolved resolved -> resolved(resolved);
      case ToolCallEvent.Reconciled reconciled -> reconciled(call, reconciled);
      case ToolCallEvent.Deferred deferred -> new Deferred(deferred.until());
      case ToolCallEvent.Retrying retrying -> new Retrying(retrying.next());
      case ToolCallEvent.Asked asked ->
          new WithPerson(asked.asking(), asked.question(), asked.until());
      case HumanInputEvent.Answered answered -> succeeded(answered, answered.answer());
      case HumanInputEvent.Decided decided -> decided(call, decided);
      case HumanInputEvent.Edited ignored -> new Asked();
      case HumanInputEvent.Allowed ignored -> new Asked();
      case HumanInputEvent.Assigned ignored -> call.progress();
      case ReminderEvent ignored -> call.progress();
      case ChildRunEvent.Delegated delegated ->
          new Delegated(
              delegated.child(), delegated.agent(), delegated.input(), delegated.limits());
      case ChildRunEvent.Returned returned ->
          call.isAnsweredByAgent() ? returned(returned) : new Asked();
    };
  }

  private static ToolCallProgress unknown(ToolCallState call, ToolCallEvent.Unknown event) {
    EffectClass effect = call.effectInDoubt().orElseThrow(() -> notInFlight(call));
    return new InDoubt(effect, event.failure(), event.next(), 0, Optional.empty());
  }

  private static ToolCallProgress resolved(HumanInputEvent.Resolved event) {
    return switch (event.verdict()) {
      case SUCCEEDED -> succeeded(event, event.content());
      case FAILED -> new Ended(ToolOutcome.failed("resolved_as_failed", event.evidence()));
      case RETRY -> new Asked();
    };
  }

  /** One denial denies; the call waits on until as many have approved as must. */
  private static ToolCallProgress decided(ToolCallState call, HumanInputEvent.Decided event) {
    if (!event.approved()) {
      return refused(event);
    }
    return Approval.after(call.approval(), event).filter(Approval::isGiven).isPresent()
        ? new Asked()
        : call.progress();
  }

  private static ToolCallProgress refused(HumanInputEvent.Decided event) {
    return new Ended(
        ToolOutcome.failed(
            "refused_by_person",
            event
                .reason()
                .map("a person refused the call: %s"::formatted)
                .orElse("a person refused the call")));
  }

  private static ToolCallProgress reconciled(ToolCallState call, ToolCallEvent.Reconciled event) {
    return switch (event.finding()) {
      case HAPPENED -> happened(call, event);
      case DID_NOT_HAPPEN -> didNotHappen(call);
      case COULD_NOT_TELL -> stillInDoubt(call, event.next());
    };
  }

  private static ToolCallProgress happened(ToolCallState call, ToolCallEvent.Reconciled event) {
    if (call.effectInDoubt().isEmpty()) {
      throw notInFlight(call);
    }
    return succeeded(event, event.content());
  }

  /** A call that is not retried has failed: that is certain now. */
  private static ToolCallProgress didNotHappen(ToolCallState call) {
    return switch (call.progress()) {
      case Started it -> new NotHappened(it.times(), Optional.empty());
      case InDoubt it when it.repeat().isPresent() -> new NotHappened(0, it.repeat());
      case InDoubt it -> failed(it.failure());
      default -> throw notInFlight(call);
    };
  }

  private static ToolCallProgress stillInDoubt(ToolCallState call, Optional<Instant> next) {
    return switch (call.progress()) {
      case Started it -> new Started(it.effect(), it.times(), it.inquiries() + 1, next);
      case InDoubt it ->
          new InDoubt(it.effect(), it.failure(), it.repeat(), it.inquiries() + 1, next);
      default -> throw notInFlight(call);
    };
  }

  private static IllegalStateException notInFlight(ToolCallState call) {
    return new IllegalStateException(
        "call '%s' was not in flight, but %s"
            .formatted(call.call().id(), call.progress().getClass().getSimpleName()));
  }

  private static ToolCallProgress returned(ChildRunEvent.Returned event) {
    return event
        .failure()
        .<ToolCallProgress>map(failure -> new Ended(PartialOutput.told(event, failure)))
        .orElseGet(() -> succeeded(event, event.output()));
  }

  private static ToolCallProgress failed(Failure failure) {
    return new Ended(new ToolOutcome.Failed(failure));
  }

  private static ToolCallProgress succeeded(ToolCallEvent event, String content) {
    return succeeded(event, content, List.of(), Optional.empty());
  }

  /** The record has the whole content; the model gets as much of it as fits its context. */
  private static ToolCallProgress succeeded(
      ToolCallEvent event, String content, List<Block.Image> images, Optional<Integer> limit) {
    String given = ResultTruncation.of(limit).apply(event, content);
    return new Ended(new ToolOutcome.Succeeded(given, images));
  }

  /** Returns the answers of a call after an event about it. */
  static List<TaskAnswer> answers(ToolCallState call, ToolCallEvent event) {
    return event instanceof ChildRunEvent.Returned returned
            && call.progress() instanceof Delegated task
            && !call.isAnsweredByAgent()
        ? Stream.concat(call.answers().stream(), Stream.of(answer(task, returned))).toList()
        : call.answers();
  }

  private static TaskAnswer answer(Delegated task, ChildRunEvent.Returned end) {
    return new TaskAnswer(
        end.child(),
        new AgentTask(task.agent(), task.input()),
        end.output(),
        end.model(),
        end.failure());
  }

  /** Returns whether a call waits for a decision, and the decision is about its state now. */
  static boolean isAwaited(ToolCallState call, HumanInputEvent decision) {
    boolean awaited =
        switch (decision) {
          case HumanInputEvent.Decided it ->
              awaitsApproval(call, it.at())
                  && !(it.approved()
                      && call.approval().equals(Approval.after(call.approval(), it)));
          case HumanInputEvent.Allowed it ->
              awaitsApproval(call, it.at())
                  && Approval.after(call.approval(), it).filter(Approval::isGiven).isPresent();
          case HumanInputEvent.Edited it ->
              awaitsApproval(call, it.at())
                  && it.change().digest().equals(call.digestWith(it.change().arguments()));
          case HumanInputEvent.Answered ignored -> call.asks(QuestionKind.ANSWER);
          case HumanInputEvent.Assigned it ->
              call.isWithPerson() && !call.isApprovalExpired(it.at());
          case HumanInputEvent.Resolved ignored -> call.isInDoubt();
        };
    return awaited
        && call.approval().map(it -> it.isOpenTo(decision)).orElse(true)
        && decision.digest().equals(Optional.of(call.digest()));
  }

  private static boolean awaitsApproval(ToolCallState call, Instant at) {
    return call.asks(QuestionKind.APPROVAL) && !call.isApprovalExpired(at);
  }
}
