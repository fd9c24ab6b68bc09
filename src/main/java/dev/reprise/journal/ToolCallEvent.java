package dev.reprise.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.task.CodeRun;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event about one tool call, or about what people say of a model call; iteration and call id
 * together name it within the phase.
 */
public sealed interface ToolCallEvent extends PhaseEvent
    permits ChildRunEvent,
        HumanInputEvent,
        ReminderEvent,
        ToolCallEvent.Started,
        ToolCallEvent.CodeRan,
        ToolCallEvent.Charged,
        ToolCallEvent.Completed,
        ToolCallEvent.Failed,
        ToolCallEvent.Reconciled,
        ToolCallEvent.Unknown,
        ToolCallEvent.Deferred,
        ToolCallEvent.Asked,
        ToolCallEvent.Retrying {

  /**
   * The id of the call in what people are asked and say about the next call of the phase's model.
   * The iteration is that of its reply, so a call of a tool that has this id is another one.
   */
  String MODEL_CALL = "model-call";

  int iteration();

  String callId();

  /**
   * The intent to call a tool, recorded before the call starts. A call with an intent and no result
   * has an unknown outcome.
   *
   * @param effect as the tool declared it at this moment; in a fork, {@code ONCE} for a call that
   *     may still be active in its parent and must not happen twice at the same time
   * @param estimate what the call was expected to cost; empty if that was unknown or nothing
   * @param allowedBy the approval of an earlier call that allows this one; empty for most
   */
  record Started(
      String phase,
      int iteration,
      String callId,
      String tool,
      EffectClass effect,
      Optional<CallEstimate> estimate,
      Optional<HumanInputEvent.Allowed.Reference> allowedBy)
      implements ToolCallEvent {

    /** Creates an event of a call without a known cost. */
    public Started(String phase, int iteration, String callId, String tool, EffectClass effect) {
      this(phase, iteration, callId, tool, effect, Optional.empty(), Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /** An attempt has run generated code, directly before its outcome. */
  record CodeRan(String phase, int iteration, String callId, CodeRun code)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The tool reported what an attempt did cost, directly before its outcome.
   *
   * @param usd in US dollars, with what it reported before in the attempt; at least 0
   * @param counted what the budget has counted since the attempt started, in US dollars; the
   *     difference counts from now on
   */
  record Charged(String phase, int iteration, String callId, BigDecimal usd, BigDecimal counted)
      implements ToolCallEvent {

    /** Returns what the attempt did cost beyond what was counted; below 0 if it was cheaper. */
    public BigDecimal difference() {
      return usd.subtract(counted);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The tool succeeded.
   *
   * @param content the text of its result
   * @param images the images of its result
   * @param limit how many bytes of the content a model reads at once; empty for 64 KiB
   */
  record Completed(
      String phase,
      int iteration,
      String callId,
      String content,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
          List<Block.Image> images,
      Optional<Integer> limit)
      implements ToolCallEvent {
    public Completed {
      images = List.copyOf(images);
    }

    /** Creates an event without images, with the usual limit. */
    public Completed(String phase, int iteration, String callId, String content) {
      this(phase, iteration, callId, content, List.of(), Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Completed(
          phase,
          iteration,
          callId,
          mapper.body(content),
          images.stream().map(mapper::image).toList(),
          limit);
    }
  }

  /**
   * The tool refused or failed without effect; the model is told.
   *
   * @param retries as in {@link ModelEvent.Failed}
   */
  record Failed(
      String phase, int iteration, String callId, Failure failure, Optional<Integer> retries)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(phase, iteration, callId, mapper.failure(failure), retries);
    }
  }

  /**
   * The server asked a tool for the outcome of a call whose outcome was unknown.
   *
   * @param content the call's result, if it happened; else empty
   * @param reason why the tool could not tell; else empty
   * @param next when the tool is asked again, if it could not tell; empty if a person must decide
   */
  record Reconciled(
      String phase,
      int iteration,
      String callId,
      ReconciliationFinding finding,
      String content,
      String reason,
      Optional<Instant> next)
      implements ToolCallEvent {

    /** Creates an event after which the tool is not asked again. */
    public Reconciled(
        String phase,
        int iteration,
        String callId,
        ReconciliationFinding finding,
        String content,
        String reason) {
      this(phase, iteration, callId, finding, content, reason, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Reconciled(
          phase, iteration, callId, finding, mapper.body(content), mapper.remark(reason), next);
    }
  }

  /**
   * A tool call ended, and whether its effect happened is unknown: it took too long, or its tool
   * could not tell. Also recorded when such a call is not retried for now.
   *
   * @param attempt how many attempts have failed or ended so, since the model asked for the call or
   *     the run was retried
   * @param failure what is known about it
   * @param next when the server retries the call by itself: for a reconcilable tool, only if the
   *     call turns out not to have happened; empty if the server does not
   */
  record Unknown(
      String phase,
      int iteration,
      String callId,
      int attempt,
      Failure failure,
      Optional<Instant> next)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Unknown(phase, iteration, callId, attempt, mapper.failure(failure), next);
    }
  }

  /**
   * The call waits until a time; until then it takes no thread and no attempt.
   *
   * @param until when the wait ends; if that is in the past, it ends at once
   */
  record Deferred(String phase, int iteration, String callId, Instant until)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The call waits for a person's decision or answer.
   *
   * @param question what the person is asked
   * @param until when the question expires; empty for never
   * @param digest the digest that the decision or answer must name; empty where a fork takes over a
   *     question
   * @param terms under which people are asked
   */
  record Asked(
      String phase,
      int iteration,
      String callId,
      QuestionKind asking,
      String question,
      Optional<Instant> until,
      Optional<String> digest,
      ApprovalTerms terms)
      implements ToolCallEvent {

    /** Returns the question with another digest and other terms. */
    public Asked with(Optional<String> named, ApprovalTerms under) {
      return new Asked(phase, iteration, callId, asking, question, until, named, under);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Asked(
          phase, iteration, callId, asking, mapper.body(question), until, digest, terms);
    }
  }

  /**
   * A tool call failed without effect for a reason that may pass, and is retried.
   *
   * @param attempt the attempt that failed, counted from 1 since the model asked for the call or
   *     the run was retried
   * @param next when it is retried
   */
  record Retrying(
      String phase, int iteration, String callId, int attempt, Failure failure, Instant next)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Retrying(phase, iteration, callId, attempt, mapper.failure(failure), next);
    }
  }
}
