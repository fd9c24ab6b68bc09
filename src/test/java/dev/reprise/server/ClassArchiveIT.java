package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server with the JVM options of its configuration loads its classes from the archive. */
class ClassArchiveIT {

  private static final ServerOptions AS_CONFIGURED =
      new ServerOptions(Map.of(), List.of(), ServerOptions.DEFAULT.users(), List.of(), List.of());

  @Test
  void aServerStartsFromTheArchiveAndWithoutIt() throws IOException {
    try (var server = ServerProcess.named("archived", AS_CONFIGURED)) {
      Path archive = server.directory().resolve("servers/reprise/classes.jsa");
      server.start();
      assertThat(mapped(server.pid())).contains(archive.toRealPath().toString());
      server.kill();

      Files.delete(archive);
      server.start();
      assertThat(mapped(server.pid())).doesNotContain("/servers/reprise/classes.jsa");
    }
  }

  /** Returns the files that a process has in its address space. */
  private static String mapped(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "maps"));
  }
}
