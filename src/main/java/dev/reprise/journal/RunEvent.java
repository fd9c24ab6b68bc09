package dev.reprise.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.reprise.agent.Cost;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Role;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Something that happened to a run. The set is closed, and so is its form in the database: see
 * {@link EventType}.
 */
public sealed interface RunEvent {

  /** An event inside a phase. */
  sealed interface InPhase extends RunEvent {
    String phase();
  }

  /** An event about one tool call; iteration and call id together name it within the phase. */
  sealed interface OfCall extends InPhase {
    int iteration();

    String callId();
  }

  /**
   * What a person says about one tool call: a decision, an answer, or a resolution. It holds for
   * the call as that person saw it, and for no other.
   */
  sealed interface HumanInput extends OfCall {
    String by();

    /**
     * Returns the digest of the call as the person saw it; empty where that was not recorded yet.
     */
    Optional<String> digest();

    /** Returns the same without saying what the person saw, to quote it in the record of a fork. */
    HumanInput withoutDigest();

    /** Returns whether both are about the same call, as far as they say how it was seen. */
    default boolean isAboutTheCallOf(HumanInput other) {
      return phase().equals(other.phase())
          && iteration() == other.iteration()
          && callId().equals(other.callId())
          && (digest().isEmpty() || other.digest().isEmpty() || digest().equals(other.digest()));
    }
  }

  /**
   * A client asked for the run.
   *
   * @param agent the agent's name
   * @param agentVersion the content hash of the definition that the run keeps to its end
   * @param workspace the name of the directory tree given to the run
   * @param tools as the server declared them that took the run in, those that some phase grants;
   *     empty for a run that is older than this, which keeps none
   * @param delegation for which call of another run it works, if it does
   * @param submitterRole the highest role of that person; empty if none is known, and for a run
   *     that is older than this
   */
  record RunSubmitted(
      String agent,
      String agentVersion,
      JsonValue input,
      String workspace,
      String submittedBy,
      Optional<List<PinnedTool>> tools,
      Optional<Delegation> delegation,
      Optional<Role> submitterRole)
      implements RunEvent {

    public RunSubmitted {
      tools = tools.map(List::copyOf);
    }

    /** Makes one of a run that works for no other, for somebody of whom no role is known. */
    public RunSubmitted(
        String agent,
        String agentVersion,
        JsonValue input,
        String workspace,
        String submittedBy,
        Optional<List<PinnedTool>> tools) {
      this(
          agent,
          agentVersion,
          input,
          workspace,
          submittedBy,
          tools,
          Optional.empty(),
          Optional.empty());
    }

    public RunSubmitted(
        String agent, String agentVersion, JsonValue input, String workspace, String submittedBy) {
      this(agent, agentVersion, input, workspace, submittedBy, Optional.empty());
    }
  }

  /**
   * Someone had the run go on from an event of another one. What that one did up to there is the
   * past of both, and stands in the other's journal alone.
   *
   * @param parent the other run
   * @param sequence the place of the event there
   * @param hash of that event, hexadecimal
   * @param calls of the reply in hand there, those that the parent has begun or may yet begin: they
   *     stay the calls of the run that the parent has them from, and keep their idempotency keys
   * @param reason in that person's words, if there were any
   * @param agentVersion the content hash of the definition that the fork keeps, which need not be
   *     the one that the other run kept there; empty for a fork that is older than this
   * @param submitterRole the highest role of that person; empty if none is known, and for a fork
   *     that is older than this
   */
  record RunForked(
      UUID parent,
      long sequence,
      String hash,
      List<String> calls,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> agentVersion,
      Optional<Role> submitterRole)
      implements RunEvent {
    public RunForked {
      calls = List.copyOf(calls);
    }

    /** Makes one as it was before forks said which version they keep, and for what role. */
    public RunForked(
        UUID parent,
        long sequence,
        String hash,
        List<String> calls,
        String by,
        Instant at,
        Optional<String> reason) {
      this(parent, sequence, hash, calls, by, at, reason, Optional.empty(), Optional.empty());
    }
  }

