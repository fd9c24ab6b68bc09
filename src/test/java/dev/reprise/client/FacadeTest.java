package dev.reprise.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The methods about batches and schedules, and requests for what has no method. */
class FacadeTest {

  private static final UUID ID = UUID.fromString("0198a000-0000-7000-8000-000000000001");
  private static final String BATCH = "{\"id\": \"%s\", \"status\": \"RUNNING\"}".formatted(ID);
  private static final JsonNode DOCUMENT = ClientJson.object().put("agent", "quick");
  private static final IdempotencyKey KEY = new IdempotencyKey("mine");
  private static final Change CHANGE = new Change(KEY, Optional.of("fine"));

  private final ScriptedServer server = new ScriptedServer();
  private final RepriseClient client =
      new RepriseClient(new Connection(server.address(), new Credentials.ApiKey("k")));

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  /** A method of the client. */
  @FunctionalInterface
  interface Call {
    Object on(RepriseClient client) throws Exception;
  }

  static Stream<Arguments> methods() {
    return Stream.of(
        call("POST /batches", "quick", it -> it.batches().submit(DOCUMENT, KEY)),
        call("POST /batches:lines", "line", it -> it.batches().submitLines("line", KEY)),
        call("POST /batches:preview", "quick", it -> it.batches().preview(DOCUMENT, KEY)),
        call("GET /batches/" + ID, "", it -> it.batches().show(ID)),
        call("POST /batches/" + ID + ":pause", "fine", it -> it.batches().pause(ID, CHANGE)),
        call("POST /batches/" + ID + ":resume", "fine", it -> it.batches().resume(ID, CHANGE)),
        call("POST /batches/" + ID + ":cancel", "fine", it -> it.batches().cancel(ID, CHANGE)),
        call(
            "POST /batches/" + ID + ":retry-failed",
            "fine",
            it -> it.batches().retryFailed(ID, CHANGE)),
        call(
            "POST /batches/" + ID + ":approve",
            "1.50",
            it -> it.batches().approve(ID, new BigDecimal("1.50"), CHANGE)),
        call("GET /schedules/s", "", it -> it.schedules().show("s")),
        call("POST /schedules", "quick", it -> it.schedules().create(DOCUMENT, KEY)),
        call("POST /schedules:preview", "quick", it -> it.schedules().preview(DOCUMENT)),
        call("PUT /schedules/s", "quick", it -> it.schedules().replace("s", DOCUMENT)),
        call("POST /schedules/s:pause", "", it -> it.schedules().pause("s", KEY)),
        call("POST /schedules/s:resume", "", it -> it.schedules().resume("s", KEY)),
        call("POST /schedules/s:trigger", "", it -> it.schedules().trigger("s", KEY)),
        call("POST /runs:import", "record", it -> it.runs().importRecord("record", KEY)));
  }

  private static Arguments call(String request, String body, Call call) {
    return Arguments.of(request, body, call);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void sendsItsOperation(String request, String body, Call call) throws Exception {
    server.json(200, BATCH);

    assertThat(call.on(client).toString()).contains("RUNNING");

    var asked = server.asked().getFirst();
    assertThat(asked.method() + " " + asked.address())
        .isEqualTo(request.replaceFirst(" ", " /api/v1"));
    assertThat(asked.body()).contains(body);
  }

  @Test
  void listsHavePages() throws Exception {
    server
        .json(200, "{\"items\": [%s], \"nextCursor\": \"c\"}".formatted(BATCH))
        .json(200, "{\"items\": [{\"name\": \"s\"}]}");

    assertThat(client.batches().list(Optional.of("RUNNING"), 5, Optional.empty()))
        .satisfies(
            page -> {
              assertThat(page.items()).extracting(Batch::id).containsExactly(ID);
              assertThat(page.next()).contains("c");
            });
    assertThat(client.schedules().list(5, Optional.of("d")).items())
        .extracting(Schedule::name)
        .containsExactly("s");
    assertThat(server.asked().getFirst().address().getQuery()).isEqualTo("limit=5&status=RUNNING");
    assertThat(server.asked().getLast().address().getQuery()).isEqualTo("cursor=d&limit=5");
  }

  @Test
  void aRequestNamesAnyOperation() throws Exception {
    server
        .json(200, "{\"items\": [{\"id\": \"a\"}, {\"id\": \"b\"}], \"nextCursor\": \"c\"}")
        .json(200, "{\"items\": [{\"id\": \"d\"}]}")
        .json(200, "{\"state\": \"CLOSED\"}")
        .json(200, "exported");

    List<JsonNode> keys = client.list(ApiRequest.of(Operation.LIST_API_KEYS));
    assertThat(keys).extracting(it -> it.path("id").asText()).containsExactly("a", "b", "d");
    assertThat(
            client
                .send(ApiRequest.of(Operation.RESET_BREAKER, "tool", "http_get").key(KEY))
                .path("state")
                .asText())
        .isEqualTo("CLOSED");
    assertThat(server.asked().getLast().header("Idempotency-key")).contains("mine");
    var file = new ByteArrayOutputStream();
    client.download(ApiRequest.of(Operation.EXPORT_AUDIT), file);
    assertThat(file.toString(StandardCharsets.UTF_8)).isEqualTo("exported");
  }
}
