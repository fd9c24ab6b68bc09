package dev.reprise.mcp.transport;

import dev.reprise.platform.redaction.Redaction;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Builds a {@link StatusCheckingHttpClient}: the library's transport takes only a builder. Tested
 * by {@code HttpAnswersTest}.
 */
final class StatusCheckingHttpClientBuilder implements HttpClient.Builder {

  private final HttpClient.Builder builder = HttpClient.newBuilder().version(Version.HTTP_1_1);
  private final Clock clock;
  private final Redaction redaction;

  StatusCheckingHttpClientBuilder(Clock clock, Redaction redaction) {
    this.clock = clock;
    this.redaction = redaction;
  }

  @Override
  public HttpClient build() {
    return new StatusCheckingHttpClient(builder.build(), clock, redaction);
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration limit) {
    builder.connectTimeout(limit);
    return this;
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler handler) {
    builder.cookieHandler(handler);
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext context) {
    builder.sslContext(context);
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters parameters) {
    builder.sslParameters(parameters);
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    builder.executor(executor);
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(Redirect policy) {
    builder.followRedirects(policy);
    return this;
  }

  @Override
  public HttpClient.Builder version(Version version) {
    builder.version(version);
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    builder.priority(priority);
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector proxies) {
    builder.proxy(proxies);
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    builder.authenticator(authenticator);
    return this;
  }
}
