package dev.reprise.tool.method;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/** What an annotated method takes and gives. */
final class ToolSignature {

  /** What is no answer, but would give one later or be used up by being read. */
  private static final List<Class<?>> NO_ANSWERS =
      List.of(Future.class, CompletionStage.class, AutoCloseable.class);

  private final Method method;
  private final Optional<ArgumentRecord> record;

  private ToolSignature(Method method, Optional<ArgumentRecord> record) {
    this.method = method;
    this.record = record;
  }

  /**
   * Reads the signature of a method.
   *
   * @throws IllegalArgumentException if it is not one of a tool; says why and what is allowed
   */
  static ToolSignature of(Method method, Validator validator) {
    String name = method.getName();
    int modifiers = method.getModifiers();
    if (Modifier.isPrivate(modifiers)
        || Modifier.isStatic(modifiers)
        || Modifier.isFinal(modifiers)) {
      throw new IllegalArgumentException(
          "%s is %s, so that the container cannot call it; a tool's method is none of private, static and final"
              .formatted(name, Modifier.toString(modifiers)));
    }
    if (NO_ANSWERS.stream().anyMatch(type -> type.isAssignableFrom(method.getReturnType()))) {
      throw new IllegalArgumentException(
          "%s returns %s, which is no answer yet; a tool's method waits for what it returns, and closes it"
              .formatted(name, method.getReturnType().getName()));
    }
    if (!method.trySetAccessible()) {
      throw new IllegalArgumentException(name + " is in a module that is not open");
    }
    return new ToolSignature(method, record(method, validator));
  }

  private static Optional<ArgumentRecord> record(Method method, Validator validator) {
    List<Class<?>> types = List.of(method.getParameterTypes());
    List<Class<?>> others = types.stream().filter(type -> type != ToolRequest.class).toList();
    if (others.size() > 1
        || types.size() > others.size() + 1
        || !others.stream().allMatch(ArgumentRecord::canBe)) {
      throw new IllegalArgumentException(
          "%s takes (%s); a tool's method takes at most one record without type parameters, its arguments, and at most one ToolRequest"
              .formatted(
                  method.getName(),
                  String.join(", ", types.stream().map(Class::getSimpleName).toList())));
    }
    return others.stream()
        .findFirst()
        .map(type -> ArgumentRecord.of(type.asSubclass(Record.class), validator));
  }

  Method method() {
    return method;
  }

  boolean isVoid() {
    return method.getReturnType() == void.class;
  }

  /** Returns the JSON Schema of the arguments; without a record there are none. */
  JsonValue schema() {
    return record
        .map(ArgumentRecord::schema)
        .orElseGet(
            () -> ArgumentSchema.text("{\"type\": \"object\", \"additionalProperties\": false}"));
  }

  /**
   * Returns what to call the method with.
   *
   * @throws ToolException {@code invalid_arguments} if the record does not take them
   */
  Object[] arguments(ToolDeclaration tool, ToolRequest request) throws ToolException {
    Class<?>[] types = method.getParameterTypes();
    Object[] values = new Object[types.length];
    Arrays.fill(values, request);
    if (record.isPresent()) {
      int place = types[0] == ToolRequest.class ? 1 : 0;
      values[place] = record.get().read(tool.name(), request.arguments());
    }
    return values;
  }
}
