package dev.reprise.api.approval;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ProblemWriter;
import dev.reprise.webhook.DecisionLink;
import dev.reprise.webhook.Webhooks;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;

/**
 * Leads from the link in a mail to the inbox of the console, which opens the run. The link says
 * only that it is ours and has not expired. The console asks for a login, which says who decides,
 * and the same rules apply as for other decisions; so no login is needed here.
 */
public class DecisionLinkFilter extends HttpFilter {

  @Inject transient Webhooks webhooks;
  @Inject transient Clock clock;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    if (!request.getMethod().equals("GET") || !path.startsWith(DecisionLink.PATH)) {
      chain.doFilter(request, response);
      return;
    }
    try {
      DecisionLink link =
          DecisionLink.of(path, request::getParameter)
              .filter(it -> webhooks.hasSigned(it, clock.instant()))
              .orElseThrow(DecisionLinkFilter::refused);
      response.setStatus(HttpServletResponse.SC_SEE_OTHER);
      response.setHeader(
          "Location", "%s/console/#/inbox?run=%s".formatted(request.getContextPath(), link.run()));
    } catch (RuntimeException e) {
      ProblemWriter.write(e, request, response);
    }
  }

  private static ProblemException refused() {
    return new ProblemException(
        ProblemType.FORBIDDEN,
        "The link has expired or was changed; the inbox of the console lists what waits for people.");
  }
}
