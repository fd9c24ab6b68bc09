package dev.reprise.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admins administer the webhooks of their tenant; a webhook leads to no private network. */
class WebhooksIT {

  private static final Client ADMIN = new Client("admin");
  private static final Client OPERATOR = new Client("operator");
  private static final Client ADMIN_OF_BETA = new Client("eve@beta");
  private static final String PUBLIC = "https://93.184.216.34/hook";

  private final List<String> addresses = new ArrayList<>();

  @Test
  void showASecretOnceAndNeverAgain() {
    var made = make();
    String secret = made.body().path("secret").asText();
    String address = address(made);
    assertThat(secret).startsWith("whsec_").hasSizeGreaterThan(40);
    assertThat(made.header("Location")).endsWith(address);
    assertThat(made.body().path("revision").asInt()).isOne();
    assertThat(made.body().path("createdBy").asText()).isEqualTo("admin");

    assertThat(OPERATOR.get(address).body().toString()).doesNotContain("secret", "whsec_");
    assertThat(OPERATOR.get("webhooks").body().toString())
        .contains(made.body().path("id").asText())
        .doesNotContain("whsec_");

    var rotated = ADMIN.post(address + ":rotate-secret", "");
    assertThat(rotated.status()).as("%s", rotated.body()).isEqualTo(200);
    assertThat(rotated.body().path("secret").asText()).startsWith("whsec_").isNotEqualTo(secret);
    assertThat(rotated.body().has("earlierSecretUntil")).isTrue();
    assertThat(OPERATOR.get(address).body().has("secret")).isFalse();
    assertThat(OPERATOR.get(address).body().has("earlierSecretUntil")).isTrue();
  }

  @Test
  void changeAtTheRevisionThatTheClientKnows() {
    var made = make();
    String address = address(made);
    String changed = body(PUBLIC + "?a=b", false, "run.paused");

    var first = put(address, made.header("ETag"), changed);
    assertThat(first.status()).as("%s", first.body()).isEqualTo(200);
    assertThat(first.body().path("url").asText()).isEqualTo(PUBLIC + "?a=b");
    assertThat(first.body().path("events").toString()).isEqualTo("[\"run.paused\"]");
    assertThat(first.body().path("revision").asInt()).isEqualTo(2);

    put(address, made.header("ETag"), changed).isProblem(ProblemType.PRECONDITION_FAILED);
    assertThat(put(address, "*", changed).status()).isEqualTo(200);
    assertThat(Client.send(ADMIN.request(address).DELETE()).status()).isEqualTo(204);
    ADMIN.get(address).isProblem(ProblemType.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:9080/hook",
        "https://10.0.0.1/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://localhost/hook",
        "https://0/hook",
        "https://user:secret@93.184.216.34/hook",
        "https://93.184.216.34:22/hook",
        "ftp://93.184.216.34/hook",
        "file:///etc/passwd",
        "nonsense"
      })
  void leadToNoPrivateAddressAndNoOtherPlaceThatIsClosed(String url) {
    var refused = ADMIN.post("webhooks", body(url, true, "run.completed"));

    refused.isProblem(ProblemType.INVALID_VALUE);
    assertThat(refused.body().at("/errors/0/path").asText()).isEqualTo("url");
    assertThat(refused.body().toString()).doesNotContain("secret");
    put(address(make()), "*", body(url, true, "run.completed"))
        .isProblem(ProblemType.INVALID_VALUE);
  }

  @Test
  void nameKnownEventsAndNoOthers() {
    var none = ADMIN.post("webhooks", body(PUBLIC, false));
    none.isProblem(ProblemType.INVALID_VALUE);
    assertThat(none.body().path("detail").asText()).contains("events must name at least one event");
    var unknown = ADMIN.post("webhooks", body(PUBLIC, false, "run.completed", "run.slept"));
    unknown.isProblem(ProblemType.INVALID_VALUE);
    assertThat(unknown.body().path("detail").asText())
        .contains("events[1]", "run.waiting-for-approval", "run.dead-lettered");
  }

  @Test
  void areTheBusinessOfTheirTenantAlone() {
    String address = address(make());

    ADMIN_OF_BETA.get(address).isProblem(ProblemType.NOT_FOUND);
    ADMIN_OF_BETA.get(address + "/deliveries").isProblem(ProblemType.NOT_FOUND);
    ADMIN_OF_BETA.post(address + ":rotate-secret", "").isProblem(ProblemType.NOT_FOUND);
    ADMIN_OF_BETA.post(address + ":test", "").isProblem(ProblemType.NOT_FOUND);
    ADMIN_OF_BETA
        .post(address + "/deliveries/" + UUID.randomUUID() + "-1:redeliver", "")
        .isProblem(ProblemType.NOT_FOUND);
    Client.send(ADMIN_OF_BETA.request(address).DELETE()).isProblem(ProblemType.NOT_FOUND);
    assertThat(ADMIN_OF_BETA.get("webhooks").body().toString())
        .doesNotContain(address.substring("webhooks/".length()));
    assertThat(OPERATOR.get(address).status()).isEqualTo(200);
  }

  @Test
  void refuseWrongPages() {
    String address = address(make()) + "/deliveries";

    assertThat(OPERATOR.get(address).body().path("items")).isEmpty();
    OPERATOR.get(address + "?cursor=x").isProblem(ProblemType.INVALID_PARAMETER);
    OPERATOR.get(address + "?status=LOST").isProblem(ProblemType.INVALID_PARAMETER);
    OPERATOR.get(address + "?limit=0").isProblem(ProblemType.INVALID_PARAMETER);
    OPERATOR.post(address + "/nonsense:redeliver", "").isProblem(ProblemType.NOT_FOUND);
  }

  /** Makes a webhook that is disabled, so that nothing is sent. */
  private Client.Answer make() {
    var made = ADMIN.post("webhooks", body(PUBLIC, false, "run.completed", "run.failed"));
    assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
    addresses.add(address(made));
    return made;
  }

  /** A tenant may have twenty, and other tests need some of them. */
  @AfterEach
  void removeAll() {
    addresses.forEach(address -> Client.send(ADMIN.request(address).DELETE()));
  }

  private static String address(Client.Answer made) {
    return "webhooks/" + made.body().path("id").asText();
  }

  private static Client.Answer put(String address, String tag, String body) {
    return Client.send(
        ADMIN
            .request(address)
            .header("Content-Type", "application/json")
            .header("If-Match", tag)
            .PUT(BodyPublishers.ofString(body)));
  }

  private static String body(String url, boolean enabled, String... events) {
    var body = JsonNodeFactory.instance.objectNode().put("url", url).put("enabled", enabled);
    var names = body.putArray("events");
    for (String event : events) {
      names.add(event);
    }
    return body.toString();
  }
}
