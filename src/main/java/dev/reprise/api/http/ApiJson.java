package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.reprise.platform.Json;

/**
 * JSON on the wire: strict as everywhere, a number is no text nor a text a number, and what is
 * absent is left out.
 */
public final class ApiJson {

  /**
   * How many tokens a body may have: each takes up to a hundred bytes of memory once it is read.
   */
  static final long MAX_TOKENS = 100_000;

  /** The longest body of a request but for a record file. */
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
      throw new IllegalStateException("a wire record can always be written", e);
    }
  }

  private static ObjectMapper configured() {
    ObjectMapper mapper = Json.mapper();
    // only what comes in: these mappers read nothing back that the server has written
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(Json.MAX_DEPTH)
                .maxTokenCount(MAX_TOKENS)
                .maxNameLength(MAX_NAME_LENGTH)
                .maxStringLength(MAX_BYTES)
                .maxNumberLength(Json.MAX_DIGITS)
                .build());
    mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT);
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
