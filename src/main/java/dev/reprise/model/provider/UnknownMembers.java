package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import java.util.Optional;
import java.util.Set;

/**
 * Members of a reply that this server does not know. A provider may require them back unchanged,
 * for example the signature of a thought, and no other provider may get them. So metadata keep them
 * with the name of their provider.
 */
public final class UnknownMembers {

  public static final String PROVIDER = "provider";
  private static final String ADDED = "added";

  private UnknownMembers() {}

  /** Returns the members of an object that are not known; those that say nothing are left out. */
  public static ObjectNode of(JsonNode value, Set<String> known) {
    ObjectNode unknown = JsonNodeFactory.instance.objectNode();
    value
        .properties()
        .forEach(
            member -> {
              if (!known.contains(member.getKey()) && !isVoid(member.getValue())) {
                unknown.set(member.getKey(), member.getValue());
              }
            });
    return unknown;
  }

  private static boolean isVoid(JsonNode value) {
    return value.isNull()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && value.textValue().isEmpty());
  }

  /** Returns metadata with these members of a provider; empty if there are none. */
  public static ObjectNode metadata(String provider, ObjectNode unknown) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    if (!unknown.isEmpty()) {
      metadata.put(PROVIDER, provider).set(ADDED, unknown);
    }
    return metadata;
  }

  /** Returns metadata if they are of this provider, else an empty object. */
  public static JsonNode own(String provider, Optional<JsonValue> metadata) {
    return metadata
        .map(value -> Json.read(value.text()))
        .filter(value -> value.path(PROVIDER).asText().equals(provider))
        .orElseGet(JsonNodeFactory.instance::objectNode);
  }

  /** Adds the members that the metadata keep for this provider to what goes back to it. */
  public static void putBack(String provider, Optional<JsonValue> metadata, ObjectNode sent) {
    own(provider, metadata)
        .path(ADDED)
        .properties()
        .forEach(
            member -> {
              if (sent.get(member.getKey()) instanceof ObjectNode known
                  && member.getValue() instanceof ObjectNode more) {
                known.setAll(more);
              } else {
                sent.set(member.getKey(), member.getValue());
              }
            });
  }
}
