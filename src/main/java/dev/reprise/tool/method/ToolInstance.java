package dev.reprise.tool.method;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** The object whose methods are the body of a tool. */
interface ToolInstance {

  /** Returns the class with the annotated methods. */
  Class<?> type();

  /**
   * Calls one of the methods.
   *
   * @throws Exception what the method threw, unchanged
   */
  @Nullable Object call(Method method, Object[] arguments) throws Exception;

  /** Calls a method of an object and throws what it throws, unchanged. */
  static @Nullable Object invoke(Object target, Method method, Object[] arguments)
      throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    }
  }
}
