package dev.reprise.tool.method;

import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Tools of objects with annotated methods, made without a container. */
public final class MethodTools {

  private static final Validator VALIDATOR =
      Validation.buildDefaultValidatorFactory().getValidator();

  private MethodTools() {}

  /** Returns the tool of an object. */
  public static Tool of(Object bean) {
    return MethodTool.of(
        new PlainInstance(bean), ToolMethods.of(bean.getClass()).orElseThrow(), VALIDATOR);
  }

  /** Returns what the tool of a class declares; nothing can be called. */
  public static ToolDeclaration declaration(Class<?> type) {
    return MethodTool.of(new DeclaredOnly(type), ToolMethods.of(type).orElseThrow(), VALIDATOR)
        .declaration();
  }

  private record DeclaredOnly(Class<?> type) implements ToolInstance {

    @Override
    public Object call(Method method, Object[] arguments) {
      throw new IllegalStateException("there is no %s to call".formatted(type));
    }
  }

  private record PlainInstance(Object bean) implements ToolInstance {

    @Override
    public Class<?> type() {
      return bean.getClass();
    }

    @Override
    public @Nullable Object call(Method method, Object[] arguments) throws Exception {
      return ToolInstance.invoke(bean, method, arguments);
    }
  }
}
