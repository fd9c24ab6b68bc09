package dev.reprise.journal;

import dev.reprise.agent.OperatorVerdict;
import java.time.Instant;
import java.util.Optional;

/**
 * A person's input about one tool call: a decision, an answer, or a resolution. It holds only for
 * the call as that person saw it.
 */
public sealed interface HumanInputEvent extends ToolCallEvent {

  String by();

  /** Returns the digest of the call as the person saw it; empty in events from before it. */
  Optional<String> digest();

  /** Returns this event without the digest, to copy it into the record of a fork. */
  HumanInputEvent withoutDigest();

  /** Returns whether both are about the same call. Digests count only if both events have one. */
  default boolean isAboutTheCallOf(HumanInputEvent other) {
    return phase().equals(other.phase())
        && iteration() == other.iteration()
        && callId().equals(other.callId())
        && (digest().isEmpty() || other.digest().isEmpty() || digest().equals(other.digest()));
  }

  /**
   * A person stated the outcome of a call whose outcome was unknown.
   *
   * @param content the call's result, if it succeeded; else empty
   * @param evidence how the person knows
   * @param digest of the call as the person saw it; empty in events from before this member
   */
  record Resolved(
      String phase,
      int iteration,
      String callId,
      OperatorVerdict verdict,
      String content,
      String by,
      String evidence,
      Optional<String> digest)
      implements HumanInputEvent {

    /** Creates an event without a digest. */
    public Resolved(
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
    public Resolved withoutDigest() {
      return new Resolved(phase, iteration, callId, verdict, content, by, evidence);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Resolved(
          phase,
          iteration,
          callId,
          verdict,
          mapper.body(content),
          by,
          mapper.remark(evidence),
          digest);
    }
  }

  /**
   * A person answered the question of a call; the answer is the call's result.
   *
   * @param digest of the call as the person saw it; empty in events from before this member
   */
  record Answered(
      String phase,
      int iteration,
      String callId,
      String answer,
      String by,
      Instant at,
      Optional<String> digest)
      implements HumanInputEvent {

    /** Creates an event without a digest. */
    public Answered(
        String phase, int iteration, String callId, String answer, String by, Instant at) {
      this(phase, iteration, callId, answer, by, at, Optional.empty());
    }

    @Override
    public Answered withoutDigest() {
      return new Answered(phase, iteration, callId, answer, by, at);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Answered(phase, iteration, callId, mapper.body(answer), by, at, digest);
    }
  }

  /**
   * A person decided whether a call may be made. The decision holds for all attempts of this run at
   * the call, as long as its tool stays the same.
   *
   * @param reason as the person gave it, if any
   * @param digest of the call as the person saw it; empty in events from before this member
   */
  record Decided(
      String phase,
      int iteration,
      String callId,
      boolean approved,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> digest)
      implements HumanInputEvent {

    /** Creates an event without a digest. */
    public Decided(
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
    public Decided withoutDigest() {
      return new Decided(phase, iteration, callId, approved, by, at, reason);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Decided(phase, iteration, callId, approved, by, at, mapper.remark(reason), digest);
    }
  }
}
