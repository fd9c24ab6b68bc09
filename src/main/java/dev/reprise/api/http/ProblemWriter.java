package dev.reprise.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes problems outside of resources, in filters and servlets. */
public final class ProblemWriter {

  private ProblemWriter() {}

  public static void write(
      Throwable fault, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    write(fault, request.getRequestURI(), TraceId.of(request), response);
  }

  static void write(Throwable fault, String instance, String traceId, HttpServletResponse response)
      throws IOException {
    ProblemException refusal = ProblemMapper.of(fault);
    var correlationId = ProblemResponse.logged(fault, refusal, instance, traceId);
    response.setStatus(refusal.type().status());
    response.setContentType(ProblemDetail.JSON);
    if (refusal.type().status() == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setIntHeader("Retry-After", ProblemResponse.RETRY_AFTER_SECONDS);
    }
    response
        .getOutputStream()
        .write(ApiJson.bytes(ProblemDetail.of(refusal, instance, traceId, correlationId)));
  }
}
