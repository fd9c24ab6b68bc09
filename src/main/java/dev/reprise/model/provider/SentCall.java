package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A call as it goes back to a provider: its own call with its own id, and any call with a name that
 * each provider accepts, whatever the model wrote.
 */
public record SentCall(String id, String name) {

  private static final String ID = "id";
  private static final Pattern REFUSED = Pattern.compile("[^A-Za-z0-9_-]");

  /** OpenAI's bound; that of others is higher. */
  private static final int MAX_NAME = 64;

  /** Returns how a call, or its result, goes to a provider. */
  public static SentCall of(String provider, ToolCall call) {
    String id = UnknownMembers.own(provider, call.metadata()).path(ID).asText(call.id());
    return new SentCall(id, name(call.tool()));
  }

  /** Leaves the names that tools have as they are. */
  private static String name(String tool) {
    String accepted = REFUSED.matcher(tool).replaceAll("_");
    return accepted.substring(0, Math.min(accepted.length(), MAX_NAME));
  }

  /**
   * Returns what to keep with a call for its provider.
   *
   * @param id the provider's, if the call has another one
   * @param added what the provider added to the call
   */
  public static Optional<JsonValue> metadata(
      String provider, Optional<String> id, ObjectNode added) {
    if (id.isEmpty() && added.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode metadata = UnknownMembers.metadata(provider, added);
    id.ifPresent(it -> metadata.put(UnknownMembers.PROVIDER, provider).put(ID, it));
    return Optional.of(new JsonValue(Json.write(metadata)));
  }
}
