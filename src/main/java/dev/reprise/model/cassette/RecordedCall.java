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
 * A line of a cassette: a request to a model and its outcome.
 *
 * @param version the version of the line's format
 * @param fingerprint of the request; equal requests have equal fingerprints
 * @param request the content of the request
 * @param reply the reply; empty if the call failed
 * @param failure the failure; empty if the call succeeded
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
      throw new IllegalArgumentException("a recorded call must have either a reply or a failure");
    }
  }

  static RecordedCall replied(JsonNode request, ModelReply reply) {
    return new RecordedCall(
        VERSION, fingerprint(request), request, Optional.of(reply), Optional.empty());
  }

  static RecordedCall failed(JsonNode request, ModelException e, Redaction redaction) {
    var refusal =
        new Refusal(
            e.failure().code(),
            redaction.text(e.failure().message()),
            e.fault().kind().code(),
            e.fault().retryAfter());
    return new RecordedCall(
        VERSION, fingerprint(request), request, Optional.empty(), Optional.of(refusal));
  }

  /** Returns the fingerprint of a request. */
  static String fingerprint(JsonNode request) {
    return CanonicalJson.sha256(request);
  }

  /** Returns whether its request has this fingerprint. */
  boolean isOf(String other) {
    return fingerprint.equals(other);
  }

  /** Returns whether its request is for the same step of a phase, regardless of the attempt. */
  boolean isOfStep(JsonNode other) {
    return has("phase", other) && has("iteration", other) && has("purpose", other);
  }

  /** Returns whether the requests are the same in this member. */
  boolean has(String member, JsonNode other) {
    return request.path(member).equals(other.path(member));
  }

  /**
   * Returns the reply that the model gave.
   *
   * @throws ModelException if the call failed
   */
  ModelReply replay() throws ModelException {
    if (failure.isPresent()) {
      throw failure.get().exception();
    }
    return reply.orElseThrow();
  }

  /**
   * The failure of a call.
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
