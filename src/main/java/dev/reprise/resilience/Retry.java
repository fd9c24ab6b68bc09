package dev.reprise.resilience;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Calls something again that failed, on the caller's thread.
 *
 * <pre>{@code
 * Reply reply = Retry.with(RetryPolicy.TRANSPORT)
 *     .onRetry(it -> LOG.log(INFO, "attempt %d: %s".formatted(it.attempt(), it.fault())))
 *     .call(() -> client.ask(question));
 * }</pre>
 *
 * <p>Immutable; one instance may serve many threads.
 *
 * @param policy whether and when to try again
 * @param faults what a throwable means
 * @param onRetry told before each wait
 * @param deadline nothing is tried again behind it
 */
public record Retry(
    RetryPolicy policy,
    Function<Throwable, Fault> faults,
    Consumer<Notice> onRetry,
    Optional<Instant> deadline,
    Surroundings surroundings) {

  /**
   * That a call is about to be made again.
   *
   * @param attempt that failed, counted from 1
   * @param fault why
   * @param delay until the next one
   */
  public record Notice(int attempt, Fault fault, Duration delay) {}

  /** What else there is to wait with: a test has its own. */
  public record Surroundings(Clock clock, Pause pause, RandomGenerator random) {

    /** The system's clock, a sleeping thread, and random numbers that nobody needs to trust. */
    public static Surroundings ofTheSystem() {
      return new Surroundings(
          Clock.systemUTC(), Pause.SLEEP, RandomGenerator.of("L64X128MixRandom"));
    }
  }

  /** Returns one that goes by a policy, classifies by {@link Faults} and tells nobody. */
  public static Retry with(RetryPolicy policy) {
    return new Retry(
        policy, Faults::of, notice -> {}, Optional.empty(), Surroundings.ofTheSystem());
  }

  /** Returns one that tells, before each wait. */
  public Retry onRetry(Consumer<Notice> listener) {
    return new Retry(policy, faults, listener, deadline, surroundings);
  }

  /** Returns one that stops where a wait would end at this time or later. */
  public Retry until(Instant latest) {
    return new Retry(policy, faults, onRetry, Optional.of(latest), surroundings);
  }

  /** Returns one with its own idea of what throwables mean. */
  public Retry classifiedBy(Function<Throwable, Fault> classifier) {
    return new Retry(policy, classifier, onRetry, deadline, surroundings);
  }

  /** Returns one that waits in another way, for example until a {@link Cancellation}. */
  public Retry waitingBy(Pause pause) {
    var other = new Surroundings(surroundings.clock(), pause, surroundings.random());
    return new Retry(policy, faults, onRetry, deadline, other);
  }

  /** Returns one in these surroundings. */
  public Retry in(Surroundings other) {
    return new Retry(policy, faults, onRetry, deadline, other);
  }

  /**
   * Calls until it succeeds or the policy says stop.
   *
   * @throws Exception what the last attempt threw
   * @throws InterruptedException if somebody gave up during a wait
   */
  public <T> T call(Callable<T> call) throws Exception {
    return call(call, result -> Optional.empty());
  }

  /**
   * Calls until there is a result without a fault in it or the policy says stop; then the last
   * result is returned, whatever is in it.
   *
   * @param faultIn what is wrong with a result; empty if nothing is
   * @throws Exception what the last attempt threw
   * @throws InterruptedException if somebody gave up during a wait
   */
  public <T> T call(Callable<T> call, Function<T, Optional<Fault>> faultIn) throws Exception {
    for (int attempt = 1; ; attempt++) {
      Outcome<T> outcome = outcome(call, faultIn);
      if (outcome.fault().isEmpty() || !goesOn(attempt, outcome)) {
        return outcome.get();
      }
    }
  }

  /** What one attempt came to. */
  private sealed interface Outcome<T> {

    Optional<Fault> fault();

    T get() throws Exception;
  }

  private record Returned<T>(T result, Optional<Fault> fault) implements Outcome<T> {
    @Override
    public T get() {
      return result;
    }
  }

  private record Threw<T>(Exception met, Optional<Fault> fault) implements Outcome<T> {
    @Override
    public T get() throws Exception {
      throw met;
    }
  }

  private <T> Outcome<T> outcome(Callable<T> call, Function<T, Optional<Fault>> faultIn)
      throws InterruptedException {
    try {
      T result = call.call();
      return new Returned<>(result, faultIn.apply(result));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return new Threw<>(e, Optional.of(faults.apply(e)));
    }
  }

  /** Who gives up during a wait still learns what the call had failed with. */
  private <T> boolean goesOn(int attempt, Outcome<T> outcome) throws InterruptedException {
    try {
      return goesOn(attempt, outcome.fault().orElseThrow());
    } catch (InterruptedException e) {
      if (outcome instanceof Threw<T> threw) {
        e.addSuppressed(threw.met());
      }
      throw e;
    }
  }

  private boolean goesOn(int attempt, Fault fault) throws InterruptedException {
    Optional<Duration> left =
        deadline.map(latest -> Duration.between(surroundings.clock().instant(), latest));
    return switch (policy.behind(attempt, fault, left, surroundings.random())) {
      case RetryPolicy.Stop ignored -> false;
      case RetryPolicy.Again(Duration delay) -> {
        onRetry.accept(new Notice(attempt, fault, delay));
        surroundings.pause().await(delay);
        yield true;
      }
    };
  }
}
