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
 * Connects to addresses that a {@link SsrfGuard} has checked, and does nothing on its own: no name
 * lookups, redirects, retries, decoding, cookies, authentication or proxies. Each request has its
 * own connection. TLS and certificates use the name of the host. Tested by {@code WebTlsTest}.
 */
final class PinnedConnector implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 1024;
  private static final int MAX_HEADERS = 200;
  private static final int MAX_HEADER_LENGTH = 16 * 1024;
  private static final String SEND_STATE = "reprise.send-state";

  private final CloseableHttpClient client;

  /**
   * @param connect the time limit of connecting to one address, and of the TLS handshake after it
   * @param silence how long a server may be silent
   */
  PinnedConnector(Duration connect, Duration silence, SSLContext tls) {
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new NoLookups())
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
            .setRequestExecutor(new StateTracker())
            .setRoutePlanner(new DefaultRoutePlanner(null)) // without proxies
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(connect))
                    .setResponseTimeout(Timeout.of(silence))
                    .setProtocolUpgradeEnabled(false)
                    .build())
            .setUserAgent("Reprise")
            .disableRedirectHandling()
            .disableContentCompression() // it would decode any number of layers
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableAuthCaching()
            .build();
  }

  /**
   * Sends a request and waits for the head of the response. The caller must cancel the request
   * after reading, which closes the connection. Closing the response instead would first read the
   * rest of it, regardless of its length.
   *
   * @throws IOException if the request fails; {@code state} tells whether anything was sent
   */
  ClassicHttpResponse open(
      WebUrl url, InetAddress address, HttpUriRequestBase request, SendState state)
      throws IOException {
    var context = HttpClientContext.create();
    context.setAttribute(SEND_STATE, state);
    state.prepare(request);
    return client.executeOpen(
        new HttpHost(url.scheme(), address, url.host().bare(), url.port()), request, context);
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }

  /** Refuses all lookups, so that no address other than the given one can be used. */
  private static final class NoLookups implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      throw new UnknownHostException(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
      throw new UnknownHostException(host);
    }
  }

  /**
   * Tells the {@link SendState} that sending begins: the connection is open, and nothing has been
   * sent yet.
   */
  private static final class StateTracker extends HttpRequestExecutor {

    @Override
    public ClassicHttpResponse execute(
        ClassicHttpRequest request,
        HttpClientConnection connection,
        HttpResponseInformationCallback informed,
        HttpContext context)
        throws IOException, HttpException {
      ((SendState) context.getAttribute(SEND_STATE)).begin();
      return super.execute(request, connection, informed, context);
    }
  }
}
