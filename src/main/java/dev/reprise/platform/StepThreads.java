package dev.reprise.platform;

import static jakarta.enterprise.concurrent.ContextServiceDefinition.ALL_REMAINING;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.APPLICATION;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.TRANSACTION;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Qualifier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * The threads on which models are asked and tools run: virtual ones, because nearly all they do is
 * wait, and apart from the server's own, because calls that wait for calls must not use up the
 * threads that batch jobs run on.
 */
@ApplicationScoped
@ManagedExecutorDefinition(name = "java:module/concurrent/launches", maxAsync = 4)
@ContextServiceDefinition(
    name = "java:module/concurrent/step-context",
    propagated = APPLICATION,
    cleared = TRANSACTION,
    unchanged = ALL_REMAINING) // a step acts for the run, not for whoever's thread started it
@ManagedExecutorDefinition(
    name = "java:module/concurrent/steps",
    context = "java:module/concurrent/step-context",
    virtual = true)
public class StepThreads {

  @Resource(lookup = "java:module/concurrent/steps")
  private ExecutorService executor;

  /**
   * Threads of the server on which jobs are started. Not virtual: the batch runtime loads classes
   * and blocks while it does, which would keep the few threads that carry virtual ones.
   */
  @Resource(lookup = "java:module/concurrent/launches")
  private ExecutorService launches;

  @Resource private ManagedThreadFactory threads;

  @Produces
  @Dependent
  @ForLaunches
  ExecutorService launches() {
    return launches;
  }

  /** Makes the few threads that live as long as the application. */
  @Produces
  @Dependent
  ThreadFactory threads() {
    return threads;
  }

  @Produces
  @Dependent
  @ForSteps
  ExecutorService executor() {
    return executor;
  }

  /** Marks the executor on which jobs are started. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForLaunches {}

  /** Marks the executor of steps. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForSteps {}
}
