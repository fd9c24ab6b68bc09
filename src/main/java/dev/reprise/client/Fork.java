package dev.reprise.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ClientJson;
import java.util.Optional;

/**
 * From where a run is forked.
 *
 * @param sequence of the event that the fork continues from; by default the newest
 * @param message what the fork's model is told
 */
public record Fork(Optional<Long> sequence, Optional<String> message) {

  ObjectNode json() {
    ObjectNode json = ClientJson.object();
    sequence.ifPresent(it -> json.put("sequence", it));
    message.ifPresent(it -> json.put("message", it));
    return json;
  }
}
