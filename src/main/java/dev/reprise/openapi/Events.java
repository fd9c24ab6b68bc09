package dev.reprise.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.run.EventView;
import dev.reprise.api.stream.StreamEvent;
import dev.reprise.journal.EventType;
import dev.reprise.journal.codec.RecordJson;
import java.util.Arrays;

/**
 * The schemas of events: of the journal, by their registry, and of the stream. Tested by {@code
 * ApiDocumentIT}.
 */
final class Events {

  static final String STREAM = "StreamEvent";
  private static final String TYPES = "EventType";

  private final ObjectNode components;
  private final Schemas wire;
  private final Schemas record;

  Events(ObjectNode components, Schemas wire) {
    this.components = components;
    this.wire = wire;
    this.record = new Schemas(RecordJson.mapper(), "Recorded", components);
  }

  /** Adds the schemas of all events, and makes the API's view of an event a union of them. */
  void add() {
    String any = EventView.class.getSimpleName();
    wire.of(EventView.class);
    ObjectNode form = (ObjectNode) components.remove(any);
    wire.leave(EventView.class, any);
    ObjectNode union = components.putObject(any);
    union.put(
        "description",
        "An event of a run's journal. A later version of the server may have more types; skip those"
            + " that you do not know.");
    ArrayNode alternatives = union.putArray("oneOf");
    ObjectNode discriminator = union.putObject("discriminator").put("propertyName", "type");
    ObjectNode mapping = discriminator.putObject("mapping");
    ArrayNode types = components.putObject(TYPES).put("type", "string").putArray("enum");
    for (EventType type : EventType.values()) {
      String name = camel(type.typeName()) + "Event";
      components.set(name, event(type, form.deepCopy()));
      alternatives.add(Schemas.reference(name));
      mapping.put(type.typeName(), "#/components/schemas/" + name);
      types.add(type.typeName());
    }
    addStream(any);
  }

  private ObjectNode event(EventType type, ObjectNode form) {
    ObjectNode properties = (ObjectNode) form.path("properties");
    properties.putObject("type").put("type", "string").put("const", type.typeName());
    properties.set("data", record.as(camel(type.typeName()) + "Data", type.event));
    return form;
  }

  private void addStream(String recorded) {
    ObjectNode union = components.putObject(STREAM);
    union.put(
        "description",
        "An event of a stream: its fields, with data as JSON. An event with an id is in the journal;"
            + " the others are not recorded.");
    ArrayNode alternatives = union.putArray("oneOf");
    Arrays.stream(StreamEvent.values())
        .forEach(
            type -> {
              ObjectNode schema = Schemas.object("object");
              ObjectNode properties = schema.putObject("properties");
              properties.putObject("event").put("type", "string").put("const", type.typeName());
              properties.set("data", wire.of(type.data()));
              schema.putArray("required").add("event").add("data");
              alternatives.add(schema);
            });
    ObjectNode schema = Schemas.object("object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("id").put("type", "string").put("pattern", "^[1-9][0-9]*$");
    properties.set("event", Schemas.reference(TYPES));
    properties.set("data", Schemas.reference(recorded));
    schema.putArray("required").add("id").add("event").add("data");
    alternatives.add(schema);
  }

  private static String camel(String typeName) {
    StringBuilder name = new StringBuilder();
    for (String word : typeName.split("[.-]", -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }
}
