package dev.reprise.crash;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.net.http.HttpResponse;
import java.util.UUID;

/** Decisions about calls as a person saw them some time ago, which need not be their state now. */
record SeenCalls(JsonClient http) {

  static SeenCalls of(Site site) {
    return new SeenCalls(site.runs().http());
  }

  /** Returns the same for another person. */
  SeenCalls as(String person) {
    return new SeenCalls(http.as(person));
  }

  /** Returns the body of a decision about a call as it is now. */
  ObjectNode body(UUID run, String call) {
    JsonNode seen =
        stream(
                http.get("api/v1/runs/%s/tool-calls".formatted(run)).path("items").spliterator(),
                false)
            .filter(it -> it.path("id").asText().equals(call))
            .findFirst()
            .orElseThrow();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("call")
        .put("phase", seen.path("phase").asText())
        .put("iteration", seen.path("iteration").asInt())
        .put("digest", seen.path("digest").asText());
    return body;
  }

  /**
   * Sends a decision.
   *
   * @param word the call's id, a colon, and the decision
   */
  HttpResponse<String> say(UUID run, String word, ObjectNode body) {
    return http.tryTo("POST", "api/v1/runs/%s/tool-calls/%s".formatted(run, word), body);
  }

  /** Sends a decision that must be refused, and returns the code of the problem. */
  String refused(UUID run, String word, ObjectNode body) {
    HttpResponse<String> refusal = say(run, word, body);
    assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(409);
    return Json.read(refusal.body()).path("code").asText();
  }
}
