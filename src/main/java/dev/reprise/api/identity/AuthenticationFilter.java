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
 * Lets only users into the API who are authenticated, and have a role and a tenant.
 *
 * <p>The container checks the login. The annotations of the resources say what each role may do.
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
          "Others on the network could read the password; use HTTPS.",
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
          "The request must have the name and the password of a user.",
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
      throw new ProblemException(ProblemType.FORBIDDEN, "The caller has no role on this server.");
    }
    if (CrossSiteGuard.isCrossSite(request)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN, "Pages of other sites must not change anything.");
    }
    tenants.of(
        request.getUserPrincipal().getName()); // checked here for resources without a tenant, too
  }

  /** Makes the container check the login; if that fails, the response has its challenge. */
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
      return; // the container has sent the response
    }
    if (type == ProblemType.UNAUTHENTICATED && !response.containsHeader("WWW-Authenticate")) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"reprise\"");
    }
    ProblemWriter.write(new ProblemException(type, detail), request.getRequestURI(), response);
  }
}
