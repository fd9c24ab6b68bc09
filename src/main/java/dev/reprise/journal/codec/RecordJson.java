package dev.reprise.journal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.codec.MessageModule;
import dev.reprise.platform.Json;
import java.util.List;

/**
 * The JSON form of an agent's values in the record: that of {@link MessageModule}, with limits.
 *
 * <p>Absent members are not written. A missing required member, an unknown member and an unknown
 * {@code role} or {@code kind} are refused.
 */
public final class RecordJson {

  /**
   * How deep a text may be nested. Deeper than {@link Json#MAX_DEPTH}, so that every accepted value
   * can be read again inside its event and inside a snapshot.
   */
  static final int MAX_DEPTH = 1_000;

  /** How long a text may be, and each string in it, in characters. */
  static final int MAX_LENGTH = 64 * 1024 * 1024;

  private static final ObjectMapper TREES = mapper();

  private RecordJson() {}

  /** Returns a new mapper, which the caller may extend. */
  public static ObjectMapper mapper() {
    ObjectMapper mapper =
        Json.mapper()
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .registerModule(
                MessageModule.create()
                    .setMixInAnnotation(ToolOutcome.Succeeded.class, WithImages.class));
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
   * Parses a text of the record.
   *
   * @throws IllegalArgumentException if it is not JSON within the limits of this format
   */
  public static JsonNode tree(String text) {
    try {
      return TREES.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + Json.reason(e), e);
    }
  }

  private interface WithImages {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Block.Image> images();
  }
}
