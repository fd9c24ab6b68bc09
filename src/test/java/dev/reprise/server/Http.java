package dev.reprise.server;

import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** HTTP clients for tests. */
public final class Http {

  private Http() {}

  /** Returns a client that trusts any certificate, because a test server signs its own. */
  public static HttpClient trustingClient() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(context)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  private static final class Trusting implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
