package dev.reprise.api.run;

import dev.reprise.platform.server.ServerIdentity;

/** The owner of a run is a start of a server. */
final class RunOwner {

  private RunOwner() {}

  /** Returns the server's name. */
  static String server(String owner) {
    return ServerIdentity.nameOf(owner);
  }
}
