package dev.reprise.journal.codec;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.RunEvent;
import java.util.Optional;

/**
 * What people, models and tools said in an event, as opposed to its structure: names, ids, codes,
 * hashes, numbers and times.
 *
 * <p>This is the one place that tells the two apart. The switch is closed, so that an event which
 * comes later has to say which of its members are which.
 */
final class EventContents {

  private EventContents() {}

  /** Rewrites what was said. What it returns stands in the place of what it was given. */
  interface Rewriting {

    /** Rewrites what the run is about: the client's words, from which it starts. */
    JsonValue input(JsonValue input);

    /** Rewrites a prompt, a model's words, a tool's result or an output. */
    String body(String text);

    /**
     * Rewrites the arguments of a call, or what only a provider understands; an object stays one.
     */
    JsonValue body(JsonValue json);

    /**
     * Rewrites what people and this server say to and about the run: a posted message, a failure's
     * message, a reason, evidence.
     */
    String remark(String text);
  }

  /** Returns the event with all rewritten that was said in it. */
  static RunEvent rewrite(RunEvent event, Rewriting as) {
    return switch (event) {
      case RunEvent.RunSubmitted it ->
          new RunEvent.RunSubmitted(
              it.agent(),
              it.agentVersion(),
              as.input(it.input()),
              it.workspace(),
              it.submittedBy(),
              it.tools(),
              it.delegation(),
              it.submitterRole());
      case RunEvent.RunForked it ->
          new RunEvent.RunForked(
              it.parent(),
              it.sequence(),
              it.hash(),
              it.calls(),
              it.by(),
              it.at(),
              remark(it.reason(), as),
              it.agentVersion(),
              it.submitterRole());
      case RunEvent.RunAdmitted it -> it;
      case RunEvent.InPhase it -> inPhase(it, as);
      case RunEvent.RunWaiting it ->
          new RunEvent.RunWaiting(it.waitingFor(), as.remark(it.reason()), it.until());
      case RunEvent.RunHandedOver it -> it;
      case RunEvent.RunBrokeDown it ->
          new RunEvent.RunBrokeDown(it.server(), failure(it.failure(), as), it.at());
      case RunEvent.RunPaused it ->
          new RunEvent.RunPaused(it.by(), remark(it.reason(), as), it.at());
      case RunEvent.RunImported it -> it;
      case RunEvent.RunResumed it ->
          new RunEvent.RunResumed(it.by(), remark(it.reason(), as), it.at());
      case RunEvent.RunRetried it ->
          new RunEvent.RunRetried(it.by(), it.at(), remark(it.reason(), as));
      case RunEvent.RunMigrated it ->
          new RunEvent.RunMigrated(
              it.by(),
              it.at(),
              as.remark(it.reason()),
              it.tools(),
              it.agentVersion(),
              it.accepted().stream().map(as::remark).toList());
      case RunEvent.RecordDelayed it -> it;
      case RunEvent.RunCheckpointed it -> it; // made of what was rewritten when it was recorded
      case RunEvent.RunCompleted it -> new RunEvent.RunCompleted(as.body(it.output()));
      case RunEvent.RunFailed it -> new RunEvent.RunFailed(failure(it.failure(), as));
      case RunEvent.RunCancelled it -> new RunEvent.RunCancelled(it.by(), as.remark(it.reason()));
      case RunEvent.RunDeadLettered it -> new RunEvent.RunDeadLettered(failure(it.failure(), as));
    };
  }

  private static RunEvent inPhase(RunEvent.InPhase event, Rewriting as) {
    return switch (event) {
      case RunEvent.PhaseStarted it ->
          new RunEvent.PhaseStarted(it.phase(), as.body(it.prompt()), it.at());
      case RunEvent.ModelReplied it ->
          new RunEvent.ModelReplied(
              it.phase(),
              it.iteration(),
              it.blocks().stream().map(block -> block(block, as)).toList(),
              it.usage(),
              it.metadata().map(as::body),
              it.model(),
              it.cost());
      case RunEvent.ModelRetrying it ->
          new RunEvent.ModelRetrying(
              it.phase(), it.iteration(), it.attempt(), failure(it.failure(), as), it.next());
      case RunEvent.ModelFellBack it ->
          new RunEvent.ModelFellBack(
              it.phase(), it.iteration(), failure(it.failure(), as), it.from(), it.to());
      case RunEvent.ModelFailed it ->
          new RunEvent.ModelFailed(it.phase(), it.iteration(), failure(it.failure(), as));
      case RunEvent.OfCall it -> ofCall(it, as);
      case RunEvent.MessagePosted it ->
          new RunEvent.MessagePosted(
              it.phase(),
              it.number(),
              as.remark(it.text()),
              it.by(),
              it.at(),
              remark(it.reason(), as));
      case RunEvent.LoopSuspected it ->
          new RunEvent.LoopSuspected(
              it.phase(), it.iteration(), it.streak(), it.measure(), as.remark(it.message()));
      case RunEvent.TranscriptCompacted it ->
          new RunEvent.TranscriptCompacted(
              it.phase(),
              it.iteration(),
              it.replaced(),
              as.body(it.summary()),
              it.usage(),
              it.model(),
              it.cost());
      case RunEvent.CompactionFailed it ->
          new RunEvent.CompactionFailed(
              it.phase(),
              it.iteration(),
              failure(it.failure(), as),
              it.usage(),
              it.model(),
              it.cost());
      case RunEvent.PhaseCompleted it ->
          new RunEvent.PhaseCompleted(it.phase(), as.body(it.output()));
      case RunEvent.PhaseSkipped it ->
          new RunEvent.PhaseSkipped(it.phase(), failure(it.warning(), as));
      case RunEvent.PhaseFailed it ->
          new RunEvent.PhaseFailed(it.phase(), failure(it.failure(), as));
    };
  }

