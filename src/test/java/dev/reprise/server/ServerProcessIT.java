package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * A server that was killed starts again on the same directory, even without the caches that other
 * tests restore.
 */
class ServerProcessIT {

  @Test
  void comesBackAfterAKill() throws Exception {
    try (var server = ServerProcess.named("comes-back")) {
      System.out.println("first start: " + server.start());
      assertThat(jobsAs(server, "admin")).isEqualTo(200);
      var firstPid = server.pid();
      server.kill();
      assertThat(ProcessHandle.of(firstPid)).isEmpty();
      server.dropCaches();

      System.out.println("start after the kill: " + server.start());

      assertThat(jobsAs(server, "admin")).isEqualTo(200);
      assertThat(Files.isDirectory(server.data())).isTrue();
      server.stop();
      assertThat(server.isAlive()).isFalse();
      assertThat(server.log()).content().contains("CWWKE0036I"); // the server has stopped
    }
  }

  @Test
  void namesAPortThatIsTaken() throws Exception {
    try (var server = ServerProcess.named("port-taken");
        var taken =
            new ServerSocket(server.baseUri().getPort(), 1, InetAddress.getLoopbackAddress())) {
      assertThatIllegalStateException()
          .isThrownBy(server::start)
          .withMessageContaining("port " + taken.getLocalPort());
    }
  }

  private static int jobsAs(ServerProcess server, String user) throws Exception {
    var request =
        HttpRequest.newBuilder(server.httpsUri().resolve("ibm/api/batch/jobinstances"))
            .header("Authorization", server.credentials().basic(user))
            .build();
    return Http.trustingClient().send(request, BodyHandlers.discarding()).statusCode();
  }
}
