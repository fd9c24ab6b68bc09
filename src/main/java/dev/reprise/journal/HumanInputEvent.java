package dev.reprise.journal;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.message.JsonValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * A person's input about one tool call: a decision, an answer, or a resolution. It holds only for
 * the call as that person saw it. Tested by {@code EventCodecTest}.
 */
public sealed interface HumanInputEvent extends ToolCallEvent {

  /**
   * The author of approvals that a server in its test profile gives without a person. No user can
   * have this name.
   */
  String TEST_PROFILE = "test profile";

  String by();

  /**
   * Returns the digest of the call as the person saw it; empty in the record of a fork, which has
   * copied the event.
   */
  Optional<String> digest();

  /** Returns this event without the digest, to copy it into the record of a fork. */
  HumanInputEvent withoutDigest();

  /** Returns whether both are about the same call. Digests count only if both events have one. */
  default boolean isAboutTheCallOf(HumanInputEvent other) {
    return isAbout(other.location())
        && (digest().isEmpty() || other.digest().isEmpty() || digest().equals(other.digest()));
  }

  /**
   * A person stated the outcome of a call whose outcome was unknown.
   *
   * @param content the call's result, if it succeeded; else empty
   * @param evidence how the person knows
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

    @Override
    public Resolved withoutDigest() {
      return new Resolved(
          phase, iteration, callId, verdict, content, by, evidence, Optional.empty());
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

  /** A person answered the question of a call; the answer is the call's result. */
  record Answered(
      String phase,
      int iteration,
      String callId,
      String answer,
      String by,
      Instant at,
      Optional<String> digest)
      implements HumanInputEvent {

    @Override
    public Answered withoutDigest() {
      return new Answered(phase, iteration, callId, answer, by, at, Optional.empty());
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

    /** Returns the approval that a server in its test profile gives to a question. */
    public static Decided withoutPeople(ToolCallEvent.Asked question, Instant at) {
      return new Decided(
          question.phase(),
          question.iteration(),
          question.callId(),
          true,
          TEST_PROFILE,
          at,
          Optional.of("The server approved it in its test profile; no person was asked."),
          question.digest());
    }

    @Override
    public Decided withoutDigest() {
      return new Decided(phase, iteration, callId, approved, by, at, reason, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Decided(phase, iteration, callId, approved, by, at, mapper.remark(reason), digest);
    }
  }

  /**
   * A person approved a call, and the later calls of its tool in this run as long as they are not
   * expected to cost more.
   *
   * @param upTo what those calls may cost together, in {@link dev.reprise.agent.Cost#CURRENCY};
   *     more than 0
   * @param reason as the person gave it, if any
   */
  record Allowed(
      String phase,
      int iteration,
      String callId,
      BigDecimal upTo,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> digest)
      implements HumanInputEvent {

    /** Names this event in the record of a call that it allows. */
    public record Reference(String phase, int iteration, String callId, String by) {}

    public Reference reference() {
      return new Reference(phase, iteration, callId, by);
    }

    @Override
    public Allowed withoutDigest() {
      return new Allowed(phase, iteration, callId, upTo, by, at, reason, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Allowed(phase, iteration, callId, upTo, by, at, mapper.remark(reason), digest);
    }
  }

  /**
   * A person changed the arguments of a call that waits for an approval, and approves the call with
   * the new ones alone, unless another person must.
   *
   * @param reason as the person gave it, if any
   * @param digest of the call as the person saw it, before the change; empty in the record of a
   *     fork, where the change approves nothing
   */
  record Edited(
      String phase,
      int iteration,
      String callId,
      Change change,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> digest)
      implements HumanInputEvent {

    /**
     * What the call is now.
     *
     * @param arguments an object; the call is made with exactly these
     * @param digest of the call with these arguments
     * @param forAnother whether another person must approve what this one wrote
     */
    public record Change(JsonValue arguments, String digest, boolean forAnother) {

      /** Creates a change with which the person approves the call. */
      public Change(JsonValue arguments, String digest) {
        this(arguments, digest, false);
      }
    }

    @Override
    public Edited withoutDigest() {
      return new Edited(phase, iteration, callId, change, by, at, reason, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Edited(
          phase,
          iteration,
          callId,
          new Change(mapper.body(change.arguments()), change.digest(), change.forAnother()),
          by,
          at,
          mapper.remark(reason),
          digest);
    }
  }

  /**
   * A person passed a call that waits for people on to a colleague, who alone can approve or answer
   * it from now on. Anyone who may decide can still deny it, or pass it on.
   *
   * @param to the colleague
   * @param by who passed it on
   * @param reason as the person gave it, if any
   */
  record Assigned(
      String phase,
      int iteration,
      String callId,
      String to,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> digest)
      implements HumanInputEvent {

    @Override
    public Assigned withoutDigest() {
      return new Assigned(phase, iteration, callId, to, by, at, reason, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Assigned(phase, iteration, callId, to, by, at, mapper.remark(reason), digest);
    }
  }
}
