package dev.reprise.web;

import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.Fence;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.ssl.SSLContexts;
import org.eclipse.microprofile.config.Config;

/**
 * Asks servers of the web on behalf of agents, once each.
 *
 * <p>The caller waits, at most for the time allowed in all, and an interrupt ends its wait and the
 * connection at once. Where the request is sent and the answer read is another thread, because one
 * that waits for a socket may heed no interrupt.
 */
@ApplicationScoped
public class WebClient {

  private SsrfGuard guard;
  private BoundedResolver lookups;
  private PinnedConnector connections;
  private ExecutorService threads;
  private GuardedExchange.Reading reading;
  private Duration total;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  WebClient() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  WebClient(Config config, @ForCalls ExecutorService calls, ThreadFactory threads, Clock clock) {
    this(
        WebSettings.of(config),
        new Surroundings(Resolver.SYSTEM, SSLContexts.createDefault(), calls, threads, clock));
  }

  /**
   * What it works with.
   *
   * @param threads on which requests are sent
   * @param lookups makes those on which names are looked up
   */
  record Surroundings(
      Resolver resolver,
      SSLContext tls,
      ExecutorService threads,
      ThreadFactory lookups,
      Clock clock) {}

  WebClient(WebSettings settings, Surroundings with) {
    lookups = new BoundedResolver(with.resolver(), settings.connect(), with.lookups());
    guard = new SsrfGuard(settings.hosts(), settings.ports(), settings.addresses(), lookups);
    connections = new PinnedConnector(settings.connect(), settings.silence(), with.tls());
    threads = with.threads();
    reading = new GuardedExchange.Reading(settings.maxBytes(), with.clock());
    total = settings.total();
  }

  /** Stops the start if a value cannot work, which making this bean finds out. */
  void check(@Observes Startup unused) {}

  @PreDestroy
  void close() {
    lookups.close();
    connections.close();
  }

  /**
   * Asks, and follows the redirects of a GET.
   *
   * @param fence checked when a connection stands, before anything is sent
   * @throws RequestBlockedException if the URL, or one that it redirects to, is not allowed, or its
   *     server is not who it says it is
   * @throws NoResponseException if no answer came
   * @throws InterruptedException if the caller was interrupted; the request may have been heard
   */
  public WebResponse ask(WebRequest request, Fence fence)
      throws RequestBlockedException, NoResponseException, InterruptedException {
    var departure = new SendState(fence);
    var visit = new GuardedExchange(guard, connections, reading, request, departure);
    Future<WebResponse> answer = threads.submit(visit::answer);
    try {
      return answer.get(total.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      departure.giveUp();
      String words =
          "'%s' gave no whole answer within %s".formatted(WebUrl.shown(request.url()), total);
      throw new NoResponseException(new Fault(FailureClass.TIMEOUT, words), departure.isBegun(), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RequestBlockedException refused) {
        throw refused;
      }
      Optional<RequestBlockedException> refusal = WebErrorMapper.refusal(request.url(), e);
      if (refusal.isPresent()) {
        throw refusal.get();
      }
      throw new NoResponseException(WebErrorMapper.of(request.url(), e), departure.isBegun(), e);
    } finally {
      departure.giveUp();
      answer.cancel(true);
    }
  }
}
