package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.platform.Json;
import dev.reprise.server.Build;
import dev.reprise.server.OidcProvider;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import dev.reprise.server.TokenIssuer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People and programs log in with access tokens of an OpenID Connect provider. */
@Tag("door")
class OpenIdConnectIT {

  private static OidcProvider provider;
  private static ServerProcess server;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void start(@TempDir Path workspace) throws Exception {
    Map<String, JsonNode> users = new LinkedHashMap<>();
    for (String role :
        new String[] {"viewer", "auditor", "submitter", "approver", "operator", "admin"}) {
      users.put(role, claims("acme", role + "s"));
    }
    users.put("stranger", claims("acme", "people"));
    users.put("homeless", claims("", "viewers"));
    provider = OidcProvider.start(users);
    server =
        ServerProcess.named(
            "oidc",
            ServerOptions.DEFAULT
                .with("REPRISE_LOGIN", "oidc")
                .with("REPRISE_OIDC_DISCOVERY_URL", provider.discoveryUrl())
                .with("REPRISE_OIDC_AUDIENCE", OidcProvider.AUDIENCE)
                .with("REPRISE_OIDC_CLOCK_SKEW", "0s")
                .withJvmOption("-Djavax.net.ssl.trustStore=" + provider.trustStore())
                .withJvmOption("-Djavax.net.ssl.trustStorePassword=" + provider.password())
                .with("REPRISE_TENANT_CLAIM", "org")
                .with("REPRISE_TENANT_PATTERN", "(.+)@.+|admin|viewer")
                .with("REPRISE_AGENTS_DIR", Build.current().agents().toString())
                .with("REPRISE_WORKSPACES", "test=" + workspace)
                .with("REPRISE_WORKSPACES_TEST_TENANTS", "*"));
    server.start();
  }

  private static ObjectNode claims(String tenant, String group) {
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims.putArray("groups").add(group);
    return tenant.isEmpty() ? claims : claims.put("org", tenant);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    if (provider != null) {
      provider.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "viewer, 200, 403, 403",
    "auditor, 200, 200, 403",
    "submitter, 200, 403, 202",
    "approver, 200, 403, 403",
    "operator, 200, 403, 202",
    "admin, 200, 200, 202",
    "stranger, 403, 403, 403",
    "homeless, 403, 403, 403"
  })
  void theGroupsOfATokenDecideWhatItsUserMayDo(
      String user, int runs, int configuration, int submission) throws Exception {
    String token = provider.token(user, OidcProvider.AUDIENCE);

    assertThat(get("runs", token).statusCode()).isEqualTo(runs);
    assertThat(get("admin/configuration", token).statusCode()).isEqualTo(configuration);
    assertThat(submit(token).statusCode()).isEqualTo(submission);
  }

  @Test
  void aUserHasTheNameOfTheSubjectAndTheTenantOfTheClaim() throws Exception {
    String token = provider.token("operator", OidcProvider.AUDIENCE);
    JsonNode run = Json.read(submit(token).body());

    assertThat(run.path("submittedBy").asText()).isEqualTo("operator");
    String address = "runs/" + run.path("id").asText();
    assertThat(get(address, token).statusCode()).isEqualTo(200);
    var ofTheRegistry =
        HTTP.send(
            request(address).header("Authorization", server.credentials().basic("admin")).build(),
            BodyHandlers.ofString());
    assertThat(ofTheRegistry.statusCode()).as("the tenant default").isEqualTo(404);
  }

  /**
   * A cookie would be a login beside the token, whose claims are trusted because it was checked.
   */
  @Test
  void aLoginLeavesNoCookie() throws Exception {
    var response = get("runs", provider.token("viewer", OidcProvider.AUDIENCE));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Set-Cookie")).isEmpty();
  }

  @Test
  void aTokenIsNoLoginAfterItHasExpired() throws Exception {
    String token = provider.token("viewer", OidcProvider.BRIEF);
    assertThat(get("runs", token).statusCode()).isEqualTo(200);

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(get("runs", token).statusCode()).isEqualTo(401));
  }

  @Test
  void aTokenForAnotherAudienceIsNoLogin() throws Exception {
    assertThat(get("runs", provider.token("viewer", "urn:another-service")).statusCode())
        .isEqualTo(401);
  }

  @Test
  void aTokenWithoutASignatureIsNoLogin() throws Exception {
    String token = provider.token("admin", OidcProvider.AUDIENCE);
    byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);

    String unsigned =
        TokenIssuer.unsigned((ObjectNode) Json.read(new String(claims, StandardCharsets.UTF_8)));

    assertThat(get("runs", unsigned).statusCode()).isEqualTo(401);
    assertThat(get("runs", token.substring(0, token.lastIndexOf('.') + 1)).statusCode())
        .isEqualTo(401);
  }

  @Test
  void aTokenWithTheKeyOfAnotherIsNoLogin() throws Exception {
    String token = provider.token("admin", OidcProvider.AUDIENCE);
    byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);

    String forged =
        new TokenIssuer().sign((ObjectNode) Json.read(new String(claims, StandardCharsets.UTF_8)));

    assertThat(get("runs", forged).statusCode()).isEqualTo(401);
  }

  @Test
  void withoutATokenThePasswordOfTheRegistryIsALogin() throws Exception {
    assertThat(HTTP.send(request("runs").build(), BodyHandlers.ofString()).statusCode())
        .isEqualTo(401);
    var right =
        HTTP.send(
            request("runs").header("Authorization", server.credentials().basic("viewer")).build(),
            BodyHandlers.ofString());
    assertThat(right.statusCode()).isEqualTo(200);
  }

  private static HttpResponse<String> get(String path, String token)
      throws IOException, InterruptedException {
    return HTTP.send(
        request(path).header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> submit(String token)
      throws IOException, InterruptedException {
    return HTTP.send(
        request("runs")
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    Client.submission(
                        "quick", "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}", "test")))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.baseUri().resolve("/api/v1/" + path))
        .timeout(Duration.ofSeconds(30));
  }
}
