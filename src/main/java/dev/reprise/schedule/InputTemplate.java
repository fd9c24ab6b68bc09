package dev.reprise.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.codec.InputTooLargeException;
import dev.reprise.codec.JsonTemplate;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;

/**
 * The input of a schedule's runs, a {@link JsonTemplate} whose texts may refer to the firing:
 * <code>{{schedule.name}}</code>, <code>{{schedule.due}}</code> and <code>{{schedule.firing}}
 * </code>, and to the payload: <code>{{payload.list.0.name}}</code>, or the whole of it, <code>
 * {{payload}}</code>.
 */
public final class InputTemplate {

  /** How large an input may be with all that it refers to, in bytes. */
  public static final int MAX_BYTES = 1024 * 1024;

  private static final String PAYLOAD = "payload.";

  private final JsonTemplate template;

  /**
   * @throws IllegalArgumentException if a text opens a reference and does not close it
   */
  public InputTemplate(JsonValue template) {
    this.template = new JsonTemplate(Json.read(template.text()));
  }

  /** Returns the references to which neither this payload nor a firing has a value. */
  public List<String> unknown(JsonValue payload) {
    JsonNode values = Json.read(payload.text());
    return template.references().stream()
        .filter(reference -> !isOfFiring(reference) && find(values, reference).isEmpty())
        .toList();
  }

  private static boolean isOfFiring(String reference) {
    return reference.equals("schedule.name")
        || reference.equals("schedule.due")
        || reference.equals("schedule.firing");
  }

  /**
   * Returns the input of a firing's run.
   *
   * @throws InputTooLargeException if what it refers to alone has more than {@link #MAX_BYTES}
   * @throws IllegalArgumentException if the payload has no value for a reference
   */
  public JsonValue fill(Schedule schedule, Firing firing) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    values.set("payload", Json.read(schedule.definition().payload().text()));
    values
        .putObject("schedule")
        .put("name", schedule.name())
        .put("due", firing.due().toString())
        .put("firing", firing.id().toString());
    return new JsonValue(CanonicalJson.write(template.fill(values, MAX_BYTES)));
  }

  private static Optional<JsonNode> find(JsonNode payload, String reference) {
    if (reference.equals("payload")) {
      return Optional.of(payload);
    }
    return reference.startsWith(PAYLOAD)
        ? JsonTemplate.find(payload, reference.substring(PAYLOAD.length()))
        : Optional.empty();
  }
}
