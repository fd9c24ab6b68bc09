package dev.reprise.model.batch;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.codec.MessageModule;
import dev.reprise.model.ModelReply;
import dev.reprise.platform.Json;
import java.math.BigDecimal;

/**
 * A reply that a batch gave to the first model call of a run, before the run begins.
 *
 * @param model the name of the model that replied
 * @param price what it costs, as a part of the price of a single call
 */
public record PrepaidReply(String model, ModelReply reply, BigDecimal price) {

  private static final ObjectMapper MAPPER =
      Json.mapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .registerModule(MessageModule.create());

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static PrepaidReply of(String json) {
    try {
      return MAPPER.readValue(json, PrepaidReply.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("is no stored reply", e); // the message quotes the text
    }
  }

  /** Returns the stored form. */
  public String toJson() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a reply can always be written", e);
    }
  }
}
