package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import org.junit.jupiter.api.Test;

/** What the commands about webhooks send, print and end with. */
class WebhookCommandTest extends AgainstScriptedServer {

  private static final String ID = "0198a000-0000-7000-8000-000000000001";
  private static final String URL = "https://example.org/hook";

  @Test
  void createsOneAndPrintsItsSecret() {
    server.json(201, "{\"id\": \"%s\", \"secret\": \"whsec_x\"}".formatted(ID));

    int exit =
        execute(
            "webhook",
            "create",
            URL,
            "--event",
            "run.failed",
            "--event",
            "run.paused",
            "-o",
            "table");

    assertThat(exit).as("%s", err).isZero();
    assertThat(body())
        .isEqualTo(
            "{\"url\":\"%s\",\"events\":[\"run.failed\",\"run.paused\"],\"enabled\":true}"
                .formatted(URL));
    assertThat(out.toString()).contains(ID, "whsec_x");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aRepetitionShowsTheWebhookAndSaysThatItsSecretIsNotShownAgain() {
    server.json(201, "{\"id\": \"%s\"}".formatted(ID));

    int exit =
        execute("webhook", "create", URL, "--event", "run.failed", "--idempotency-key", "once");

    assertThat(exit).as("%s", err).isZero();
    assertThat(out.toString()).contains(ID);
    assertThat(err.toString()).contains("secret was shown", "rotate-secret");
  }

  @Test
  void replacesTheDefinition() {
    server.json(200, "{\"id\": \"%s\"}".formatted(ID));

    int exit = execute("webhook", "replace", ID, URL, "--event", "run.failed", "--disabled");

    assertThat(exit).as("%s", err).isZero();
    assertThat(asked()).isEqualTo("PUT /api/v1/webhooks/" + ID);
    assertThat(body())
        .isEqualTo("{\"url\":\"%s\",\"events\":[\"run.failed\"],\"enabled\":false}".formatted(URL));
  }

  @Test
  void testsOneAndEndsWithWhatTheReceiverDid() {
    server
        .json(200, "{\"accepted\": true, \"response\": 204}")
        .json(200, "{\"accepted\": false, \"error\": \"connection: refused\"}");

    assertThat(execute("webhook", "test", ID)).as("%s", err).isZero();
    assertThat(asked()).isEqualTo("POST /api/v1/webhooks/" + ID + ":test");
    assertThat(Json.read(out.toString()).path("response").asInt()).isEqualTo(204);
    assertThat(execute("webhook", "test", ID)).isEqualTo(1);
    assertThat(out.toString()).contains("connection: refused");
  }

  @Test
  void listsAsManyDeliveriesAsAskedForAndSendsOneAgain() {
    server
        .json(200, "{\"items\": [{\"id\": \"a-1\"}, {\"id\": \"b-1\"}], \"nextCursor\": \"c\"}")
        .json(200, "{\"items\": [{\"id\": \"c-1\"}, {\"id\": \"d-1\"}]}")
        .json(202, "{\"id\": \"a-1\", \"status\": \"PENDING\"}");

    int listed = execute("webhook", "deliveries", ID, "--status", "DEAD_LETTER", "--limit", "3");

    assertThat(listed).as("%s", err).isZero();
    assertThat(Json.read(out.toString()).findValuesAsText("id"))
        .containsExactly("a-1", "b-1", "c-1");
    assertThat(server.asked().getFirst().address().getQuery())
        .contains("status=DEAD_LETTER", "limit=3");
    assertThat(execute("webhook", "redeliver", ID, "a-1")).as("%s", err).isZero();
    assertThat(asked())
        .isEqualTo("POST /api/v1/webhooks/%s/deliveries/a-1:redeliver".formatted(ID));
  }

  @Test
  void doesTheRestAsTheApi() {
    server
        .json(200, "{\"items\": [{\"id\": \"%s\", \"url\": \"%s\"}]}".formatted(ID, URL))
        .json(200, "{\"id\": \"%s\"}".formatted(ID))
        .json(200, "{\"id\": \"%s\", \"secret\": \"whsec_y\"}".formatted(ID))
        .json(204, "");

    assertThat(execute("webhook", "list")).as("%s", err).isZero();
    assertThat(asked()).isEqualTo("GET /api/v1/webhooks");
    assertThat(execute("webhook", "show", ID)).as("%s", err).isZero();
    assertThat(asked()).isEqualTo("GET /api/v1/webhooks/" + ID);
    assertThat(execute("webhook", "rotate-secret", ID)).as("%s", err).isZero();
    assertThat(asked()).isEqualTo("POST /api/v1/webhooks/" + ID + ":rotate-secret");
    assertThat(execute("webhook", "delete", ID)).as("%s", err).isZero();
    assertThat(asked()).isEqualTo("DELETE /api/v1/webhooks/" + ID);
    assertThat(out.toString()).contains(URL, "whsec_y");
  }

  private String asked() {
    var last = server.asked().getLast();
    return last.method() + " " + last.address().getPath();
  }

  private String body() {
    return server.asked().getLast().body();
  }
}
