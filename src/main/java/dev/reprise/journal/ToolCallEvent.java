package dev.reprise.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event about one tool call, or about what people say of a model call; iteration and call id
 * together name it within the phase. Tested by {@code EventCodecTest}.
 */
public sealed interface ToolCallEvent extends PhaseEvent
    permits AttemptEvent,
        ChildRunEvent,
        HumanInputEvent,
        ReminderEvent,
        ToolCallEvent.Started,
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

  /** Returns the call. */
  default CallLocation location() {
    return new CallLocation(phase(), iteration(), callId());
  }

  /** Returns whether it is about this call. */
  default boolean isAbout(CallLocation call) {
    return call.iteration() == iteration()
        && call.callId().equals(callId())
        && call.phase().equals(phase());
  }

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

    public Started(
        CallLocation call,
        String tool,
        EffectClass effect,
        Optional<CallEstimate> estimate,
        Optional<HumanInputEvent.Allowed.Reference> allowedBy) {
      this(call.phase(), call.iteration(), call.callId(), tool, effect, estimate, allowedBy);
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

    public Completed(
        CallLocation call, String content, List<Block.Image> images, Optional<Integer> limit) {
      this(call.phase(), call.iteration(), call.callId(), content, images, limit);
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
    public Failed(CallLocation call, Failure failure, Optional<Integer> retries) {
      this(call.phase(), call.iteration(), call.callId(), failure, retries);
    }

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

    public Reconciled(
        CallLocation call,
        ReconciliationFinding finding,
        String content,
        String reason,
        Optional<Instant> next) {
      this(call.phase(), call.iteration(), call.callId(), finding, content, reason, next);
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
    public Unknown(CallLocation call, int attempt, Failure failure, Optional<Instant> next) {
      this(call.phase(), call.iteration(), call.callId(), attempt, failure, next);
    }

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
    public Deferred(CallLocation call, Instant until) {
      this(call.phase(), call.iteration(), call.callId(), until);
    }

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

    /** Creates a question without a digest. */
    public Asked(
        CallLocation call,
        QuestionKind asking,
        String question,
        Optional<Instant> until,
        ApprovalTerms terms) {
      this(
          call.phase(),
          call.iteration(),
          call.callId(),
          asking,
          question,
          until,
          Optional.empty(),
          terms);
    }

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
    public Retrying(CallLocation call, int attempt, Failure failure, Instant next) {
      this(call.phase(), call.iteration(), call.callId(), attempt, failure, next);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Retrying(phase, iteration, callId, attempt, mapper.failure(failure), next);
    }
  }
}