  private static RunEvent ofCall(RunEvent.OfCall event, Rewriting as) {
    return switch (event) {
      case RunEvent.ToolCallStarted it -> it;
      case RunEvent.ToolCallCompleted it ->
          new RunEvent.ToolCallCompleted(
              it.phase(),
              it.iteration(),
              it.callId(),
              as.body(it.content()),
              it.images().stream().map(image -> image(image, as)).toList(),
              it.limit());
      case RunEvent.ToolCallFailed it ->
          new RunEvent.ToolCallFailed(
              it.phase(), it.iteration(), it.callId(), failure(it.failure(), as));
      case RunEvent.ToolCallResolved it ->
          new RunEvent.ToolCallResolved(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.verdict(),
              as.body(it.content()),
              it.by(),
              as.remark(it.evidence()),
              it.digest());
      case RunEvent.ToolCallReconciled it ->
          new RunEvent.ToolCallReconciled(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.finding(),
              as.body(it.content()),
              as.remark(it.reason()),
              it.next());
      case RunEvent.ToolCallDeferred it -> it;
      case RunEvent.ToolCallAsked it ->
          new RunEvent.ToolCallAsked(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.asking(),
              as.body(it.question()),
              it.until(),
              it.digest());
      case RunEvent.ToolCallAnswered it ->
          new RunEvent.ToolCallAnswered(
              it.phase(),
              it.iteration(),
              it.callId(),
              as.body(it.answer()),
              it.by(),
              it.at(),
              it.digest());
      case RunEvent.ToolCallDecided it ->
          new RunEvent.ToolCallDecided(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.approved(),
              it.by(),
              it.at(),
              remark(it.reason(), as),
              it.digest());
      case RunEvent.ToolCallDelegated it ->
          new RunEvent.ToolCallDelegated(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.child(),
              it.agent(),
              as.body(it.input()),
              it.limits());
      case RunEvent.ToolCallReturned it ->
          new RunEvent.ToolCallReturned(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.child(),
              as.body(it.output()),
              it.failure().map(failure -> failure(failure, as)),
              it.spent());
      case RunEvent.ToolCallUnknown it ->
          new RunEvent.ToolCallUnknown(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.attempt(),
              failure(it.failure(), as),
              it.next());
      case RunEvent.ToolCallRetrying it ->
          new RunEvent.ToolCallRetrying(
              it.phase(),
              it.iteration(),
              it.callId(),
              it.attempt(),
              failure(it.failure(), as),
              it.next());
    };
  }

  private static Block block(Block block, Rewriting as) {
    return switch (block) {
      case Block.Text it -> new Block.Text(as.body(it.text()));
      case Block.Reasoning it -> reasoning(it, as);
      case Block.Image it -> image(it, as);
      case Block.Call(ToolCall it) ->
          new Block.Call(
              new ToolCall(
                  it.id(), it.tool(), as.body(it.arguments()), it.metadata().map(as::body)));
      case Block.Other it -> new Block.Other(it.provider(), as.body(it.value()));
    };
  }

  private static Block.Image image(Block.Image image, Rewriting as) {
    return new Block.Image(as.body(image.source()), image.mediaType());
  }

  /** A proof of other words than those that are left proves nothing, and may hold them. */
  private static Block reasoning(Block.Reasoning block, Rewriting as) {
    String text = as.body(block.text());
    return text.equals(block.text())
        ? new Block.Reasoning(text, block.proof().map(as::body))
        : new Block.Reasoning(text);
  }

  private static Failure failure(Failure failure, Rewriting as) {
    return new Failure(failure.code(), as.remark(failure.message()));
  }

  private static Optional<String> remark(Optional<String> text, Rewriting as) {
    return text.map(as::remark);
  }
}
