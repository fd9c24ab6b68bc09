package dev.reprise.tool.method;

import dev.reprise.tool.DescriptionMethod;
import dev.reprise.tool.ReconcileMethod;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.UndoMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The methods of a class that make it a tool, including inherited ones.
 *
 * @param call the body of the tool
 * @param reconcile finds out whether the effect of a call happened
 * @param undo undoes a call
 * @param description returns the tool's description
 */
record ToolMethods(
    Method call, Optional<Method> reconcile, Optional<Method> undo, Optional<Method> description) {

  /**
   * Finds the methods of a class; empty if it is not a tool.
   *
   * @throws IllegalArgumentException if two methods have the same annotation, or a method belongs
   *     to a tool and the class has no {@link ToolMethod}
   */
  static Optional<ToolMethods> of(Class<?> type) {
    Optional<Method> call = one(type, ToolMethod.class);
    Optional<Method> reconcile = one(type, ReconcileMethod.class);
    Optional<Method> undo = one(type, UndoMethod.class);
    Optional<Method> description = one(type, DescriptionMethod.class);
    if (call.isPresent()) {
      return Optional.of(new ToolMethods(call.get(), reconcile, undo, description));
    }
    Stream.of(reconcile, undo, description)
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(
            method -> {
              throw new IllegalArgumentException(
                  "has %s for a tool, but no @ToolMethod".formatted(method.getName()));
            });
    return Optional.empty();
  }

  private static Optional<Method> one(Class<?> type, Class<? extends Annotation> annotation) {
    List<Method> methods = annotated(type, annotation);
    if (methods.size() > 1) {
      throw new IllegalArgumentException(
          "has @%s on %s; a tool is a bean with one such method"
              .formatted(
                  annotation.getSimpleName(),
                  methods.stream().map(Method::getName).collect(Collectors.joining(", "))));
    }
    return methods.stream().findFirst();
  }

  /** Bridge methods are the compiler's copies and do not count. */
  private static List<Method> annotated(Class<?> type, Class<? extends Annotation> annotation) {
    var methods = new ArrayList<Method>();
    for (Class<?> from = type; from != null; from = from.getSuperclass()) {
      Stream.of(from.getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(annotation) && !method.isBridge())
          .sorted(Comparator.comparing(Method::getName))
          .forEach(methods::add);
    }
    return methods;
  }
}
