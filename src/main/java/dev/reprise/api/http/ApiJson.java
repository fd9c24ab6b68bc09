package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.reprise.platform.Json;
import java.time.Instant;

/**
 * JSON in requests and responses: strict as everywhere. A number is not accepted as a text, nor a
 * text as a number, and a blank text is not an absent value; a time is a {@link RequestTime}; no
 * text has U+0000 or an unpaired surrogate; and absent members are left out.
 */
public final class ApiJson {

  /**
   * How many tokens a body may have. Each takes up to a hundred bytes of memory when it is read.
   */
  static final long MAX_TOKENS = 100_000;

  /** The length of a request's body, at most, except for a record file. */
  public static final int MAX_BYTES = 1024 * 1024;

  /** How long the name of a member may be, in characters. */
  static final int MAX_NAME_LENGTH = 1_000;

  private static final ObjectMapper MAPPER = configured();

  private ApiJson() {}

  public static ObjectMapper mapper() {
    return MAPPER;
  }

  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of the API can always be written", e);
    }
  }

  private static ObjectMapper configured() {
    // for requests alone: these mappers never read what the server has written
    ObjectMapper mapper =
        Json.wellFormedMapper(
            StreamReadConstraints.builder()
                .maxNestingDepth(Json.MAX_DEPTH)
                .maxTokenCount(MAX_TOKENS)
                .maxNameLength(MAX_NAME_LENGTH)
                .maxStringLength(MAX_BYTES));
    mapper.registerModule(
        new SimpleModule().addDeserializer(Instant.class, new TimeDeserializer()));
    mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT);
    // the library would take a blank text for an absent value, and an absent amount is no limit
    mapper
        .coercionConfigDefaults()
        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
    mapper
        .coercionConfigFor(LogicalType.Enum)
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
    mapper
        .coercionConfigFor(LogicalType.Textual)
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    mapper
        .coercionConfigFor(LogicalType.Integer)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
    return mapper;
  }
}
