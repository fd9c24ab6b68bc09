package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.agent.message.Explanation;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a request was not carried out, in JSON (RFC 9457). The standard members are flat in it.
 *
 * @param code the last part of the type's URI
 * @param retryable whether the same request may succeed later
 * @param explanation what the detail says, for programs, if there is a code for it
 * @param errors everything that is wrong, one by one; absent if there is only one thing
 * @param openCalls the calls that wait for a person; only if a decision was about none of them
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProblemDetail(
    @JsonUnwrapped Standard standard,
    ProblemType code,
    @JsonInclude(JsonInclude.Include.ALWAYS) boolean retryable,
    Optional<Explanation> explanation,
    List<FieldError> errors,
    List<OpenCall> openCalls,
    @JsonUnwrapped References references) {

  /**
   * Where to look further.
   *
   * @param runId the run that the request was about, if it was about one
   * @param traceId of the request: that of its header {@code traceparent}, or a new one
   * @param correlationId identifies the cause in the server's log; only if the server is at fault
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record References(Optional<UUID> runId, String traceId, Optional<String> correlationId) {}

  /** The media type of a problem. */
  public static final String JSON = "application/problem+json";

  private static final Pattern RUN =
      Pattern.compile("/api/v1/runs/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/:].*)?");

  public ProblemDetail {
    errors = List.copyOf(errors);
    openCalls = List.copyOf(openCalls);
  }

  /**
   * The members that RFC 9457 defines.
   *
   * @param type one of the URIs of {@link ProblemType}
   * @param detail what is wrong with this request
   * @param instance the path of the request
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Standard(URI type, String title, int status, String detail, String instance) {}

  static ProblemDetail of(
      ProblemException refusal, String instance, String traceId, Optional<String> correlationId) {
    ProblemType type = refusal.type();
    return new ProblemDetail(
        new Standard(type.uri(), type.title(), type.status(), refusal.detail(), instance),
        type,
        type.isRetryable(),
        refusal.explanation(),
        refusal.errors(),
        refusal.openCalls(),
        new References(run(instance), traceId, correlationId));
  }

  private static Optional<UUID> run(String path) {
    Matcher run = RUN.matcher(path);
    return run.matches() ? Optional.of(UUID.fromString(run.group(1))) : Optional.empty();
  }
}
