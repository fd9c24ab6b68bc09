package dev.reprise.resilience;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Repeats an operation that fails, as a {@link RetryPolicy} says, and waits in between in the
 * caller's thread: for tools and programs that call something themselves.
 *
 * <pre>{@code
 * Reply reply = Retry.of(RetryPolicy.TRANSPORT)
 *     .onRetry(failed -> LOG.log(INFO, failed))
 *     .call(() -> client.ask(question));
 * }</pre>
 *
 * <p>The calls that a run makes do not wait here: the server records each of their attempts, so it
 * asks the same policy and waits without a thread. Failures are classified by {@link
 * FaultClassifier}; one of an unknown class is not repeated, unless {@link #retryIf} says so. An
 * instance is immutable and serves many threads.
 */
public final class Retry {

  private final RetryPolicy policy;
  private final Consumer<FailedAttempt> listener;
  private final Sleeper sleeper;
  private final RandomGenerator random;

  private Retry(
      RetryPolicy policy,
      Consumer<FailedAttempt> listener,
      Sleeper sleeper,
      RandomGenerator random) {
    this.policy = policy;
    this.listener = listener;
    this.sleeper = sleeper;
    this.random = random;
  }

  /**
   * An attempt that failed and is followed by another.
   *
   * @param attempt its number, counted from 1
   * @param delay the wait until the next attempt
   */
  public record FailedAttempt(int attempt, Fault fault, Duration delay) {}

  /**
   * What is repeated.
   *
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Operation<T, E extends Exception> {

    T call() throws E, InterruptedException;
  }

  /**
   * A stream that can be opened again, from its first item on.
   *
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Source<T, E extends Exception> {

    /** Passes on all items and returns after the last; throws if the stream breaks off. */
    void read(Consumer<T> consumer) throws E, InterruptedException;
  }

  /** Returns retries by a policy, without a listener. */
  public static Retry of(RetryPolicy policy) {
    return new Retry(policy, failed -> {}, Sleeper.SLEEP, RandomGenerator.getDefault());
  }

  /** Returns the same, but only after these failures; see {@link RetryPolicy#retryIf}. */
  public Retry retryIf(Predicate<Fault> condition) {
    return new Retry(policy.retryIf(condition), listener, sleeper, random);
  }

  /** Returns the same with a listener that is called before each wait, in the caller's thread. */
  public Retry onRetry(Consumer<FailedAttempt> other) {
    return new Retry(policy, other, sleeper, random);
  }

  /** Returns the same with other waits and random numbers, for tests that do not sleep. */
  public Retry with(Sleeper otherSleeper, RandomGenerator otherRandom) {
    return new Retry(policy, listener, otherSleeper, otherRandom);
  }

  /**
   * Calls an operation until it succeeds or the policy ends the attempts.
   *
   * @throws E what the last attempt threw
   * @throws InterruptedException if the thread is interrupted, at once also during a wait; then the
   *     last failure is suppressed in it
   */
  public <T, E extends Exception> T call(Operation<T, E> operation) throws E, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return operation.call();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        Fault fault = FaultClassifier.of(e);
        switch (policy.after(attempt, fault, Optional.empty(), random)) {
          case RetryPolicy.Stop ignored -> throw e;
          case RetryPolicy.Again(Duration delay) -> {
            listener.accept(new FailedAttempt(attempt, fault, delay));
            await(delay, e);
          }
        }
      }
    }
  }

  /**
   * Reads a stream to its end. One that fails begins again as long as no item has come; a failure
   * after the first item ends it, because the consumer would get items twice.
   *
   * @throws E what the last attempt threw
   * @throws InterruptedException see {@link #call}
   */
  public <T, E extends Exception> void stream(Source<T, E> source, Consumer<? super T> consumer)
      throws E, InterruptedException {
    var begun = new AtomicBoolean();
    retryIf(fault -> !begun.get() && policy.retryIf().test(fault))
        .read(
            source,
            item -> {
              begun.set(true);
              consumer.accept(item);
            });
  }

  /**
   * Reads a stream to its end. One that fails begins again from its first item, also in the middle.
   *
   * @param restart discards what the consumer has of an attempt that failed; called after the
   *     listener and before the wait
   * @throws E what the last attempt threw; the consumer keeps what came in that attempt
   * @throws InterruptedException see {@link #call}
   */
  public <T, E extends Exception> void stream(
      Source<T, E> source, Consumer<? super T> consumer, Runnable restart)
      throws E, InterruptedException {
    onRetry(
            failed -> {
              listener.accept(failed);
              restart.run();
            })
        .read(source, consumer);
  }

  private <T, E extends Exception> void read(Source<T, E> source, Consumer<? super T> consumer)
      throws E, InterruptedException {
    call(
        () -> {
          source.read(consumer::accept);
          return true;
        });
  }

  private void await(Duration delay, Exception failure) throws InterruptedException {
    try {
      sleeper.await(delay);
    } catch (InterruptedException e) {
      e.addSuppressed(failure);
      throw e;
    }
  }
}
