package dev.reprise.tool.method;

import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.stream.Stream;

/** A CDI container with the catalogue and the beans of a test, started as the server starts it. */
public final class Container {

  private Container() {}

  /** Starts one; it fails as the start of a server would. */
  public static SeContainer with(Class<?>... beans) {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addBeanClasses(ToolCatalogue.class, ToolBeanScanner.class, Validators.class)
        .addBeanClasses(Stream.of(beans).toArray(Class<?>[]::new))
        .initialize();
  }

  /** What the server has of itself. */
  @ApplicationScoped
  static class Validators {

    @Produces
    @ApplicationScoped
    Validator validator() {
      return Validation.buildDefaultValidatorFactory().getValidator();
    }
  }
}
