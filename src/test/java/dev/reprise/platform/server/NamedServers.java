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
  public static ServerIdentity on(String host, Optional<String> configured) {
    return new ServerIdentity(configured, Optional.empty(), Optional.empty()) {
      @Override
      String host() {
        return host;
      }
    };
  }
}
