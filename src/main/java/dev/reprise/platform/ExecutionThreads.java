package dev.reprise.platform;

import static jakarta.enterprise.concurrent.ContextServiceDefinition.ALL_REMAINING;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.APPLICATION;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.TRANSACTION;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.concurrent.ManagedThreadFactoryDefinition;
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
 * The threads that carry out runs. They are separate from the server's own threads, because jobs
 * that wait for their workers must not use up the threads that the workers need.
 *
 * <p>Workers write the journal, so they are platform threads: for each file access a virtual thread
 * has its carrier replaced, which costs more than the access. Parallel calls of one reply use
 * virtual threads, because they mostly wait. Tested by {@code InContainerIT}.
 */
@ApplicationScoped
@ManagedExecutorDefinition(name = "java:module/concurrent/launches", maxAsync = 4)
@ContextServiceDefinition(
    name = "java:module/concurrent/call-context",
    propagated = APPLICATION,
    cleared = TRANSACTION,
    unchanged =
        ALL_REMAINING) // a call acts for the run, not for the caller of the thread that started it
@ManagedThreadFactoryDefinition(
    name = "java:module/concurrent/calls",
    context = "java:module/concurrent/call-context",
    virtual = true)
@ContextServiceDefinition(
    name = "java:module/concurrent/thread-context",
    propagated = ALL_REMAINING,
    cleared = {},
    unchanged =
        TRANSACTION) // cleared, it would keep each connection that broke until the thread ends
@ManagedThreadFactoryDefinition(
    name = "java:module/concurrent/threads",
    context = "java:module/concurrent/thread-context")
public class ExecutionThreads {

  @Resource(lookup = "java:module/concurrent/calls")
  private ManagedThreadFactory callThreads;

  /**
   * Threads of the server that start jobs. They are not virtual: the batch runtime loads classes
   * and blocks meanwhile, which would occupy the few carriers of virtual threads.
   */
  @Resource(lookup = "java:module/concurrent/launches")
  private ExecutorService launches;

  @Resource(lookup = "java:module/concurrent/threads")
  private ManagedThreadFactory threads;

  private final ExecutorService workers =
      Executors.newCachedThreadPool(work -> threads.newThread(work));

  /** No executor of the server, which takes no more work at a stop, while steps still need it. */
  private final ExecutorService calls =
      Executors.newThreadPerTaskExecutor(work -> callThreads.newThread(work));

  /** Interrupts no worker: a worker that still runs writes the journal, or was abandoned anyway. */
  @PreDestroy
  void close() {
    workers.shutdown();
    calls.shutdown();
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

  /** Creates the few threads that live as long as the application. */
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

  /** Marks the executor that starts jobs. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForLaunches {}

  /** Marks the executor that carries out phases, or whole runs if these are not jobs. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForWorkers {}

  /** Marks the executor of parallel calls. */
  @Qualifier
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
  public @interface ForCalls {}
}
