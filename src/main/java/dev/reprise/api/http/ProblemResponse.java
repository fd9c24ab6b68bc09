package dev.reprise.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The response to a failure: a problem, and a line in the log if the server is at fault. */
final class ProblemResponse {

  private static final System.Logger LOG = System.getLogger(ProblemResponse.class.getName());
  private static final int UNAVAILABLE = 503;
  static final int RETRY_AFTER_SECONDS = 5;
  private static final Set<ProblemType> OWN_FAULTS =
      EnumSet.of(
          ProblemType.INTERNAL_ERROR,
          ProblemType.OUTCOME_UNKNOWN,
          ProblemType.RECORD_BROKEN,
          ProblemType.STORE_UNAVAILABLE);

  private ProblemResponse() {}

  static Response to(Throwable fault, UriInfo uri, HttpServletRequest request) {
    ProblemException refusal = ProblemMapper.of(fault);
    String path = uri.getRequestUri().getRawPath();
    String traceId = TraceId.of(request);
    Optional<String> correlationId = logged(fault, refusal, path, traceId);
    var response =
        Response.status(refusal.type().status())
            .type(ProblemDetail.JSON)
            .entity(ProblemDetail.of(refusal, path, traceId, correlationId));
    if (refusal.type().status() == UNAVAILABLE || refusal.type() == ProblemType.QUEUE_FULL) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    if (refusal.type() == ProblemType.BODY_TOO_SLOW) {
      response.header("Connection", "close"); // or the server would wait for the rest of the body
    }
    if (fault instanceof WebApplicationException e) {
      response.header(HttpHeaders.ALLOW, e.getResponse().getHeaderString(HttpHeaders.ALLOW));
    }
    return response.build();
  }

  /** Logs a failure of the server itself; the caller only gets the id of the log entry. */
  static Optional<String> logged(
      Throwable fault, ProblemException refusal, String path, String traceId) {
    if (!OWN_FAULTS.contains(refusal.type())) {
      return Optional.empty();
    }
    String id = UUID.randomUUID().toString();
    LOG.log(
        System.Logger.Level.ERROR,
        "request for %s: failed with %s, correlation id %s, trace %s"
            .formatted(path, refusal.type().code(), id, traceId),
        fault);
    return Optional.of(id);
  }
}
