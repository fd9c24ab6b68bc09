package dev.reprise.platform.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * This server, and this start of it.
 *
 * <p>The name must differ between servers that share a database; it is {@code reprise.server.name},
 * or by default host, user directory and server name, as in Liberty's batch component.
 */
@ApplicationScoped
public class ServerIdentity {

  /** The property that sets the name. */
  public static final String NAME = "reprise.server.name";

  private static final String NAMELESS = "localhost";

  private final Optional<String> configuredName;
  private final Optional<String> userDirectory;
  private final Optional<String> serverName;
  private final String start = UUID.randomUUID().toString();

  @Inject
  public ServerIdentity(
      @ConfigProperty(name = NAME) Optional<String> configuredName,
      @ConfigProperty(name = "wlp.user.dir") Optional<String> userDirectory,
      @ConfigProperty(name = "wlp.server.name") Optional<String> serverName) {
    this.configuredName = configuredName;
    this.userDirectory = userDirectory;
    this.serverName = serverName;
  }

  /** Returns the name, which is the same at every start. */
  public String name() {
    return configuredName.orElseGet(
        () -> "%s/%s/%s".formatted(host(), userDirectory.orElse("-"), serverName.orElse("-")));
  }

  /**
   * Returns whether the name distinguishes this server from others: it is configured, or the
   * machine knows its own host name.
   */
  public boolean isTellingApart() {
    return configuredName.isPresent() || !host().toLowerCase(Locale.ROOT).startsWith(NAMELESS);
  }

  /** Returns the name of this start: the server's name, {@code #}, and a random UUID. */
  public String thisStart() {
    return name() + "#" + start;
  }

  /** Returns the machine's host name. */
  String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return NAMELESS; // a machine that does not know its own name shares no database
    }
  }
}
