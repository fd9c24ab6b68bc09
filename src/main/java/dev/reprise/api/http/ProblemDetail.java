package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Why a request was not carried out, as it goes over the wire (RFC 9457).
 *
 * @param type one of the URIs of {@link ProblemType}
 * @param detail what is wrong with this request
 * @param instance the path that was asked
 * @param code the type as a word: its last part
 * @param retryable whether the same request may succeed later
 * @param errors each single thing that is wrong; absent where there is nothing to tell apart
 * @param openCalls the calls that wait for a person; only where a word was about none of them
 * @param correlationId finds the cause in the server's log; only where the server is at fault
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProblemDetail(
    URI type,
    String title,
    int status,
    String detail,
    String instance,
    ProblemType code,
    @JsonInclude(JsonInclude.Include.ALWAYS) boolean retryable,
    List<FieldError> errors,
    List<OpenCall> openCalls,
    Optional<String> correlationId) {

  /** The media type of a problem. */
  public static final String JSON = "application/problem+json";

  public ProblemDetail {
    errors = List.copyOf(errors);
    openCalls = List.copyOf(openCalls);
  }

  static ProblemDetail of(
      ProblemException refusal, String instance, Optional<String> correlationId) {
    ProblemType type = refusal.type();
    return new ProblemDetail(
        type.uri(),
        type.title(),
        type.status(),
        refusal.detail(),
        instance,
        type,
        type.isRetryable(),
        refusal.errors(),
        refusal.openCalls(),
        correlationId);
  }
}
