package dev.reprise.tool.method;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts what the method of a tool returned into an outcome. */
record MethodResult(ToolDeclaration tool) {

  private static final ObjectMapper MAPPER = Json.mapper();

  /**
   * Returns the outcome.
   *
   * @throws OutcomeUnknownException if the tool has an effect and the result cannot be written
   */
  ToolOutcome of(ToolSignature signature, @Nullable Object result) throws Exception {
    return signature.isVoid() ? new ToolOutcome.Succeeded("done") : outcome(result);
  }

  private ToolOutcome outcome(@Nullable Object result) throws Exception {
    return switch (result) {
      case ToolOutcome outcome -> outcome;
      case String text -> new ToolOutcome.Succeeded(text);
      case Optional<?> some when some.isPresent() -> outcome(some.get());
      case null, default -> new ToolOutcome.Succeeded(json(result));
    };
  }

  private String json(@Nullable Object result) throws Exception {
    try {
      return MAPPER.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      if (tool.effect() == EffectClass.READ_ONLY) {
        throw e;
      }
      // A failure would say that nothing happened, but the method completed.
      throw new OutcomeUnknownException(
          tool.name(), "its method ended, but its result cannot be written as JSON", e);
    }
  }
}
