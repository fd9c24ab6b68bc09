package dev.reprise.model.cassette;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.util.List;

/**
 * How calls stand in a cassette. The words are those of the record: messages by their {@code role},
 * blocks and outcomes by their {@code kind}; data never names a class.
 */
final class CassetteJson {

  private static final ObjectMapper MAPPER =
      Json.mapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .registerModule(
              new SimpleModule()
                  .addSerializer(new AsItself())
                  .addDeserializer(dev.reprise.agent.message.JsonValue.class, new AsText())
                  .setMixInAnnotation(Message.class, Roles.class)
                  .setMixInAnnotation(Block.class, Blocks.class)
                  .setMixInAnnotation(Block.Call.class, InPlace.class)
                  .setMixInAnnotation(ToolOutcome.class, Outcomes.class));

  private CassetteJson() {}

  /** All that a model is told, in a form that people read. */
  private record RequestJson(
      String phase,
      int iteration,
      int attempt,
      String purpose,
      ModelChoice model,
      String systemPrompt,
      List<Message> messages,
      List<OfferedTool> tools) {}

  /** Returns all that a model is told. */
  static JsonNode request(ModelRequest request) {
    return MAPPER.valueToTree(
        new RequestJson(
            request.phase(),
            request.iteration(),
            request.attempt(),
            request.purpose().name(),
            request.model(),
            request.systemPrompt(),
            request.transcript().messages(),
            request.tools()));
  }

  /** Returns a call as one line. */
  static String write(RecordedCall call) {
    try {
      return MAPPER.writeValueAsString(call);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a call can always be written", e);
    }
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no call, or of a form that is not known here
   */
  static RecordedCall read(String line) {
    try {
      JsonNode tree = MAPPER.readTree(line);
      int version = tree.path("version").asInt();
      if (version != RecordedCall.VERSION) {
        throw new IllegalArgumentException(
            "has version %d, and this server reads %d".formatted(version, RecordedCall.VERSION));
      }
      return MAPPER.treeToValue(tree, RecordedCall.class);
    } catch (JsonProcessingException e) {
      // the library's own words name classes and quote the text
      throw new IllegalArgumentException("is no recorded call", e);
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

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ToolOutcome.Succeeded.class, name = "succeeded"),
    @JsonSubTypes.Type(value = ToolOutcome.Failed.class, name = "failed")
  })
  private interface Outcomes {}

  /** The members of the call stand beside the kind and not one level below. */
  private abstract static class InPlace {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @SuppressWarnings("UnusedVariable") // it only says which constructor is meant
    InPlace(ToolCall call) {}

    @JsonValue
    abstract ToolCall call();
  }

  /** A JSON value stands in a text as itself, not as a text in quotes. */
  private static final class AsItself
      extends StdScalarSerializer<dev.reprise.agent.message.JsonValue> {

    private static final long serialVersionUID = 1L;

    AsItself() {
      super(dev.reprise.agent.message.JsonValue.class);
    }

    @Override
    public void serialize(
        dev.reprise.agent.message.JsonValue value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeTree(Json.read(value.text()));
    }
  }

  private static final class AsText
      extends StdScalarDeserializer<dev.reprise.agent.message.JsonValue> {

    private static final long serialVersionUID = 1L;

    AsText() {
      super(dev.reprise.agent.message.JsonValue.class);
    }

    @Override
    public dev.reprise.agent.message.JsonValue deserialize(
        JsonParser in, DeserializationContext context) throws IOException {
      return new dev.reprise.agent.message.JsonValue(Json.write(context.readTree(in)));
    }

    @Override
    public dev.reprise.agent.message.JsonValue getNullValue(DeserializationContext context) {
      return dev.reprise.agent.message.JsonValue.NULL;
    }
  }
}
