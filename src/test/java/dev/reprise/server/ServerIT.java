package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** The server is up. It says so to everyone, and says nothing else to strangers. */
class ServerIT {

  private static final URI JOBS = TestServer.https().resolve("ibm/api/batch/jobinstances");

  private final HttpClient client = Http.trustingClient();

  @Test
  void healthNeedsNoLogin() throws Exception {
    assertThat(status(request("health"))).isEqualTo(200);
  }

  @Test
  void apiNeedsALogin() throws Exception {
    assertThat(status(request("api/v1/runs"))).isEqualTo(401);
  }

  @Test
  void batchAdministrationNeedsALogin() throws Exception {
    assertThat(status(HttpRequest.newBuilder(JOBS))).isEqualTo(401);
  }

  @Test
  void batchAdministrationIsOpenToAdmins() throws Exception {
    var asAdmin =
        HttpRequest.newBuilder(JOBS)
            .header("Authorization", TestServer.credentials().basic("admin"));

    assertThat(status(asAdmin)).isEqualTo(200);
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(TestServer.http().resolve(path));
  }

  private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.discarding()).statusCode();
  }
}
