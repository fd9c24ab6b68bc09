package dev.reprise.tool.method;

import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolMethod;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the tools among the container's beans: those with a {@link ToolMethod}. */
@Dependent
public class ToolBeanScanner {

  /** The scopes that are active on a thread without a request. */
  private static final Set<Class<? extends Annotation>> SCOPES =
      Set.of(ApplicationScoped.class, Singleton.class, Dependent.class);

  private final BeanManager container;
  private final Validator validator;

  @Inject
  ToolBeanScanner(BeanManager container, Validator validator) {
    this.container = container;
    this.validator = validator;
  }

  /**
   * Returns the tools, in the order of their beans' names.
   *
   * @throws IllegalArgumentException if a bean with an annotated method cannot be a tool; names its
   *     class and says what is allowed
   */
  public List<Tool> tools() {
    return container.getBeans(Object.class, Any.Literal.INSTANCE).stream()
        .collect(Collectors.groupingBy(Bean::getBeanClass))
        .entrySet()
        .stream()
        .sorted(Comparator.comparing(beans -> beans.getKey().getName()))
        .flatMap(beans -> tool(beans.getKey(), beans.getValue()).stream())
        .toList();
  }

  private Optional<Tool> tool(Class<?> type, Collection<Bean<?>> beans) {
    try {
      return ToolMethods.of(type)
          .map(
              methods ->
                  MethodTool.of(new ToolBean(container, itself(type, beans)), methods, validator));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(type.getName() + ": " + e.getMessage(), e);
    }
  }

  /** Returns the bean of the class itself; the other beans come from its producers. */
  private static Bean<?> itself(Class<?> type, Collection<Bean<?>> beans) {
    Bean<?> bean =
        beans.stream()
            .filter(one -> one.getTypes().contains(type))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "is a bean of other types than its class, by @Typed or as an enterprise bean"
                            + " with a local interface; a tool must have its class among its types"));
    if (!SCOPES.contains(bean.getScope())) {
      throw new IllegalArgumentException(
          "is @%s, but a call belongs to no request; a tool must be @ApplicationScoped, @Singleton or @Dependent"
              .formatted(bean.getScope().getSimpleName()));
    }
    return bean;
  }
}
