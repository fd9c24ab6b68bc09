package dev.reprise.api.console;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Lets the pages of the console run their own scripts and nothing else: no inline script or style,
 * no other site but the identity provider, no text that becomes markup.
 */
public class ConsoleHeadersFilter extends HttpFilter {

  /** {@code lit-html} is the name under which the template engine makes its own templates. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          + " font-src 'self'; form-action 'none'; base-uri 'none';"
          + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html;"
          + " connect-src 'self'";

  @Inject transient ConsoleLogins.Source source;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String provider = source.logins().provider().map(it -> " " + it.origin()).orElse("");
    response.setHeader("Content-Security-Policy", POLICY + provider);
    chain.doFilter(request, response);
  }
}
