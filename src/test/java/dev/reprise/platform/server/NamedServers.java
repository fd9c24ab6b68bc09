package dev.reprise.platform.server;

import java.util.Optional;

/** Server identities on machines with any host name. */
public final class NamedServers {

  private NamedServers() {}

  /**
   * Returns a server.
   *
   * @param host what the machine calls itself
   */
  @SuppressWarnings("UnnecessaryAssignment") // there is no container here to inject
  public static ServerIdentity on(String host, Optional<String> configured) {
    var server =
        new ServerIdentity() {
          @Override
          String host() {
            return host;
          }
        };
    server.configuredName = configured;
    server.userDirectory = Optional.empty();
    server.serverName = Optional.empty();
    return server;
  }
}
