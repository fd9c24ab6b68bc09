package dev.reprise.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Bounds another resolver, which may take any time: in time, and in the number of abandoned
 * lookups.
 *
 * <p>Lookups run on their own platform threads, because a lookup that hangs in the operating system
 * would block one of the few carrier threads of virtual threads.
 */
final class BoundedResolver implements Resolver, AutoCloseable {

  private static final int MAX_THREADS = 16;
  private static final int IDLE_SECONDS = 30;

  private final Resolver resolver;
  private final Duration limit;
  private final ThreadPoolExecutor threads;

  /**
   * @param limit the time limit of a lookup, including the wait for a free thread
   */
  BoundedResolver(Resolver resolver, Duration limit, ThreadFactory factory) {
    this.resolver = resolver;
    this.limit = limit;
    this.threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            factory);
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * @throws SocketTimeoutException if the lookup took too long
   * @throws ClosedByInterruptException if the caller was interrupted
   */
  @Override
  public List<InetAddress> resolve(String name) throws IOException {
    Future<List<InetAddress>> found = threads.submit(() -> resolver.resolve(name));
    try {
      return found.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new SocketTimeoutException("the lookup of %s took more than %s".formatted(name, limit));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException) {
        throw new UnknownHostException(name);
      }
      throw new IOException(e.getCause());
    } finally {
      found.cancel(true);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
