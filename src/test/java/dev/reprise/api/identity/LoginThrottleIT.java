package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.server.Credentials;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guessing passwords is slowed down; a right login is not. */
class LoginThrottleIT {

  /** An address of this machine that no other test uses. */
  private static final String ELSEWHERE = "127.0.0.77";

  @Test
  void areRefusedUncheckedAfterAFewFailures() throws Exception {
    assertThat(new Client("viewer").get("agents").status()).isEqualTo(200);
    try (HttpClient guesser =
        HttpClient.newBuilder().localAddress(InetAddress.getByName(ELSEWHERE)).build()) {
      List<Integer> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        answers.add(ask(guesser, Credentials.basic("mallory", "guess" + i)).statusCode());
      }

      // more than ten may be checked, because the bucket leaks in the meantime
      assertThat(answers).startsWith(Collections.nCopies(10, 401).toArray(Integer[]::new));
      assertThat(answers).containsOnly(401, 429).endsWith(429);
      assertThat(Collections.frequency(answers, 429)).isGreaterThan(15);
      HttpResponse<String> refused = ask(guesser, Credentials.basic("mallory", "again"));
      assertThat(refused.body()).contains("too-many-failed-logins");
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      HttpResponse<String> right = ask(guesser, TestServer.credentials().basic("viewer"));
      assertThat(right.statusCode()).as("a login that was right before").isEqualTo(200);
    }
  }

  private static HttpResponse<String> ask(HttpClient client, String login)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(Client.uri("agents")).header("Authorization", login).build(),
        BodyHandlers.ofString());
  }
}
