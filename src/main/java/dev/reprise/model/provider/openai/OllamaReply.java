package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.ModelReply;
import dev.reprise.model.provider.ReasoningBlocks;
import dev.reprise.model.provider.TokenCount;
import dev.reprise.model.provider.UnknownMembers;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a reply of Ollama's chat. */
final class OllamaReply {

  private static final Set<String> KNOWN = Set.of("role", "content", "thinking", "tool_calls");

  private OllamaReply() {}

  /**
   * Returns the reply.
   *
   * @throws FaultException if it has more calls than a run can hold
   */
  static ModelReply of(String provider, JsonNode body) throws FaultException {
    JsonNode message = body.path("message");
    String reason = body.path("done_reason").asText("");
    ObjectNode metadata = UnknownMembers.metadata(provider, UnknownMembers.of(message, KNOWN));
    metadata.put("model", body.path("model").asText(""));
    if (!reason.isEmpty()) {
      metadata.put("stopReason", reason);
    }
    return new ModelReply(
        blocks(provider, message),
        new Usage(
            TokenCount.of(body.path("prompt_eval_count")), TokenCount.of(body.path("eval_count"))),
        Optional.of(new JsonValue(Json.write(metadata))),
        reason.equals("length") ? Optional.of(Incomplete.CUT_OFF) : Optional.empty());
  }

  private static List<Block> blocks(String provider, JsonNode message) throws FaultException {
    List<Block> blocks = new ArrayList<>();
    String thinking = message.path("thinking").asText("");
    if (!thinking.isEmpty()) {
      blocks.add(ReasoningBlocks.of(thinking, ReasoningBlocks.proof(provider)));
    }
    String text = message.path("content").asText("");
    if (!text.isEmpty()) {
      blocks.add(new Block.Text(text));
    }
    blocks.addAll(FunctionCalls.of(provider, message.path("tool_calls")));
    return blocks;
  }
}
