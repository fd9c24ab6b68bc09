package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.TestServer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A browser makes nothing of an answer but what it is, and acts for no other site. */
class BrowserSafetyIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void noAnswerIsKeptOrTakenForSomethingElse() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    for (HttpRequest.Builder request :
        List.of(
            OPERATOR.request("runs"),
            OPERATOR.request("nothing"),
            OPERATOR.request("openapi").header("Accept", "application/yaml"),
            OPERATOR.request("runs/" + run + "/export"),
            OPERATOR.request("runs/" + run + "/events").header("Accept", "text/event-stream"),
            HttpRequest.newBuilder(Client.uri("runs")),
            HttpRequest.newBuilder(URI.create(TestServer.http() + "nothing")))) {
      HttpResponse<String> answer = Client.exchange(request);

      assertThat(answer.headers().allValues("X-Content-Type-Options"))
          .as("%s", answer)
          .containsExactly("nosniff");
      assertThat(answer.headers().allValues("Cache-Control"))
          .as("%s", answer)
          .containsExactly("no-store");
      assertThat(answer.headers().allValues("Referrer-Policy")).containsExactly("no-referrer");
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, https://{host}",
    "Origin, http://evil.example://{host}",
    "Origin, x://{host}",
    "Origin, null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void pagesOfOtherSitesDoNotAct(String header, String value) {
    acting(header, value).isProblem(ProblemType.FORBIDDEN);
  }

  @ParameterizedTest
  @CsvSource({"Origin, http://{host}", "Sec-Fetch-Site, same-origin", "Sec-Fetch-Site, none"})
  void pagesOfThisOneDo(String header, String value) {
    assertThat(acting(header, value).status()).isEqualTo(200);
  }

  private static Client.Answer acting(String header, String value) {
    return Client.send(
        OPERATOR
            .request("breakers/tool/count_lines:reset")
            .header(header, value.replace("{host}", TestServer.http().getAuthority()))
            .POST(BodyPublishers.noBody()));
  }
}
