package dev.reprise.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Connects to addresses that a {@link SsrfGuard} has let through, and does nothing by itself: no
 * looking up of names, redirects, second tries, unpacking, cookies, authentication or proxies. Each
 * request has a connection of its own. TLS and certificates go by the name of the host.
 */
final class PinnedConnector implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 1024;
  private static final int MAX_HEADERS = 200;
  private static final int MAX_HEADER_LENGTH = 16 * 1024;
  private static final String DEPARTURE = "reprise.departure";

  private final CloseableHttpClient client;

  /**
   * @param connect how long one address, and TLS behind it, may take
   * @param silence how long a server may say nothing
   */
  PinnedConnector(Duration connect, Duration silence, SSLContext tls) {
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new Nobody())
            .setTlsSocketStrategy(new DefaultClientTlsStrategy(tls))
            .setDefaultTlsConfig(
                TlsConfig.custom().setHandshakeTimeout(Timeout.of(connect)).build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(connect))
                    .setSocketTimeout(Timeout.of(silence))
                    .build())
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder()
                    .http1Config(
                        Http1Config.custom()
                            .setMaxHeaderCount(MAX_HEADERS)
                            .setMaxLineLength(MAX_HEADER_LENGTH)
                            .build())
                    .charCodingConfig(
                        CharCodingConfig.custom()
                            .setCharset(StandardCharsets.UTF_8)
                            .setMalformedInputAction(CodingErrorAction.REPLACE)
                            .setUnmappableInputAction(CodingErrorAction.REPLACE)
                            .build())
                    .build())
            .setMaxConnTotal(MAX_CONNECTIONS)
            .setMaxConnPerRoute(MAX_CONNECTIONS)
            .build();
    client =
        HttpClientBuilder.create()
            .setConnectionManager(connections)
            .setConnectionReuseStrategy((request, response, context) -> false)
            .setRequestExecutor(new Announced())
            .setRoutePlanner(new DefaultRoutePlanner(null)) // which knows no proxies
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(connect))
                    .setResponseTimeout(Timeout.of(silence))
                    .setProtocolUpgradeEnabled(false)
                    .build())
            .setUserAgent("Reprise")
            .disableRedirectHandling()
            .disableContentCompression() // which would unpack any number of layers
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableAuthCaching()
            .build();
  }

  /**
   * Sends a request and waits for the head of the answer. Whoever gets it cancels the request when
   * it has been read, which closes the connection; closing the answer would read the rest of it
   * first, however long it is.
   *
   * @throws IOException as clients have it; whether anything was sent says the departure
   */
  ClassicHttpResponse open(
      WebUrl url, InetAddress address, HttpUriRequestBase request, SendState departure)
      throws IOException {
    var context = HttpClientContext.create();
    context.setAttribute(DEPARTURE, departure);
    departure.prepare(request);
    return client.executeOpen(
        new HttpHost(url.scheme(), address, url.host().bare(), url.port()), request, context);
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }

  /** Looks nothing up, so that no other address than the given one can come into play. */
  private static final class Nobody implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      throw new UnknownHostException(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
      throw new UnknownHostException(host);
    }
  }

  /** Says that the request leaves: the connection stands, and nothing has been sent yet. */
  private static final class Announced extends HttpRequestExecutor {

    @Override
    public ClassicHttpResponse execute(
        ClassicHttpRequest request,
        HttpClientConnection connection,
        HttpResponseInformationCallback informed,
        HttpContext context)
        throws IOException, HttpException {
      ((SendState) context.getAttribute(DEPARTURE)).begin();
      return super.execute(request, connection, informed, context);
    }
  }
}
