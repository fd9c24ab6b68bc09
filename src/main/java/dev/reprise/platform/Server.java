package dev.reprise.platform;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * This server, and this start of it.
 *
 * <p>The name must differ between servers that share a database; it is {@code reprise.server.name},
 * or host, user directory and server name as Liberty's batch component tells servers apart.
 */
@ApplicationScoped
public class Server {

  @Inject
  @ConfigProperty(name = "reprise.server.name")
  Optional<String> configuredName;

  @Inject
  @ConfigProperty(name = "wlp.user.dir")
  Optional<String> userDirectory;

  @Inject
  @ConfigProperty(name = "wlp.server.name")
  Optional<String> serverName;

  private final String start = UUID.randomUUID().toString();

  /** Returns the name, the same at every start. */
  public String name() {
    return configuredName.orElseGet(
        () -> "%s/%s/%s".formatted(host(), userDirectory.orElse("-"), serverName.orElse("-")));
  }

  /** Returns the name of this start: the server's name, {@code #}, and something unique. */
  public String thisStart() {
    return name() + "#" + start;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // a machine that does not know its own name shares no database
    }
  }
}
