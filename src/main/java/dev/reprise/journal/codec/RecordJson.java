package dev.reprise.journal.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import java.util.List;

/**
 * How the values of an agent stand in the record: messages by their {@code role}, blocks and
 * outcomes by their {@code kind}, JSON values as themselves.
 *
 * <p>The words are the closed registry below; data never names a class. What is absent is not
 * written, so that a member which came later changes no older text; a member that must be there and
 * is not, one that is unknown, and an unknown word are refused.
 */
public final class RecordJson {

  /**
   * How deep a text may be nested. Deeper than {@link Json#MAX_DEPTH}, so that any value which got
   * in can be read again inside the event, and the snapshot, that it stands in.
   */
  static final int MAX_DEPTH = 1_000;

  /** How long a text may be, in characters; the same goes for each string in it. */
  static final int MAX_LENGTH = 64 * 1024 * 1024;

  private static final ObjectMapper TREES = mapper();

  private RecordJson() {}

  /** Returns a mapper of its own for the caller to add what else stands in its text. */
  public static ObjectMapper mapper() {
    ObjectMapper mapper =
        Json.mapper()
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .registerModule(
                new SimpleModule()
                    .addSerializer(new JsonValueSerializer())
                    .addDeserializer(
                        dev.reprise.agent.message.JsonValue.class, new JsonValueDeserializer())
                    .setMixInAnnotation(Message.class, Roles.class)
                    .setMixInAnnotation(Block.class, Blocks.class)
                    .setMixInAnnotation(Block.Call.class, InPlace.class)
                    .setMixInAnnotation(ToolOutcome.class, Outcomes.class)
                    .setMixInAnnotation(ToolOutcome.Succeeded.class, WithImages.class)
                    .setMixInAnnotation(Usage.class, WithCache.class)
                    .setMixInAnnotation(PinnedTool.class, MayPoll.class));
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxDocumentLength(MAX_LENGTH)
                .maxStringLength(MAX_LENGTH)
                .maxNumberLength(Json.MAX_DIGITS)
                .build());
    return mapper;
  }

  /**
   * Returns a text of the record as a tree.
   *
   * @throws IllegalArgumentException if it is not JSON within the limits of this format
   */
  public static JsonNode tree(String text) {
    try {
      return TREES.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "role")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Message.User.class, name = "user"),
    @JsonSubTypes.Type(value = Message.Assistant.class, name = "assistant"),
    @JsonSubTypes.Type(value = Message.ToolResult.class, name = "tool")
  })
  private interface Roles {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Block.Text.class, name = "text"),
    @JsonSubTypes.Type(value = Block.Reasoning.class, name = "reasoning"),
    @JsonSubTypes.Type(value = Block.Image.class, name = "image"),
    @JsonSubTypes.Type(value = Block.Call.class, name = "call"),
    @JsonSubTypes.Type(value = Block.Other.class, name = "other")
  })
  private interface Blocks {}

  /** The members of the call stand beside the kind and not one level below. */
  private abstract static class InPlace {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @SuppressWarnings("UnusedVariable") // it only says which constructor is meant
    InPlace(ToolCall call) {}

    @JsonValue
    abstract ToolCall call();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ToolOutcome.Succeeded.class, name = "succeeded"),
    @JsonSubTypes.Type(value = ToolOutcome.Failed.class, name = "failed")
  })
  private interface Outcomes {}

  /** Most tools do not, and older texts say nothing about it. */
  private interface MayPoll {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean polling();
  }

  private interface WithImages {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Block.Image> images();
  }

  private interface WithCache {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long cacheReadTokens();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long cacheWriteTokens();
  }
}
