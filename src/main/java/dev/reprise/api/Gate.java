package dev.reprise.api;

import dev.reprise.agent.Role;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Lets into the API only whom the server knows and who has one of its roles.
 *
 * <p>The login itself is the container's. What a role may do stands at the resources.
 */
public class Gate extends HttpFilter {

  private static final long serialVersionUID = 1L;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!isKnown(request, response)) {
      refuse(
          ProblemType.UNAUTHENTICATED,
          "Log in with a user's name and password.",
          request,
          response);
    } else if (Role.highest(request::isUserInRole).isEmpty()) {
      refuse(ProblemType.FORBIDDEN, "The caller has no role here.", request, response);
    } else if (OtherSite.sends(request)) {
      refuse(ProblemType.FORBIDDEN, "Pages of other sites may not act here.", request, response);
    } else {
      chain.doFilter(request, response);
    }
  }

  /** Has the container log the caller in; where it cannot, it leaves its challenge behind. */
  private static boolean isKnown(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      return request.authenticate(response);
    } catch (ServletException e) {
      return false; // a wrong password
    }
  }

  private static void refuse(
      ProblemType type, String detail, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (response.isCommitted()) {
      return; // the container has said all
    }
    if (type == ProblemType.UNAUTHENTICATED && !response.containsHeader("WWW-Authenticate")) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"reprise\"");
    }
    ProblemWriter.write(new Refusal(type, detail), request.getRequestURI(), response);
  }
}
