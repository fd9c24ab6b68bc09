package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ClientJson;
import java.util.Optional;

/**
 * A tool call of a run that is not finished. A decision about it names it as it was seen here, so
 * that the server applies the decision to nothing else.
 *
 * @param asking {@code APPROVAL} or {@code ANSWER}, if it waits for a person
 * @param digest of the call and of what a person is asked about it
 * @param json all that the server shows of it
 */
public record OpenCall(
    String id,
    String phase,
    int iteration,
    String digest,
    String tool,
    Optional<String> asking,
    JsonNode json) {

  static OpenCall of(JsonNode json) {
    return new OpenCall(
        json.path("id").asText(),
        json.path("phase").asText(),
        json.path("iteration").asInt(),
        json.path("digest").asText(),
        json.path("tool").asText(),
        ClientJson.text(json, "asking"),
        json);
  }

  boolean isEnded() {
    String status = json.path("status").asText();
    return status.equals("COMPLETED") || status.equals("FAILED");
  }

  /** Returns whether a person must say what became of it. */
  public boolean isUnknown() {
    return json.path("status").asText().equals("UNKNOWN");
  }

  /** Returns the call as it was when it had another digest. */
  public OpenCall withDigest(String seen) {
    return new OpenCall(id, phase, iteration, seen, tool, asking, json);
  }

  /** Returns its id as a part of an address, which cannot be each id. */
  String inAddress() {
    return fitsIntoAddress() ? id : "-";
  }

  private boolean fitsIntoAddress() {
    return id.matches("[A-Za-z0-9_:|+.-]+") && !id.matches("\\.+");
  }

  ObjectNode seen() {
    ObjectNode seen =
        ClientJson.object().put("phase", phase).put("iteration", iteration).put("digest", digest);
    if (!fitsIntoAddress()) {
      seen.put("id", id);
    }
    return seen;
  }
}
