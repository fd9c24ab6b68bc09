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
import java.io.IOException;
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
 * Makes requests to web servers, each once, for agents and for webhooks.
 *
 * <p>The caller waits for at most the total timeout, and an interrupt ends its wait and the
 * connection at once. Another thread sends the request and reads the response, because a thread
 * that waits for a socket may ignore interrupts.
 */
@ApplicationScoped
public class WebClient {

  private final SsrfGuard guard;
  private final SsrfGuard webhookGuard;
  private final BoundedResolver lookups;
  private final PinnedConnector connections;
  private final ExecutorService threads;
  private final Clock clock;
  private final Bounds usual;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  @Inject
  WebClient(Config config, @ForCalls ExecutorService calls, ThreadFactory threads, Clock clock) {
    this(
        new WebSettings(config),
        new Surroundings(Resolver.SYSTEM, SSLContexts.createDefault(), calls, threads, clock));
  }

  /**
   * The collaborators of a client.
   *
   * @param threads the threads that send requests
   * @param lookups makes the threads that look up names
   */
  record Surroundings(
      Resolver resolver,
      SSLContext tls,
      ExecutorService threads,
      ThreadFactory lookups,
      Clock clock) {}

  WebClient(WebSettings settings, Surroundings with) {
    lookups = new BoundedResolver(with.resolver(), settings.connect, with.lookups());
    guard = new SsrfGuard(settings.hosts, settings.ports, settings.addresses(), lookups);
    webhookGuard =
        new SsrfGuard(
            settings.hosts,
            settings.ports,
            settings.webhookAddresses(),
            lookups,
            SsrfGuard.PlainHttp.IN_OPEN_NETWORKS);
    connections = new PinnedConnector(settings.connect, settings.silence, with.tls());
    threads = with.threads();
    clock = with.clock();
    usual = new Bounds(settings.total, settings.maxBytes);
  }

  private WebClient(WebClient of) {
    guard = of.webhookGuard;
    webhookGuard = of.webhookGuard;
    lookups = of.lookups;
    connections = of.connections;
    threads = of.threads;
    clock = of.clock;
    usual = of.usual;
  }

  /**
   * Returns the client for webhooks, which tenants define: networks that are open to tools are not
   * open to it, and it sends nothing without TLS outside the networks that are open to it.
   */
  public WebClient forWebhooks() {
    return new WebClient(this);
  }

  /**
   * Stops the start if a value is not valid: the call creates this bean, which reads the
   * configuration.
   */
  void check(@Observes Startup unused) {}

  @PreDestroy
  void close() {
    lookups.close();
    connections.close();
  }

  /**
   * Checks a URL as {@link #ask} does before it connects, including a lookup of its host.
   *
   * @throws RequestBlockedException if the URL is not allowed
   * @throws NoResponseException if its host cannot be looked up
   */
  public void requireAllowed(String url) throws RequestBlockedException, NoResponseException {
    try {
      guard.check(url);
    } catch (IOException e) {
      throw new NoResponseException(WebErrorMapper.of(url, e), false, e);
    }
  }

  /**
   * How far one request is bounded.
   *
   * @param total the longest time of the whole request
   * @param maxBytes how much of the response's body is read
   */
  public record Bounds(Duration total, int maxBytes) {}

  /** Makes a request within the configured bounds; see {@link #ask(WebRequest, Fence, Bounds)}. */
  public WebResponse ask(WebRequest request, Fence fence)
      throws RequestBlockedException, NoResponseException, InterruptedException {
    return ask(request, fence, usual);
  }

  /**
   * Makes a request, and follows the redirects of a GET.
   *
   * @param fence checked when a connection is open, before anything is sent
   * @throws RequestBlockedException if the URL or a redirect is not allowed, or the server's
   *     certificate is not trusted
   * @throws NoResponseException if there was no response
   * @throws InterruptedException if the caller was interrupted; the server may have received the
   *     request
   */
  public WebResponse ask(WebRequest request, Fence fence, Bounds bounds)
      throws RequestBlockedException, NoResponseException, InterruptedException {
    var state = new SendState(fence);
    var reading = new GuardedExchange.Reading(bounds.maxBytes(), clock);
    var exchange = new GuardedExchange(guard, connections, reading, request, state);
    Future<WebResponse> answer = threads.submit(exchange::answer);
    try {
      return answer.get(bounds.total().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      state.cancel();
      String message =
          "'%s' gave no complete answer within %s"
              .formatted(WebUrl.shown(request.url()), bounds.total());
      throw new NoResponseException(new Fault(FailureClass.TIMEOUT, message), state.isBegun(), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RequestBlockedException refused) {
        throw refused;
      }
      Optional<RequestBlockedException> refusal = WebErrorMapper.refusal(request.url(), e);
      if (refusal.isPresent()) {
        throw refusal.get();
      }
      throw new NoResponseException(WebErrorMapper.of(request.url(), e), state.isBegun(), e);
    } finally {
      state.cancel();
      answer.cancel(true);
    }
  }
}
