package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import java.util.Optional;

/**
 * The reasoning of a provider's model. Only that provider gets it back: others refuse it, or would
 * take it for their own.
 */
public final class ReasoningBlocks {

  public static final String PROVIDER = "provider";

  private ReasoningBlocks() {}

  /** Returns a proof of this provider, to which the caller adds members. */
  public static ObjectNode proof(String provider) {
    return JsonNodeFactory.instance.objectNode().put(PROVIDER, provider);
  }

  public static Block.Reasoning of(String text, ObjectNode proof) {
    return new Block.Reasoning(text, Optional.of(new JsonValue(Json.write(proof))));
  }

  /** Returns the proof of a block of reasoning if it belongs to this provider. */
  public static Optional<ObjectNode> proofOf(String provider, Block.Reasoning reasoning) {
    return reasoning
        .proof()
        .map(proof -> Json.read(proof.text()))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .filter(proof -> proof.path(PROVIDER).asText().equals(provider));
  }
}
