package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ProblemWriter;
import dev.reprise.api.http.RequestTarget;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets into the API only whom the server knows and who has one of its roles and a tenant.
 *
 * <p>The login itself is the container's. What a role may do stands at the resources.
 */
public class AuthenticationFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  @Inject transient PlainHttpGuard plainHttp;
  @Inject transient LoginThrottle failedLogins;
  @Inject transient TenantResolver tenants;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!request.isSecure() && !plainHttp.allows(request.getRemoteAddr(), request.getLocalAddr())) {
      refuse(
          ProblemType.HTTPS_REQUIRED,
          "Others on the network could read a password here; ask over HTTPS.",
          request,
          response);
      return;
    }
    Optional<Login> login = Login.of(request);
    Duration wait = login.map(failedLogins::wait).orElse(Duration.ZERO);
    if (wait.isPositive()) {
      refuseForNow(wait, request, response);
    } else if (login.filter(Login::canMatchNoUser).isPresent() || !isKnown(request, response)) {
      login.ifPresent(failedLogins::failed);
      refuse(
          ProblemType.UNAUTHENTICATED,
          "Log in with a user's name and password.",
          request,
          response);
    } else {
      login.ifPresent(failedLogins::succeeded);
      admit(request, response, chain);
    }
  }

  private void admit(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      check(request);
    } catch (ProblemException e) {
      ProblemWriter.write(e, request.getRequestURI(), response);
      return;
    }
    chain.doFilter(request, response);
  }

  private void check(HttpServletRequest request) {
    RequestTarget.check(request);
    if (Role.highest(request::isUserInRole).isEmpty()) {
      throw new ProblemException(ProblemType.FORBIDDEN, "The caller has no role here.");
    }
    if (CrossSiteGuard.sends(request)) {
      throw new ProblemException(ProblemType.FORBIDDEN, "Pages of other sites may not act here.");
    }
    tenants.of(request.getUserPrincipal().getName()); // also for what belongs to no tenant
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

  private static void refuseForNow(
      Duration wait, HttpServletRequest request, HttpServletResponse response) throws IOException {
    long seconds = wait.plusMillis(999).toSeconds();
    response.setHeader("Retry-After", Long.toString(seconds));
    refuse(
        ProblemType.TOO_MANY_FAILED_LOGINS,
        "Too many logins of this user, or from this address, have failed; try again in %d s."
            .formatted(seconds),
        request,
        response);
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
    ProblemWriter.write(new ProblemException(type, detail), request.getRequestURI(), response);
  }
}
