package dev.reprise.tool.method;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.tool.ToolException;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * The parameters and the return type of an annotated method. Tested by {@code ToolBeanScannerTest}.
 *
 * @param method that the container calls
 * @param request the type of request that it may take besides the record
 * @param arguments the record that it takes; empty if it takes none
 */
record ToolSignature(Method method, Class<?> request, Optional<ArgumentRecord> arguments) {

  /** Types whose value arrives only later, or can be read only once. */
  private static final List<Class<?>> NO_ANSWERS =
      List.of(Future.class, CompletionStage.class, AutoCloseable.class);

  /**
   * Reads the signature of a method.
   *
   * @param request the type of request that the method may take
   * @throws IllegalArgumentException if a tool cannot have this method; says why and what is
   *     allowed
   */
  static ToolSignature of(Method method, Class<?> request, Validator validator) {
    String name = method.getName();
    int modifiers = method.getModifiers();
    if (Modifier.isPrivate(modifiers)
        || Modifier.isStatic(modifiers)
        || Modifier.isFinal(modifiers)) {
      throw new IllegalArgumentException(
          "%s is %s, so that the container cannot call it; a tool's method must be none of private, static and final"
              .formatted(name, Modifier.toString(modifiers)));
    }
    if (NO_ANSWERS.stream().anyMatch(type -> type.isAssignableFrom(method.getReturnType()))) {
      throw new IllegalArgumentException(
          "%s returns %s, which is no answer yet; a tool's method must wait for what it returns, and close it"
              .formatted(name, method.getReturnType().getName()));
    }
    if (!method.trySetAccessible()) {
      throw new IllegalArgumentException(name + " is in a module that is not open");
    }
    return new ToolSignature(method, request, record(method, request, validator));
  }

  private static Optional<ArgumentRecord> record(
      Method method, Class<?> request, Validator validator) {
    List<Class<?>> types = List.of(method.getParameterTypes());
    List<Class<?>> others = types.stream().filter(type -> type != request).toList();
    if (others.size() > 1
        || types.size() > others.size() + 1
        || !others.stream().allMatch(ArgumentRecord::canBe)) {
      throw new IllegalArgumentException(
          "%s takes (%s); a tool's method must take at most one record without type parameters, its arguments, and at most one %s"
              .formatted(
                  method.getName(),
                  String.join(", ", types.stream().map(Class::getSimpleName).toList()),
                  request.getSimpleName()));
    }
    return others.stream()
        .findFirst()
        .map(type -> ArgumentRecord.of(type.asSubclass(Record.class), validator));
  }

  boolean isVoid() {
    return method.getReturnType() == void.class;
  }

  /**
   * Requires that this method takes the same record as the tool's body, if it takes a record.
   *
   * @throws IllegalArgumentException if it takes another one
   */
  void requireSameArguments(ToolSignature body) {
    if (arguments.isPresent()
        && !arguments.map(ArgumentRecord::type).equals(body.arguments.map(ArgumentRecord::type))) {
      throw new IllegalArgumentException(
          "%s must take the same record as %s".formatted(method.getName(), body.method.getName()));
    }
  }

  /**
   * Returns the values with which to call the method.
   *
   * @param tool the tool's name
   * @param asked the request, of the type that the method may take
   * @throws ToolException {@code invalid_arguments} if the record refuses them
   */
  Object[] values(String tool, JsonNode given, Object asked) throws ToolException {
    Class<?>[] types = method.getParameterTypes();
    Object[] values = new Object[types.length];
    Arrays.fill(values, asked);
    if (arguments.isPresent()) {
      int place = types[0] == request ? 1 : 0;
      values[place] = arguments.get().read(tool, given);
    }
    return values;
  }
}