  /**
   * A server took the run on: at first, after a crash, or to go on after a wait.
   *
   * @param beside how many other runs the server had in hand that ended with this one, where its
   *     end says nothing about this run, and costs it no attempt; else empty
   * @param losses how many servers in a row have ended with this run in hand, where that is held
   *     against it, as it was kept apart; else empty
   */
  record RunAdmitted(String server, Instant at, Optional<Integer> beside, Optional<Integer> losses)
      implements RunEvent {

    /** Makes an admission that counts like any other. */
    public RunAdmitted(String server, Instant at) {
      this(server, at, Optional.empty(), Optional.empty());
    }
  }

  /**
   * What carried the run out broke down, and its server lived on; the run is tried again later.
   *
   * @param server that had the run in hand
   * @param failure what broke down: class, message and a digest of the stack
   */
  record RunBrokeDown(String server, Failure failure, Instant at) implements RunEvent {

    /** What the failure is called where the run was not even read, as its store was away. */
    public static final String STORE_UNAVAILABLE = "store_unavailable";

    /** Returns whether it says anything about the run. */
    public boolean costsAttempt() {
      return !failure.code().equals(STORE_UNAVAILABLE);
    }
  }

  /** A phase began with this prompt, its template filled. */
  record PhaseStarted(String phase, String prompt, Instant at) implements InPhase {}

