package dev.reprise.api.identity;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Where the API answers without encryption: on this machine only, for everybody between could read
 * the password that each request brings.
 *
 * <p>The property {@code reprise.http.plain} may open it: {@code anywhere} instead of {@code
 * loopback}.
 */
@ApplicationScoped
class PlainHttpGuard {

  private static final String PROPERTY = "reprise.http.plain";

  private boolean isOpen;

  /** For the container's proxy. */
  PlainHttpGuard() {}

  /**
   * @throws IllegalArgumentException if the value is neither of the two
   */
  @Inject
  PlainHttpGuard(@ConfigProperty(name = PROPERTY, defaultValue = "loopback") String where) {
    isOpen =
        switch (where) {
          case "loopback" -> false;
          case "anywhere" -> true;
          default ->
              throw new IllegalArgumentException(
                  "%s is loopback or anywhere, not '%s'".formatted(PROPERTY, where));
        };
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong value stops the start, not the first request.
  }

  /** Returns whether a login may come unencrypted from one address to another. */
  public boolean allows(String from, String to) {
    return isOpen || (ClientAddress.isLoopback(from) && ClientAddress.isLoopback(to));
  }
}
