package dev.reprise.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** An event about one tool call; iteration and call id together name it within the phase. */
public sealed interface ToolCallEvent extends PhaseEvent
    permits HumanInputEvent,
        ToolCallEvent.Started,
        ToolCallEvent.Completed,
        ToolCallEvent.Failed,
        ToolCallEvent.Reconciled,
        ToolCallEvent.Unknown,
        ToolCallEvent.Deferred,
        ToolCallEvent.Asked,
        ToolCallEvent.Delegated,
        ToolCallEvent.Returned,
        ToolCallEvent.Retrying {

  int iteration();

  String callId();

  /**
   * The intent to run a tool, recorded before the tool is. A call with an intent and no result has
   * an unknown outcome.
   *
   * @param effect as the tool declared it at this moment; in a fork, {@code ONCE} for a call that
   *     its parent may have under way and that must not happen twice at one time
   */
  record Started(String phase, int iteration, String callId, String tool, EffectClass effect)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The tool did what was asked.
   *
   * @param content what it gave
   * @param images what it showed with it
   * @param limit how many bytes of the content a model is given at once; empty for 64 KiB
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

    /** Says that a tool gave words alone, of which a model is given as much as usual. */
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

  /** The tool refused or failed without effect; the model is told. */
  record Failed(String phase, int iteration, String callId, Failure failure)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(phase, iteration, callId, mapper.failure(failure));
    }
  }

  /**
   * A tool was asked what became of a call whose outcome was unknown.
   *
   * @param content what the call gave, if it happened; else empty
   * @param reason why the tool could not tell; else empty
   * @param next when it is asked again, if it could not tell; empty if a person is to say
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

    /** Says what was found out, or that a person is to say it. */
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
   * A tool call was begun and ended without anybody knowing whether its effect happened: it took
   * too long, or its tool could not say. Or one of which that is so was not made again for now.
   *
   * @param attempt how many attempts have failed or ended so, since the model asked or the run was
   *     retried
   * @param failure what is known of it
   * @param next when the call is made again, if it is by itself: of a tool that can be asked about
   *     it, if it turns out not to have happened; empty if it is not
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
   * The call is a wait, which is over at a time; until then it takes no thread and no attempt.
   *
   * @param until may have passed; then it is over at once
   */
  record Deferred(String phase, int iteration, String callId, Instant until)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * A person is asked about the call, which goes on with that person's word.
   *
   * @param question what is asked
   * @param until when nobody need answer any more; empty for never
   * @param digest which that person's word has to name; empty where that was not recorded yet, and
   *     in the record of a fork
   */
  record Asked(
      String phase,
      int iteration,
      String callId,
      QuestionKind asking,
      String question,
      Optional<Instant> until,
      Optional<String> digest)
      implements ToolCallEvent {

    /** Makes one that does not say what a word has to name. */
    public Asked(
        String phase,
        int iteration,
        String callId,
        QuestionKind asking,
        String question,
        Optional<Instant> until) {
      this(phase, iteration, callId, asking, question, until, Optional.empty());
    }

    /** Returns the same without it, to quote it in the record of a fork. */
    public Asked withoutDigest() {
      return new Asked(phase, iteration, callId, asking, question, until);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Asked(phase, iteration, callId, asking, mapper.body(question), until, digest);
    }
  }

  /**
   * Another run does what the call asks. It is submitted behind this event, by whoever carries this
   * run out, as often as that takes; its id is in the event, so there is one.
   *
   * @param child the other run
   * @param agent that it carries out
   * @param input that it is given
   * @param limits what this run leaves it
   */
  record Delegated(
      String phase,
      int iteration,
      String callId,
      UUID child,
      String agent,
      JsonValue input,
      Delegation limits)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Delegated(phase, iteration, callId, child, agent, mapper.body(input), limits);
    }
  }

  /**
   * The run that did what the call asked has its end.
   *
   * @param output its answer, if it completed; else what it had finished by then, which may be
   *     nothing
   * @param failure why it has none, if it did not complete
   * @param spent by it and those that it delegated to
   */
  record Returned(
      String phase,
      int iteration,
      String callId,
      UUID child,
      String output,
      Optional<Failure> failure,
      DelegatedUsage spent)
      implements ToolCallEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Returned(
          phase,
          iteration,
          callId,
          child,
          mapper.body(output),
          failure.map(mapper::failure),
          spent);
    }
  }

  /**
   * A tool call failed without effect in a way that may pass, and is made again.
   *
   * @param attempt that failed, counted from 1 since the model asked or the run was retried
   * @param next when it is made again
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
