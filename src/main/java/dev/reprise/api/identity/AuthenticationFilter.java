package dev.reprise.api.identity;

import dev.reprise.api.http.AcceptHeader;
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
 * Lets only callers into the API who are authenticated, and have a role and a tenant. The
 * annotations of the resources say what each role may do. Tested by {@code TokenIT}.
 */
public class AuthenticationFilter extends HttpFilter {
  private static final String NO_LOGIN =
      "The request must have the name and the password of a user, an API key that is accepted, or a"
          + " token of the identity provider.";
  private static final String MALFORMED =
      "The request must have one header Authorization: 'Basic', a blank and the Base64 of a name, ':'"
          + " and a password (RFC 7617), or 'Bearer', a blank and a token (RFC 6750).";

  @Inject transient PlainHttpGuard plainHttp;
  @Inject transient LoginThrottle failedLogins;
  @Inject transient Authentication authentication;
  @Inject transient RefusedLogins refused;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!request.isSecure() && !plainHttp.allows(request.getRemoteAddr(), request.getLocalAddr())) {
      refuse(
          ProblemType.HTTPS_REQUIRED,
          "Others on the network could read the login; use HTTPS.",
          request,
          response);
      return;
    }
    Optional<Login> login = Login.of(request);
    if (login.isEmpty()) {
      refuse(ProblemType.UNAUTHENTICATED, NO_LOGIN, request, response);
      return;
    }
    admit(login.get(), request, response, chain);
  }

  private void admit(
      Login login, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Duration wait = failedLogins.wait(login);
    if (wait.isPositive()) {
      refuseForNow(wait, request, response);
      return;
    }
    Optional<Identity> identity;
    try {
      identity = authentication.of(login.credential(), request, response);
      if (identity.isPresent()) {
        failedLogins.succeeded(login);
        check(request);
      }
    } catch (RuntimeException e) {
      ProblemWriter.write(e, request, response);
      return;
    }
    if (identity.isPresent()) {
      chain.doFilter(new IdentifiedRequest(request, identity.get()), response);
      return;
    }
    failedLogins.failed(login);
    refused.add(login);
    boolean isRead = !(login.credential() instanceof Credential.Malformed);
    refuse(ProblemType.UNAUTHENTICATED, isRead ? NO_LOGIN : MALFORMED, request, response);
  }

  private static void check(HttpServletRequest request) {
    RequestTarget.check(request);
    AcceptHeader.of(request); // the framework fails on one that is no list of media types
    if (CrossSiteGuard.isCrossSite(request)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN, "Pages of other sites must not change anything.");
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
    ProblemWriter.write(new ProblemException(type, detail), request, response);
  }
}
