package dev.reprise.web;

import dev.reprise.fixture.TestConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.ssl.SSLContexts;

/**
 * A client for tests. Servers on the loopback network, or only those at 127.0.0.1 with the given
 * ports, count as public. Names are resolved from a table.
 */
public final class WebFixture implements AutoCloseable {

  public static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

  static final Duration SILENCE = Duration.ofSeconds(2);
  static final Duration TOTAL = Duration.ofSeconds(5);
  static final int MAX_BYTES = 100_000;

  /** The known names and their addresses. */
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "server.example", List.of("127.0.0.1"),
          "other.example", List.of("127.0.0.1"),
          "localhost", List.of("127.0.0.1"),
          "intranet.example", List.of("10.1.2.3"),
          "metadata.example", List.of("169.254.169.254"),
          "mixed.example", List.of("127.0.0.1", "10.1.2.3"),
          "mapped.example", List.of("::ffff:127.0.0.1"),
          "twice.example", List.of("127.0.0.99", "127.0.0.1"));

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> lookedUp = new CopyOnWriteArrayList<>();
  private final WebClient client;

  private WebFixture(WebSettings settings, Resolver resolver, SSLContext tls) {
    Resolver noting =
        name -> {
          lookedUp.add(name);
          return resolver.resolve(name);
        };
    client =
        new WebClient(
            settings,
            new WebClient.Surroundings(
                noting, tls, threads, Thread.ofPlatform().daemon().factory(), CLOCK));
  }

  /** Makes these servers count as public. */
  public static WebFixture of(LoopbackServer... servers) {
    return of(WebFixture::addresses, servers);
  }

  static WebFixture of(Resolver resolver, LoopbackServer... servers) {
    return new WebFixture(
        settings(HostAllowlist.ANY, servers), resolver, SSLContexts.createDefault());
  }

  static WebFixture trusting(SSLContext tls, LoopbackServer... servers) {
    return new WebFixture(settings(HostAllowlist.ANY, servers), WebFixture::addresses, tls);
  }

  static WebFixture allowing(HostAllowlist hosts, LoopbackServer... servers) {
    return new WebFixture(
        settings(hosts, servers), WebFixture::addresses, SSLContexts.createDefault());
  }

  static WebFixture with(WebSettings settings) {
    return with(settings, WebFixture::addresses);
  }

  static WebFixture with(WebSettings settings, Resolver resolver) {
    return new WebFixture(settings, resolver, SSLContexts.createDefault());
  }

  static WebSettings settings(HostAllowlist hosts, LoopbackServer... servers) {
    return new WebSettings(TestConfig.of(properties(hosts, servers)));
  }

  static Map<String, String> properties(HostAllowlist hosts, LoopbackServer... servers) {
    String ports =
        IntStream.concat(
                SsrfGuard.WEB_PORTS.stream().mapToInt(port -> port),
                Arrays.stream(servers).mapToInt(LoopbackServer::port))
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    return Map.of(
        "reprise.web.hosts",
        String.join(",", hosts.patterns()),
        "reprise.web.ports",
        ports,
        "reprise.web.networks",
        "127.0.0.0/25",
        "reprise.webhooks.networks",
        "127.0.0.0/25",
        "reprise.web.connect-timeout",
        "PT1S",
        "reprise.web.silence-timeout",
        SILENCE.toString(),
        "reprise.web.timeout",
        TOTAL.toString(),
        "reprise.web.max-bytes",
        Integer.toString(MAX_BYTES));
  }

  static List<InetAddress> addresses(String name) throws UnknownHostException {
    List<String> found = NAMES.get(name);
    if (found == null) {
      throw new UnknownHostException(name);
    }
    return found.stream().map(it -> IpAddressParser.read(it).orElseThrow()).toList();
  }

  public WebClient client() {
    return client;
  }

  /** Returns the names that were looked up, in order. */
  public List<String> lookedUp() {
    return lookedUp;
  }

  @Override
  public void close() throws IOException {
    client.close();
    threads.shutdownNow();
  }
}
