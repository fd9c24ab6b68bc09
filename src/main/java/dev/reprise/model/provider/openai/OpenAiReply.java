package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.ModelReply;
import dev.reprise.model.provider.AnsweredFaultException;
import dev.reprise.model.provider.ReasoningBlocks;
import dev.reprise.model.provider.TokenCount;
import dev.reprise.model.provider.UnknownMembers;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a reply of OpenAI's chat completions. Of several choices the first counts. Members that
 * this server does not know stay with the message and its calls, because gateways add some that
 * they require back. Tested by {@code OpenAiProviderTest}.
 */
final class OpenAiReply {

  /** The names that servers have for reasoning; the provider gets it back by the same one. */
  static final List<String> REASONING = List.of("reasoning_content", "reasoning");

  private static final Set<String> CUT_OFF =
      Set.of("length", "max_tokens", "max_output_tokens", "model_length");

  /** What is read here, or is no part of what the model said. */
  private static final Set<String> KNOWN =
      Set.of(
          "role",
          "content",
          "tool_calls",
          "refusal",
          "annotations",
          "audio",
          "function_call",
          REASONING.getFirst(),
          REASONING.getLast());

  /** The member of a proof of reasoning that has its name in the protocol. */
  static final String MEMBER = "member";

  private OpenAiReply() {}

  /** Returns whether a body is a reply. */
  static boolean isReply(JsonNode body) {
    return choice(body).path("message").isObject();
  }

  /** Returns the first choice, which is not the first in the list in each case. */
  private static JsonNode choice(JsonNode body) {
    for (JsonNode choice : body.path("choices")) {
      if (choice.path("index").asInt() == 0) {
        return choice;
      }
    }
    return body.path("choices").path(0);
  }

  /**
   * Returns the reply.
   *
   * @throws FaultException if the provider, or one of its filters, stopped the reply
   */
  static ModelReply of(String provider, JsonNode body) throws FaultException {
    JsonNode choice = choice(body);
    String reason = choice.path("finish_reason").asText("").toLowerCase(Locale.ROOT);
    if (reason.equals("content_filter")) {
      throw new AnsweredFaultException(
          new Fault(
              FailureClass.CONTENT_REFUSED,
              "a filter of model provider '%s' stopped the reply".formatted(provider)));
    }
    JsonNode message = choice.path("message");
    return new ModelReply(
        blocks(provider, message),
        usage(body.path("usage")),
        Optional.of(metadata(provider, body, reason, message)),
        CUT_OFF.contains(reason) ? Optional.of(Incomplete.CUT_OFF) : Optional.empty());
  }

  /** Returns which member of a message has its reasoning. */
  private static String reasoningMember(JsonNode message) {
    return REASONING.stream()
        .filter(member -> !message.path(member).asText("").isEmpty())
        .findFirst()
        .orElse(REASONING.getFirst());
  }

  private static List<Block> blocks(String provider, JsonNode message) throws FaultException {
    List<Block> blocks = new ArrayList<>();
    String member = reasoningMember(message);
    String thought = message.path(member).asText("");
    if (!thought.isEmpty()) {
      blocks.add(ReasoningBlocks.of(thought, ReasoningBlocks.proof(provider).put(MEMBER, member)));
    }
    String text = text(message.path("content"));
    if (!text.isEmpty()) {
      blocks.add(new Block.Text(text));
    }
    blocks.addAll(FunctionCalls.of(provider, message.path("tool_calls")));
    return blocks;
  }

  /** Returns the text of a content, which is one text or a list of parts. */
  static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.asText("");
    }
    var text = new StringBuilder();
    content.forEach(
        part -> text.append(part.isTextual() ? part.textValue() : part.path("text").asText("")));
    return text.toString();
  }

  /** What only the total has was written, which is dearer, unless all that was read is missing. */
  private static Usage usage(JsonNode usage) {
    long input = TokenCount.of(usage.path("prompt_tokens"));
    long output = TokenCount.of(usage.path("completion_tokens"));
    long rest = Math.max(0, TokenCount.of(usage.path("total_tokens")) - input - output);
    if (input == 0 && output > 0) {
      input = rest;
    } else {
      output += rest;
    }
    long cached = TokenCount.of(usage.path("prompt_tokens_details").path("cached_tokens"));
    return new Usage(input, output, Math.min(cached, input), 0);
  }

  private static JsonValue metadata(
      String provider, JsonNode body, String reason, JsonNode message) {
    ObjectNode metadata = UnknownMembers.metadata(provider, UnknownMembers.of(message, KNOWN));
    put(metadata, "id", body.path("id"));
    put(metadata, "model", body.path("model"));
    if (!reason.isEmpty()) {
      metadata.put("stopReason", reason);
    }
    put(metadata, "systemFingerprint", body.path("system_fingerprint"));
    return new JsonValue(Json.write(metadata));
  }

  private static void put(ObjectNode metadata, String name, JsonNode value) {
    if (!value.asText("").isEmpty()) {
      metadata.put(name, value.asText());
    }
  }
}
