package dev.reprise.model.cassette;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Failure;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.time.Duration;
import java.util.Optional;

/**
 * A line of a cassette: what a model was asked, and how that ended.
 *
 * @param version of the form of the line
 * @param fingerprint of the request: equal for equal ones
 * @param request all that the model was told
 * @param reply what it answered; empty if it failed
 * @param failure how it failed; empty if it answered
 */
record RecordedCall(
    int version,
    String fingerprint,
    JsonNode request,
    Optional<ModelReply> reply,
    Optional<Refusal> failure) {

  static final int VERSION = 1;

  RecordedCall {
    if (reply.isPresent() == failure.isPresent()) {
      throw new IllegalArgumentException("a call ended with a reply or with a failure");
    }
  }

  static RecordedCall replied(JsonNode request, ModelReply reply) {
    return new RecordedCall(
        VERSION, fingerprint(request), request, Optional.of(reply), Optional.empty());
  }

  static RecordedCall failed(JsonNode request, ModelException met, Redaction redaction) {
    var refusal =
        new Refusal(
            met.failure().code(),
            redaction.text(met.failure().message()),
            met.fault().kind().code(),
            met.fault().retryAfter());
    return new RecordedCall(
        VERSION, fingerprint(request), request, Optional.empty(), Optional.of(refusal));
  }

  /** Returns by what equal requests are known. */
  static String fingerprint(JsonNode request) {
    return CanonicalJson.sha256(request);
  }

  /** Returns whether it was asked with the same fingerprint. */
  boolean isOf(String asked) {
    return fingerprint.equals(asked);
  }

  /** Returns whether it was asked for the same step of a phase, at whatever attempt. */
  boolean isOfTheStep(JsonNode asked) {
    return has("phase", asked) && has("iteration", asked) && has("purpose", asked);
  }

  /** Returns whether the requests are the same in this member. */
  boolean has(String member, JsonNode asked) {
    return request.path(member).equals(asked.path(member));
  }

  /**
   * Answers as the model did.
   *
   * @throws ModelException if it failed
   */
  ModelReply again() throws ModelException {
    if (failure.isPresent()) {
      throw failure.get().exception();
    }
    return reply.orElseThrow();
  }

  /**
   * How a model failed.
   *
   * @param kind the code of its {@link FailureClass}
   */
  record Refusal(String code, String message, String kind, Optional<Duration> retryAfter) {

    private ModelException exception() {
      FailureClass known = FailureClass.of(kind).orElse(FailureClass.UNKNOWN);
      return new ModelException(new Failure(code, message), new Fault(known, message, retryAfter));
    }
  }
}
