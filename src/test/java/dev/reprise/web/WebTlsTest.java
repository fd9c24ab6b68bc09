package dev.reprise.web;

import static dev.reprise.web.LoopbackServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.resilience.Fence;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.ssl.SSLContexts;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS uses the requested name, although the connection goes to an address. */
@Timeout(30)
class WebTlsTest {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private static SSLContext ours;

  @BeforeAll
  static void certify(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=server.example",
                "-ext",
                "SAN=dns:server.example",
                "-alias",
                "server",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    ours =
        SSLContexts.custom()
            .loadKeyMaterial(keys, PASSWORD)
            .loadTrustMaterial(trusted, null)
            .build();
  }

  @Test
  void sendsTheNameAndChecksTheCertificateByIt() throws Exception {
    var named = new AtomicReference<Object>();
    try (var server = server(named);
        var web = WebFixture.trusting(ours, server)) {
      WebResponse answer = ask(web, "https://server.example:" + server.port() + "/");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(named.get()).isEqualTo(List.of(new SNIHostName("server.example")));
      assertThat(server.heard().getFirst().headers())
          .contains("host: server.example:" + server.port());
    }
  }

  @Test
  void sendsNothingToAServerOfAnotherName() throws Exception {
    try (var server = server(new AtomicReference<>());
        var web = WebFixture.trusting(ours, server)) {
      assertThat(refusal(web, "https://other.example:" + server.port() + "/"))
          .isEqualTo("certificate_not_trusted");
      assertThat(refusal(web, "https://127.0.0.1:" + server.port() + "/"))
          .isEqualTo("certificate_not_trusted");
      assertThat(server.heard()).isEmpty();
    }
  }

  @Test
  void sendsNothingToAServerWithAnUntrustedCertificate() throws Exception {
    try (var server = server(new AtomicReference<>());
        var web = WebFixture.of(server)) {
      assertThat(refusal(web, "https://server.example:" + server.port() + "/"))
          .isEqualTo("certificate_not_trusted");
      assertThat(server.heard()).isEmpty();
    }
  }

  @Test
  void neverLeavesTls() throws Exception {
    try (var plain = LoopbackServer.saying(answer("200 OK", "text/plain", ""));
        var server =
            LoopbackServer.with(
                ours.getServerSocketFactory(),
                (request, client) ->
                    LoopbackServer.write(
                        client, "HTTP/1.1 302 Found", "Location: " + plain.url("/"), "", ""));
        var web = WebFixture.trusting(ours, server, plain)) {
      assertThat(refusal(web, "https://server.example:" + server.port() + "/"))
          .isEqualTo("redirect_not_allowed");
      assertThat(plain.heard()).isEmpty();
    }
  }

  private static LoopbackServer server(AtomicReference<Object> named) throws Exception {
    return LoopbackServer.with(
        ours.getServerSocketFactory(),
        (request, client) -> {
          named.set(
              ((ExtendedSSLSession) ((SSLSocket) client).getSession()).getRequestedServerNames());
          LoopbackServer.write(client, answer("200 OK", "text/plain", "secret"));
        });
  }

  private static WebResponse ask(WebFixture web, String url) throws Exception {
    return web.client()
        .ask(new WebRequest(url, Map.of(), Optional.empty(), HostAllowlist.ANY), Fence.OPEN);
  }

  private static String refusal(WebFixture web, String url) {
    RequestBlockedException refused =
        catchThrowableOfType(RequestBlockedException.class, () -> ask(web, url));
    assertThat(refused).isNotNull();
    return refused.code();
  }
}
