package dev.reprise.journal;

import dev.reprise.agent.OperatorVerdict;
import java.time.Instant;
import java.util.Optional;

/**
 * What a person says about one tool call: a decision, an answer, or a resolution. It holds for the
 * call as that person saw it, and for no other.
 */
public sealed interface HumanInputEvent extends ToolCallEvent {

  String by();

  /** Returns the digest of the call as the person saw it; empty where that was not recorded yet. */
  Optional<String> digest();

  /** Returns the same without saying what the person saw, to quote it in the record of a fork. */
  HumanInputEvent withoutDigest();

  /** Returns whether both are about the same call, as far as they say how it was seen. */
  default boolean isAboutTheCallOf(HumanInputEvent other) {
    return phase().equals(other.phase())
        && iteration() == other.iteration()
        && callId().equals(other.callId())
        && (digest().isEmpty() || other.digest().isEmpty() || digest().equals(other.digest()));
  }

  /**
   * A person said what became of a call whose outcome was unknown.
   *
   * @param content what the call gave, if it succeeded; else empty
   * @param evidence how the person knows
   * @param digest of the call as the person saw it; empty where that was not recorded yet
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

    /** Makes one of which it is not known what the person saw. */
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
   * A person answered what a call asks; that is its result.
   *
   * @param digest of the call as the person saw it; empty where that was not recorded yet
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

    /** Makes one of which it is not known what the person saw. */
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
   * A person said whether a call may be made. That holds for it however often this run tries it, as
   * long as its tool stays the same.
   *
   * @param reason in that person's words, if there were any
   * @param digest of the call as the person saw it; empty where that was not recorded yet
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

    /** Makes one of which it is not known what the person saw. */
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
