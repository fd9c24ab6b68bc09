package dev.reprise.tool.web;

import static dev.reprise.web.LoopbackServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.web.LoopbackServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever URL a model writes, the web tools send requests to allowed hosts only. In this test only
 * a server at 127.0.0.1 is allowed, in place of the public internet.
 */
class WebToolBorderTest {

  private static LoopbackServer server;
  private static WebBench bench;

  @BeforeAll
  static void open() throws Exception {
    server = LoopbackServer.saying(answer("200 OK", "text/plain", "reached"));
    bench = new WebBench(server);
  }

  @AfterAll
  static void close() throws Exception {
    bench.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          http://10.0.0.1/                            | address_not_allowed
          http://172.16.0.1/                          | address_not_allowed
          http://192.168.1.1/                         | address_not_allowed
          http://127.0.0.200/                         | address_not_allowed
          http://0.0.0.0/                             | address_not_allowed
          http://100.64.0.1/                          | address_not_allowed
          http://169.254.0.1/                         | address_not_allowed
          http://169.254.169.254/latest/meta-data/    | address_not_allowed
          http://169.254.170.2/v2/credentials         | address_not_allowed
          http://100.100.100.200/latest/meta-data/    | address_not_allowed
          http://168.63.129.16/machine                | address_not_allowed
          http://192.0.0.192/opc/v2/instance/         | address_not_allowed
          http://198.18.0.1/                          | address_not_allowed
          http://192.88.99.1/                         | address_not_allowed
          http://224.0.0.1/                           | address_not_allowed
          http://240.0.0.1/                           | address_not_allowed
          http://255.255.255.255/                     | address_not_allowed
          http://[::1]/                               | address_not_allowed
          http://[::]/                                | address_not_allowed
          http://[::127.0.0.1]/                       | address_not_allowed
          http://[::ffff:127.0.0.1]/                  | address_not_allowed
          http://[::ffff:7f00:1]/                     | address_not_allowed
          http://[::ffff:0:127.0.0.1]/                | address_not_allowed
          http://[64:ff9b::127.0.0.1]/                | address_not_allowed
          http://[64:ff9b:1::7f00:1]/                 | address_not_allowed
          http://[2002:7f00:1::]/                     | address_not_allowed
          http://[2001:0:7f00:1::]/                   | address_not_allowed
          http://[100::1]/                            | address_not_allowed
          http://[fc00::1]/                           | address_not_allowed
          http://[fd00:ec2::254]/                     | address_not_allowed
          http://[fe80::1]/                           | address_not_allowed
          http://[fec0::1]/                           | address_not_allowed
          http://[ff02::1]/                           | address_not_allowed
          http://[fe80::1%25eth0]/                    | invalid_url
          http://intranet.example/                    | address_not_allowed
          http://metadata.example/                    | address_not_allowed
          http://mixed.example/                       | address_not_allowed
          http://mapped.example/                      | address_not_allowed
          http://127.1/                               | invalid_url
          http://2130706433/                          | invalid_url
          http://0x7f000001/                          | invalid_url
          http://0177.0.0.1/                          | invalid_url
          http://127.0.0.1./                          | invalid_url
          http://１２７.0.0.1/                         | invalid_url
          http://127。0。0。1/                         | invalid_url
          http://127%2e0%2e0%2e1/                     | invalid_url
          http://server.example@10.0.0.1/             | invalid_url
          http://user:secret@server.example/          | invalid_url
          http://server.example%40intranet.example/   | invalid_url
          http://server.example\\@intranet.example/   | invalid_url
          http:server.example                         | invalid_url
          //server.example/                           | invalid_url
          file:///etc/passwd                          | invalid_url
          ftp://server.example/                       | invalid_url
          gopher://server.example:70/_x               | invalid_url
          jar:http://server.example!/a                | invalid_url
          data:text/plain,hello                       | invalid_url
          http://server.example:22/                   | port_not_allowed
          http://server.example:6379/                 | port_not_allowed
          http://server.example:65616/                | invalid_url
          """)
  void sendsNoRequestToAForbiddenHost(String url, String code) throws Exception {
    int heard = server.heard().size();

    for (Failure failure :
        List.of(
            bench.fail("http_fetch", Map.of("url", url)),
            bench.fail("http_post", Map.of("url", url, "text", "x")))) {
      assertThat(failure.code()).isEqualTo(code);
      assertThat(failure.message()).doesNotContain("10.1.2.3");
    }
    assertThat(server.heard()).hasSize(heard);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          http://server.example:PORT/            | /
          HTTP://SERVER.EXAMPLE:PORT/            | /
          http://server.example.:PORT/           | /
          http://other.example:PORT/a/b?c=d#e    | /a/b?c=d
          http://localhost:PORT?q                | /?q
          http://127.0.0.1:PORT/                 | /
          http://server.example:PORT//10.0.0.1/  | //10.0.0.1/
          http://server.example:PORT/@10.0.0.1   | /@10.0.0.1
          http://server.example:PORT/ü?ö         | /%C3%BC?%C3%B6
          http://server.example:PORT/a%2Fb%20    | /a%2Fb%20
          """)
  void asksWhoIsAllowed(String url, String path) throws Exception {
    String at = url.replace("PORT", Integer.toString(server.port()));

    assertThat(bench.succeed("http_fetch", Map.of("url", at))).endsWith("\n\nreached");
    assertThat(server.heard().getLast().path()).isEqualTo(path);
  }
}
