package dev.reprise.resilience;

import java.util.function.Consumer;

/**
 * Has a stream that breaks off begin again from its start, under the same policy as a call.
 *
 * <p>Each source is opened once an attempt and read once, from its start to its end or its fault.
 * What comes out is numbered: behind a {@link Restart} the numbers begin with 1 again, so that a
 * consumer of a stream that repeats itself drops what it has, and one of a stream that does not,
 * such as a model's, begins anew.
 */
public record StreamRetry(Retry retry) {

  /** Something that delivers items until its end. */
  @FunctionalInterface
  public interface Source<T> {

    /**
     * Delivers all items, and returns behind the last.
     *
     * @throws Exception if the stream does not begin, or breaks off
     */
    void deliver(Consumer<T> items) throws Exception;
  }

  /** What a consumer is given. */
  public sealed interface Delivery<T> {}

  /**
   * An item.
   *
   * @param sequence its place in the stream, counted from 1
   */
  public record Item<T>(long sequence, T value) implements Delivery<T> {}

  /**
   * The stream broke off and begins again.
   *
   * @param attempt that follows, counted from 1, so at least 2
   */
  public record Restart<T>(int attempt, Fault because) implements Delivery<T> {}

  /**
   * Reads a stream to its end.
   *
   * @throws Exception what the last attempt threw; the consumer has what was delivered until then
   * @throws InterruptedException if somebody gave up during a wait
   */
  public <T> void deliver(Source<T> source, Consumer<Delivery<T>> consumer) throws Exception {
    Consumer<Retry.Notice> told = retry.onRetry();
    retry
        .onRetry(
            notice -> {
              told.accept(notice);
              consumer.accept(new Restart<>(notice.attempt() + 1, notice.fault()));
            })
        .call(
            () -> {
              var numbering = new Numbering<>(consumer);
              source.deliver(numbering);
              return numbering.delivered;
            });
  }

  private static final class Numbering<T> implements Consumer<T> {

    private final Consumer<Delivery<T>> consumer;
    private long delivered;

    private Numbering(Consumer<Delivery<T>> consumer) {
      this.consumer = consumer;
    }

    @Override
    public void accept(T item) {
      delivered++;
      consumer.accept(new Item<>(delivered, item));
    }
  }
}
