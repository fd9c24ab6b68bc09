package dev.reprise.mcp;

import dev.reprise.mcp.FakeServer.Manner;
import java.nio.file.Path;
import java.util.List;

/**
 * How the configuration of a server starts a {@link FakeServer} that behaves well. It is a class of
 * its own: a public method of the server would need the class path that the server does without.
 */
public final class FakeServerCommand {

  private FakeServerCommand() {}

  /** Returns the command, for a server that declares what {@code tools.json} says. */
  public static List<String> in(Path directory) {
    return FakeServer.endpoint(Manner.WELL, directory).command();
  }
}
