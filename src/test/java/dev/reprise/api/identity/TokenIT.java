package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.TestServer;
import dev.reprise.server.TokenIssuer;
import java.net.http.HttpRequest;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users log in with tokens by MicroProfile JWT, whose groups decide what they may do. */
@Tag("door")
class TokenIT {

  private final ObjectNode claims = TokenIssuer.claims("ana@acme", "operators");

  @Test
  void aUserHasTheNameAndTheTenantOfTheToken() {
    var submitted = Client.send(submission(signed()));

    assertThat(submitted.status()).as("%s", submitted.body()).isEqualTo(202);
    assertThat(submitted.body().path("submittedBy").asText()).isEqualTo("ana@acme");
    String run = submitted.body().path("id").asText();
    assertThat(new Client("ana@acme").get("runs/" + run).status()).isEqualTo(200);
    new Client("admin").get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void aTokenIsNoLoginAfterItHasExpired() {
    claims.put("exp", Instant.now().minusSeconds(60).getEpochSecond());
    refused(signed());
  }

  @Test
  void aTokenForAnotherAudienceIsNoLogin() {
    refused(TestServer.tokens().sign(claims.put("aud", "another-service")));
  }

  @Test
  void aTokenOfAnotherIssuerIsNoLogin() {
    refused(TestServer.tokens().sign(claims.put("iss", "https://elsewhere.example.org")));
  }

  @Test
  void aTokenThatNobodyHasSignedIsNoLogin() {
    refused(TokenIssuer.unsigned(claims));
  }

  @Test
  void aTokenWithAnotherKeyOfTheSameNameIsNoLogin() {
    refused(new TokenIssuer().sign(claims));
  }

  @Test
  void aChangedTokenIsNoLogin() {
    String[] parts = signed().split("\\.", -1);
    String others =
        TestServer.tokens().sign(TokenIssuer.claims("eve@beta", "admins")).split("\\.", -1)[1];
    refused(parts[0] + "." + others + "." + parts[2]);
  }

  private String signed() {
    return TestServer.tokens().sign(claims);
  }

  private static void refused(String token) {
    Client.send(as(token, "runs")).isProblem(ProblemType.UNAUTHENTICATED);
  }

  private static HttpRequest.Builder submission(String token) {
    String input = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";
    return as(token, "runs")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(Client.submission("quick", input, "test")));
  }

  private static HttpRequest.Builder as(String token, String path) {
    return HttpRequest.newBuilder(Client.uri(path)).header("Authorization", "Bearer " + token);
  }
}
