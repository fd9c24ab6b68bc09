package dev.reprise.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;

/**
 * The JSON form of messages: a message names its {@code role}, a block or an outcome its {@code
 * kind}, and a JSON value is written as itself. Usage is written without numbers of cached or
 * estimated tokens that are 0.
 *
 * <p>The names below are a closed registry; data never names a class.
 */
public final class MessageModule {

  private MessageModule() {}

  /** Returns a module of its own for the caller, who may add to it. */
  public static SimpleModule create() {
    var module = new SimpleModule();
    module.addSerializer(new JsonValueSerializer());
    module.addDeserializer(JsonValue.class, new JsonValueDeserializer());
    module.setMixInAnnotation(Message.class, Roles.class);
    module.setMixInAnnotation(Block.class, Blocks.class);
    module.setMixInAnnotation(Block.Call.class, Inline.class);
    module.setMixInAnnotation(ToolOutcome.class, Outcomes.class);
    module.setMixInAnnotation(Usage.class, Tokens.class);
    return module;
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

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ToolOutcome.Succeeded.class, name = "succeeded"),
    @JsonSubTypes.Type(value = ToolOutcome.Failed.class, name = "failed")
  })
  private interface Outcomes {}

  /** Most usage has none of these. */
  private interface Tokens {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long cacheReadTokens();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long cacheWriteTokens();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long estimatedTokens();
  }

  /** Writes the members of the call beside the kind, not one level below. */
  private abstract static class Inline {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @SuppressWarnings("UnusedVariable") // it only says which constructor is meant
    Inline(ToolCall call) {}

    @com.fasterxml.jackson.annotation.JsonValue
    abstract ToolCall call();
  }
}
