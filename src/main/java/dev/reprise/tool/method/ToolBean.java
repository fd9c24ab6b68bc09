package dev.reprise.tool.method;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A bean of any scope. Calls go through the container, so that its interceptors run. */
record ToolBean(BeanManager container, Bean<?> bean) implements ToolInstance {

  @Override
  public Class<?> type() {
    return bean.getBeanClass();
  }

  @Override
  public @Nullable Object call(Method method, Object[] arguments) throws Exception {
    var context = container.createCreationalContext(bean);
    try {
      Object reference = container.getReference(bean, type(), context);
      return ToolInstance.invoke(reference, method, arguments);
    } finally {
      context.release(); // destroys a @Dependent bean only
    }
  }
}
