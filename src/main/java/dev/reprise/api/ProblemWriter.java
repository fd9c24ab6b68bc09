package dev.reprise.api;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/** Writes a problem where no resource does. */
final class ProblemWriter {

  private ProblemWriter() {}

  static void write(Refusal refusal, String instance, HttpServletResponse response)
      throws IOException {
    response.setStatus(refusal.type().status());
    response.setContentType(ProblemDetail.JSON);
    response
        .getOutputStream()
        .write(WireJson.bytes(ProblemDetail.of(refusal, instance, Optional.empty())));
  }
}
