package dev.reprise.api.identity;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Decides where the API accepts logins without encryption. By default that is this machine only,
 * because anyone on the network could read the password of each request.
 *
 * <p>The property {@code reprise.http.plain} is {@code loopback}, the default, or {@code anywhere}.
 */
@ApplicationScoped
class PlainHttpGuard {

  private static final String PROPERTY = "reprise.http.plain";

  private final boolean isOpen;

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
                  "%s must be loopback or anywhere, but is '%s'".formatted(PROPERTY, where));
        };
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong value stop the start, not the first request.
  }

  /** Returns whether a login may be sent unencrypted from one address to another. */
  public boolean allows(String from, String to) {
    return isOpen || (ClientAddress.isLoopback(from) && ClientAddress.isLoopback(to));
  }
}
