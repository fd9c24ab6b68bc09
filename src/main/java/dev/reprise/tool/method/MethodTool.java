package dev.reprise.tool.method;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A tool whose body is a {@link ToolMethod} of a bean. */
final class MethodTool implements Tool {

  private static final ObjectMapper MAPPER = Json.mapper();

  private final ToolDeclaration declaration;
  private final ToolBean bean;
  private final ToolSignature signature;

  private MethodTool(ToolDeclaration declaration, ToolBean bean, ToolSignature signature) {
    this.declaration = declaration;
    this.bean = bean;
    this.signature = signature;
  }

  /**
   * Makes a tool of an annotated method.
   *
   * @throws IllegalArgumentException if it cannot be one; says why and what is allowed
   */
  static MethodTool of(ToolBean bean, Method method, Validator validator) {
    var signature = ToolSignature.of(method, validator);
    var annotation = method.getAnnotation(ToolMethod.class);
    return new MethodTool(declaration(annotation, signature), bean, signature);
  }

  private static ToolDeclaration declaration(ToolMethod said, ToolSignature signature) {
    if (said.effect() == EffectClass.RECONCILABLE) {
      throw new IllegalArgumentException(
          "declares RECONCILABLE, and a method cannot be asked what became of a call; implement"
              + " ReconcilableTool, or declare READ_ONLY, IDEMPOTENT or ONCE");
    }
    if (said.description().isBlank()) {
      throw new IllegalArgumentException("has no description, by which a model could choose it");
    }
    return ToolDeclaration.named(said.name(), said.effect())
        .describedAs(said.description())
        .taking(signature.schema())
        .dangerousIf(said.dangerous())
        .in(said.category(), said.tags())
        .within(timeout(said.timeout()))
        .giving(said.resultLimit())
        .build();
  }

  private static Duration timeout(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "has the timeout '%s', which is no ISO duration such as PT30S".formatted(text), e);
    }
  }

  @Override
  public ToolDeclaration declaration() {
    return declaration;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    Object result = bean.call(signature.method(), signature.arguments(declaration, request));
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
      if (declaration.effect() == EffectClass.READ_ONLY) {
        throw e;
      }
      // A failure would say that nothing happened; but the method came to its end.
      throw new OutcomeUnknownException(
          declaration.name(), "its method ended, but its result cannot be written as JSON", e);
    }
  }
}