  /**
   * The model answered; the iteration counts from 1 within the phase.
   *
   * @param blocks what it said, in its order
   * @param metadata what the provider wants back unchanged with the reply
   * @param model who answered; empty where that was not recorded yet
   * @param cost of the call; empty if nobody knows
   */
  record ModelReplied(
      String phase,
      int iteration,
      List<Block> blocks,
      Usage usage,
      Optional<JsonValue> metadata,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements InPhase {
    public ModelReplied {
      var message = new Message.Assistant(blocks, metadata); // which knows what a model may say
      blocks = message.blocks();
      metadata = message.metadata();
    }

    /** Makes a reply of which it is not known who gave it. */
    public ModelReplied(
        String phase,
        int iteration,
        List<Block> blocks,
        Usage usage,
        Optional<JsonValue> metadata) {
      this(phase, iteration, blocks, usage, metadata, Optional.empty(), Optional.empty());
    }

    /** Makes a reply of words, if any, and calls behind them. */
    public ModelReplied(
        String phase, int iteration, String text, List<ToolCall> calls, Usage usage) {
      this(phase, iteration, Block.of(text, calls), usage, Optional.empty());
    }

    /** Returns the reply as it stands in the transcript. */
    public Message.Assistant message() {
      return new Message.Assistant(blocks, metadata);
    }
  }

  /**
   * The model gave no answer, and is asked again.
   *
   * @param attempt that failed, counted from 1 for each iteration; where the model was not asked,
   *     because its quota is paused, the one before, so that 0 is possible
   * @param next when it is asked again
   */
  record ModelRetrying(String phase, int iteration, int attempt, Failure failure, Instant next)
      implements InPhase {

    /** What a failure is called by which a model says that it cannot read so long a transcript. */
    public static final String TOO_LONG = "context_exceeded";

    /** Returns whether the transcript is to be made shorter before. */
    public boolean saysTooLong() {
      return failure.code().equals(TOO_LONG);
    }
  }

  /**
   * The model gave no answer, and the run goes on with the agent's next one.
   *
   * @param failure why
   * @param from who was asked
   * @param to who is asked from now on
   */
  record ModelFellBack(String phase, int iteration, Failure failure, ModelId from, ModelId to)
      implements InPhase {}

  /** The model gave no answer, and is not asked again. */
  record ModelFailed(String phase, int iteration, Failure failure) implements InPhase {}

  /**
   * The intent to run a tool, recorded before the tool is. A call with an intent and no result has
   * an unknown outcome.
   *
   * @param effect as the tool declared it at this moment; in a fork, {@code ONCE} for a call that
   *     its parent may have under way and that must not happen twice at one time
   */
  record ToolCallStarted(
      String phase, int iteration, String callId, String tool, EffectClass effect)
      implements OfCall {}

  /**
   * The tool did what was asked.
   *
   * @param content what it gave
   * @param images what it showed with it
   * @param limit how many bytes of the content a model is given at once; empty for 64 KiB
   */
  record ToolCallCompleted(
      String phase,
      int iteration,
      String callId,
      String content,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
          List<Block.Image> images,
      Optional<Integer> limit)
      implements OfCall {
    public ToolCallCompleted {
      images = List.copyOf(images);
    }

    /** Says that a tool gave words alone, of which a model is given as much as usual. */
    public ToolCallCompleted(String phase, int iteration, String callId, String content) {
      this(phase, iteration, callId, content, List.of(), Optional.empty());
    }
  }

  /** The tool refused or failed without effect; the model is told. */
  record ToolCallFailed(String phase, int iteration, String callId, Failure failure)
      implements OfCall {}

  /**
   * A person said what became of a call whose outcome was unknown.
   *
   * @param content what the call gave, if it succeeded; else empty
   * @param evidence how the person knows
   * @param digest of the call as the person saw it; empty where that was not recorded yet
   */
  record ToolCallResolved(
      String phase,
      int iteration,
      String callId,
      OperatorVerdict verdict,
      String content,
      String by,
      String evidence,
      Optional<String> digest)
      implements HumanInput {

    /** Makes one of which it is not known what the person saw. */
    public ToolCallResolved(
        String phase,
        int iteration,
        String callId,
        OperatorVerdict verdict,
        String content,
        String by,
        String evidence) {
      this(phase, iteration, callId, verdict, content, by, evidence, Optional.empty());
    }

    @Override
    public ToolCallResolved withoutDigest() {
      return new ToolCallResolved(phase, iteration, callId, verdict, content, by, evidence);
    }
  }

  /**
   * A tool was asked what became of a call whose outcome was unknown.
   *
   * @param content what the call gave, if it happened; else empty
   * @param reason why the tool could not tell; else empty
   * @param next when it is asked again, if it could not tell; empty if a person is to say
   */
  record ToolCallReconciled(
      String phase,
      int iteration,
      String callId,
      ReconciliationFinding finding,
      String content,
      String reason,
      Optional<Instant> next)
      implements OfCall {

    /** Says what was found out, or that a person is to say it. */
    public ToolCallReconciled(
        String phase,
        int iteration,
        String callId,
        ReconciliationFinding finding,
        String content,
        String reason) {
      this(phase, iteration, callId, finding, content, reason, Optional.empty());
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
  record ToolCallUnknown(
      String phase,
      int iteration,
      String callId,
      int attempt,
      Failure failure,
      Optional<Instant> next)
      implements OfCall {}

  /**
   * The call is a wait, which is over at a time; until then it takes no thread and no attempt.
   *
   * @param until may have passed; then it is over at once
   */
  record ToolCallDeferred(String phase, int iteration, String callId, Instant until)
      implements OfCall {}

  /**
   * A person is asked about the call, which goes on with that person's word.
   *
   * @param question what is asked
   * @param until when nobody need answer any more; empty for never
   * @param digest which that person's word has to name; empty where that was not recorded yet, and
   *     in the record of a fork
   */
  record ToolCallAsked(
      String phase,
      int iteration,
      String callId,
      QuestionKind asking,
      String question,
      Optional<Instant> until,
      Optional<String> digest)
      implements OfCall {

    /** Makes one that does not say what a word has to name. */
    public ToolCallAsked(
        String phase,
        int iteration,
        String callId,
        QuestionKind asking,
        String question,
        Optional<Instant> until) {
      this(phase, iteration, callId, asking, question, until, Optional.empty());
    }

    /** Returns the same without it, to quote it in the record of a fork. */
    public ToolCallAsked withoutDigest() {
      return new ToolCallAsked(phase, iteration, callId, asking, question, until);
    }
  }

  /**
   * A person answered what a call asks; that is its result.
   *
   * @param digest of the call as the person saw it; empty where that was not recorded yet
   */
  record ToolCallAnswered(
      String phase,
      int iteration,
      String callId,
      String answer,
      String by,
      Instant at,
      Optional<String> digest)
      implements HumanInput {

    /** Makes one of which it is not known what the person saw. */
    public ToolCallAnswered(
        String phase, int iteration, String callId, String answer, String by, Instant at) {
      this(phase, iteration, callId, answer, by, at, Optional.empty());
    }

    @Override
    public ToolCallAnswered withoutDigest() {
      return new ToolCallAnswered(phase, iteration, callId, answer, by, at);
    }
  }

  /**
   * A person said whether a call may be made. That holds for it however often this run tries it, as
   * long as its tool stays the same.
   *
   * @param reason in that person's words, if there were any
   * @param digest of the call as the person saw it; empty where that was not recorded yet
   */
  record ToolCallDecided(
      String phase,
      int iteration,
      String callId,
      boolean approved,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> digest)
      implements HumanInput {

    /** Makes one of which it is not known what the person saw. */
    public ToolCallDecided(
        String phase,
        int iteration,
        String callId,
        boolean approved,
        String by,
        Instant at,
        Optional<String> reason) {
      this(phase, iteration, callId, approved, by, at, reason, Optional.empty());
    }

    @Override
    public ToolCallDecided withoutDigest() {
      return new ToolCallDecided(phase, iteration, callId, approved, by, at, reason);
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
  record ToolCallDelegated(
      String phase,
      int iteration,
      String callId,
      UUID child,
      String agent,
      JsonValue input,
      Delegation limits)
      implements OfCall {}

  /**
   * The run that did what the call asked has its end.
   *
   * @param output its answer, if it completed; else what it had finished by then, which may be
   *     nothing
   * @param failure why it has none, if it did not complete
   * @param spent by it and those that it delegated to
   */
  record ToolCallReturned(
      String phase,
      int iteration,
      String callId,
      UUID child,
      String output,
      Optional<Failure> failure,
      DelegatedUsage spent)
      implements OfCall {}

  /**
   * A tool call failed without effect in a way that may pass, and is made again.
   *
   * @param attempt that failed, counted from 1 since the model asked or the run was retried
   * @param next when it is made again
   */
  record ToolCallRetrying(
      String phase, int iteration, String callId, int attempt, Failure failure, Instant next)
      implements OfCall {}

  /**
   * The run took a message that someone had posted to it; the model reads it behind all that was
   * said.
   *
   * @param number its place among the messages of the run, from 1 and gap-free
   * @param text data: never read as a template
   * @param at when it was posted
   * @param reason in that person's words, if there were any
   */
  record MessagePosted(
      String phase, long number, String text, String by, Instant at, Optional<String> reason)
      implements InPhase {}

  /**
   * The calls of some iterations in a row only repeated earlier ones, with the same outcomes, and
   * something is done about it.
   *
   * @param iteration whose calls were the last of them
   * @param streak how many iterations
   * @param message what the model reads about it
   */
  record LoopSuspected(
      String phase, int iteration, int streak, LoopResponse measure, String message)
      implements InPhase {}

  /**
   * A summary took the place of the older messages of the phase's transcript. What it replaced
   * stays in the journal.
   *
   * @param iteration model replies of the phase before it
   * @param replaced how many messages behind the first one
   * @param summary in the model's words
   * @param usage of the call that summarised
   * @param model who summarised; empty where that was not recorded yet
   * @param cost of the call; empty if nobody knows
   */
  record TranscriptCompacted(
      String phase,
      int iteration,
      int replaced,
      String summary,
      Usage usage,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements InPhase {

    /** Makes a summary of which it is not known who gave it. */
    public TranscriptCompacted(
        String phase, int iteration, int replaced, String summary, Usage usage) {
      this(phase, iteration, replaced, summary, usage, Optional.empty(), Optional.empty());
    }
  }

  /**
   * The phase's transcript was to be compacted and could not be; the phase goes on with it as it
   * is.
   *
   * @param iteration model replies of the phase before it
   * @param usage of the call, if it brought a reply that was of no use
   * @param model who gave that reply; empty if nobody did, and where it was not recorded yet
   * @param cost of the call; empty if nobody knows
   */
  record CompactionFailed(
      String phase,
      int iteration,
      Failure failure,
      Usage usage,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements InPhase {

    /** Makes a failure without a reply, or of which it is not known who gave it. */
    public CompactionFailed(String phase, int iteration, Failure failure, Usage usage) {
      this(phase, iteration, failure, usage, Optional.empty(), Optional.empty());
    }

    /** Returns whether there was a reply, and so something to pay for. */
    public boolean hasReply() {
      return model.isPresent() || !usage.equals(Usage.NONE);
    }
  }

  /** A phase ended with its answer. */
  record PhaseCompleted(String phase, String output) implements InPhase {}

  /** An optional phase failed; the run goes on without it. */
  record PhaseSkipped(String phase, Failure warning) implements InPhase {}

  /** A critical phase failed. */
  record PhaseFailed(String phase, Failure failure) implements InPhase {}

  /**
   * The run waits, without thread or lease, until someone or something wakes it.
   *
   * @param until when it goes on by itself; empty if it only does for someone
   */
  record RunWaiting(String waitingFor, String reason, Optional<Instant> until)
      implements RunEvent {}

  /** A server that shuts down gave the run back, unfinished and unharmed; this costs no attempt. */
  record RunHandedOver(String server) implements RunEvent {}

  /**
   * An operator stopped the run for now.
   *
   * @param at from when on its deadlines rest; empty where they do not, as before pauses had a time
   */
  record RunPaused(String by, Optional<String> reason, Optional<Instant> at) implements RunEvent {
    public RunPaused(String by, Optional<String> reason, Instant at) {
      this(by, reason, Optional.of(at));
    }
  }

  /**
   * Someone brought the run here, with its record, from another place or time; it is paused, and
   * goes on for that person.
   *
   * @param submitterRole the highest role of that person; empty if none is known, and for an import
   *     that is older than this
   */
  record RunImported(String by, Instant at, Optional<Role> submitterRole) implements RunEvent {
    public RunImported(String by, Instant at) {
      this(by, at, Optional.empty());
    }
  }

  /**
   * Someone had a run go on that was paused, that waited for a server with what it keeps, or that
   * went round in circles.
   *
   * @param at from when on the deadlines of a paused run count again
   */
  record RunResumed(String by, Optional<String> reason, Optional<Instant> at) implements RunEvent {
    public RunResumed(String by, Optional<String> reason, Instant at) {
      this(by, reason, Optional.of(at));
    }
  }

  /**
   * Someone had a run that had failed go on from the step that failed, with fresh limits.
   *
   * @param reason in that person's words, if there were any
   */
  record RunRetried(String by, Instant at, Optional<String> reason) implements RunEvent {
    public RunRetried(String by, Instant at) {
      this(by, at, Optional.empty());
    }
  }

  /**
   * Someone had the run go on with tools, or a version of its agent, that it did not begin with.
   *
   * @param tools what it keeps of the tools from now on
   * @param agentVersion what it keeps of its agent from now on, if that changed
   * @param accepted what was different, in words
   */
  record RunMigrated(
      String by,
      Instant at,
      String reason,
      List<PinnedTool> tools,
      Optional<Version> agentVersion,
      List<String> accepted)
      implements RunEvent {

    public RunMigrated {
      tools = List.copyOf(tools);
      accepted = List.copyOf(accepted);
    }

    /** The content hashes of two versions. */
    public record Version(String from, String to) {}
  }

  /**
   * The database took some of the events before this one only after it had failed; nothing was
   * lost, but for a while the run went on without a record of what it did.
   *
   * @param failures how many writes failed
   */
  record RecordDelayed(int failures) implements RunEvent {}

  /**
   * What all events before this one add up to: a resume reads from here on. It says nothing new.
   *
   * @param snapshot a JSON object of the {@code run} room
   */
  record RunCheckpointed(JsonValue snapshot) implements RunEvent {}

  /** The run ended with its answer. */
  record RunCompleted(String output) implements RunEvent {}

  /** The run ended without one. */
  record RunFailed(Failure failure) implements RunEvent {}

  /** Someone ended the run. */
  record RunCancelled(String by, String reason) implements RunEvent {}

  /** The run was taken on again and again without a step forward, and was given up. */
  record RunDeadLettered(Failure failure) implements RunEvent {}
}
