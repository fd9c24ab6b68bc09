package dev.reprise.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.reprise.platform.Json;

/**
 * JSON on the wire: strict as everywhere, a number is no text nor a text a number, and what is
 * absent is left out.
 */
final class WireJson {

  private static final ObjectMapper MAPPER = configured();

  private WireJson() {}

  static ObjectMapper mapper() {
    return MAPPER;
  }

  static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a wire record can always be written", e);
    }
  }

  private static ObjectMapper configured() {
    ObjectMapper mapper = Json.mapper();
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
