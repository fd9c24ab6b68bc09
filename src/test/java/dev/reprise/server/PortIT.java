package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** A server that cannot listen at one of its ports ends, because its clients cannot reach it. */
class PortIT {

  @Test
  void endsIfAnotherProgramHasAPort() throws IOException {
    try (var other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var server =
            ServerProcess.named(
                "port-taken",
                ServerOptions.DEFAULT.with(
                    "REPRISE_HTTPS_PORT", Integer.toString(other.getLocalPort())))) {
      server.startToItsEnd();

      assertThat(Files.readAllLines(server.log()))
          .filteredOn(line -> line.contains(" E "))
          .singleElement()
          .asString()
          .contains("CWWKO0221E", "localhost and port " + other.getLocalPort());
    }
  }
}
