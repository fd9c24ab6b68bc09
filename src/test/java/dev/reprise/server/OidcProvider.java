package dev.reprise.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that is an OpenID Connect provider, with users who get access tokens for themselves.
 */
public final class OidcProvider implements AutoCloseable {

  /** The audience of a server under test. */
  public static final String AUDIENCE = "urn:reprise";

  /**
   * Asked for a token, the provider issues one for the server under test that lives for 5 seconds.
   */
  public static final String BRIEF = "urn:brief";

  private static final Pattern READY = Pattern.compile("(?m)^ready at (.+)$");

  private final Process process;
  private final String issuer;
  private final String password;
  private final TestCertificate certificate;

  private OidcProvider(
      Process process, String issuer, String password, TestCertificate certificate) {
    this.process = process;
    this.issuer = issuer;
    this.password = password;
    this.certificate = certificate;
  }

  /**
   * Starts one.
   *
   * @param users the claims of each, as JSON
   */
  public static OidcProvider start(Map<String, JsonNode> users)
      throws IOException, InterruptedException {
    NodeProject project = new NodeProject("oidc").install();
    String password = Credentials.randomPassword();
    // of its own: tests in another JVM may have a provider of the same project
    Path directory = Files.createTempDirectory("reprise-oidc-");
    TestCertificate certificate = TestCertificate.create(directory, password);
    Path output = directory.resolve("provider.log");
    Process process =
        project.start(
            "provider.mjs",
            Map.of(
                "USERS",
                Json.mapper().valueToTree(users).toString(),
                "USER_PASSWORD",
                password,
                "KEY_STORE",
                certificate.keyStore().toString(),
                "KEY_STORE_PASSWORD",
                password),
            output);
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    String issuer =
        await()
            .until(
                () -> {
                  assertThat(process.isAlive()).as("%s", Files.readString(output)).isTrue();
                  Matcher ready = READY.matcher(Files.readString(output));
                  return ready.find() ? Optional.of(ready.group(1)) : Optional.<String>empty();
                },
                Optional::isPresent)
            .orElseThrow();
    return new OidcProvider(process, issuer, password, certificate);
  }

  /** Returns the file with the certificate that a server must trust. */
  public Path trustStore() {
    return certificate.trustStore();
  }

  /** Returns the password of that file. */
  public String password() {
    return password;
  }

  public String discoveryUrl() {
    return issuer + "/.well-known/openid-configuration";
  }

  /** Returns a token of a user for an audience. */
  public String token(String user, String audience) throws IOException, InterruptedException {
    String form =
        "grant_type=client_credentials&scope=api&resource=" + URLEncoder.encode(audience, UTF_8);
    try (HttpClient http = Http.trustingClient()) {
      var response =
          http.send(
              HttpRequest.newBuilder(URI.create(issuer + "/token"))
                  .header(
                      "Authorization", Credentials.basic(URLEncoder.encode(user, UTF_8), password))
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(BodyPublishers.ofString(form))
                  .build(),
              BodyHandlers.ofString());
      assertThat(response.statusCode()).as("%s", response.body()).isEqualTo(200);
      return Json.read(response.body()).path("access_token").asText();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
