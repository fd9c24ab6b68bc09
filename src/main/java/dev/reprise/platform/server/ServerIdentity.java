package dev.reprise.platform.server;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;

/**
 * This server, and this start of it.
 *
 * <p>The name must differ between servers that share a database; it is {@code reprise.server.name},
 * or by default host, user directory and server name, as in Liberty's batch component.
 */
@ApplicationScoped
public class ServerIdentity {

  /** Sets the name. */
  public static final Setting<String> NAME =
      Setting.optional("reprise.server.name", SettingType.text())
          .otherwise("host, user directory and server name")
          .means("tells apart the servers that share a PostgreSQL");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-engine", NAME);
    }
  }

  private static final String NAMELESS = "localhost";

  private final Optional<String> configuredName;
  private final Optional<String> userDirectory;
  private final Optional<String> serverName;
  private final String start = UUID.randomUUID().toString();

  @Inject
  ServerIdentity(Config config) {
    this(
        NAME.find(config),
        config.getOptionalValue("wlp.user.dir", String.class),
        config.getOptionalValue("wlp.server.name", String.class));
  }

  public ServerIdentity(
      Optional<String> configuredName,
      Optional<String> userDirectory,
      Optional<String> serverName) {
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

  /** Returns the name of the server of a start, as {@link #thisStart} names it. */
  public static String nameOf(String start) {
    int end = start.lastIndexOf('#');
    return end < 0 ? start : start.substring(0, end);
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
