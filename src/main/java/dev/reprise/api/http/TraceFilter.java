package dev.reprise.api.http;

import dev.reprise.telemetry.RequestTrace;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Has each line that is logged for a request carry the id of its trace. */
public class TraceFilter extends HttpFilter {

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestTrace.begin(TraceId.of(request));
    try {
      chain.doFilter(request, response);
    } finally {
      RequestTrace.end();
    }
  }
}
