package dev.reprise.platform;

import static jakarta.enterprise.concurrent.ContextServiceDefinition.ALL_REMAINING;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.APPLICATION;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.TRANSACTION;

import jakarta.annotation.PreDestroy;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * The threads on which runs are carried out, apart from the server's own, because jobs that wait
 * for their workers must not use up the threads that both would run on.
 *
 * <p>Workers, which write the journal, are platform threads: for each access to a file a virtual
 * one has its carrier replaced, which costs more than the access. Calls that a reply asks for at
 * once are made on virtual ones, because nearly all they do is wait.
 */
@ApplicationScoped
@ManagedExecutorDefinition(name = "java:module/concurrent/launches", maxAsync = 4)
@ContextServiceDefinition(
    name = "java:module/concurrent/call-context",
    propagated = APPLICATION,
    cleared = TRANSACTION,
    unchanged = ALL_REMAINING) // a call acts for the run, not for whoever's thread started it
@ManagedExecutorDefinition(
    name = "java:module/concurrent/calls",
    context = "java:module/concurrent/call-context",
    virtual = true)
public class ExecutionThreads {

  @Resource(lookup = "java:module/concurrent/calls")
  private ExecutorService calls;

  /**
   * Threads of the server on which jobs are started. Not virtual: the batch runtime loads classes
   * and blocks while it does, which would keep the few threads that carry virtual ones.
   */
  @Resource(lookup = "java:module/concurrent/launches")
  private ExecutorService launches;

  @Resource private ManagedThreadFactory threads;

  private final ExecutorService workers =
      Executors.newCachedThreadPool(work -> threads.newThread(work));

  /** Interrupts nobody: who is still at work here writes the journal, or is left behind anyway. */
  @PreDestroy
  void close() {
    workers.shutdown();
  }

  @Produces
  @Dependent
  @ForWorkers
  ExecutorService workers() {
    return workers;
  }

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
  @ForCalls
  ExecutorService calls() {
    return calls;
  }

  /** Marks the executor on which jobs are started. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForLaunches {}

  /** Marks the executor of those who carry phases out, or whole runs where these are no jobs. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForWorkers {}

  /** Marks the executor of calls that are made side by side. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForCalls {}
}
