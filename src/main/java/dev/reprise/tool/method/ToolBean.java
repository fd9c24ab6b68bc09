package dev.reprise.tool.method;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A bean of whatever scope, called through the container, as its interceptors want. */
record ToolBean(BeanManager container, Bean<?> bean) {

  Class<?> type() {
    return bean.getBeanClass();
  }

  /**
   * Calls a method of it.
   *
   * @throws Exception whatever that throws, as it threw it
   */
  @Nullable Object call(Method method, Object[] arguments) throws Exception {
    var context = container.createCreationalContext(bean);
    try {
      Object reference = container.getReference(bean, type(), context);
      return method.invoke(reference, arguments);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    } finally {
      context.release(); // ends a @Dependent bean; others live on
    }
  }
}
