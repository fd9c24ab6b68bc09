package dev.reprise.api.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.redaction.RedactionRules;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a body is written, the audit record has what it says. */
class RecordedBodyTest {

  private static final String SECRET = "hush-hush-hush";
  private static final Redaction REDACTION =
      new Redaction(
          new RedactionRules(
              List.of(new RedactionRules.Secret("hook", SECRET)), List.of(), List.of()));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"x\", \"roles\": [\"admin\"]}",
        " {\n\"name\" :\t\"\\u0078\",\r\n \"r\\u006fles\":[ \"admin\" ]} \n",
      })
  void isOneWhateverItsBlanksAndEscapes(String body) {
    assertThat(recorded(body))
        .isEqualTo(
            new RecordedBody(
                Optional.of("{\"name\":\"x\",\"roles\":[\"admin\"]}"), Optional.empty()));
    assertThat(recorded(body + " ".repeat(100_000))).isEqualTo(recorded(body));
  }

  @Test
  void isNoneWithoutABody() {
    assertThat(recorded("")).isEqualTo(RecordedBody.NONE);
    assertThat(recorded(" \n ")).isEqualTo(RecordedBody.NONE);
  }

  @Test
  void keepsTheMembersOfALongOneAndItsDigest() throws Exception {
    String body =
        "{\"reason\": \"%s\", \"roles\": [\"admin\"], \"names\": [%s\"last\"]}"
            .formatted("x".repeat(5_000), "\"n\",".repeat(5_000));

    RecordedBody recorded = recorded(body);

    assertThat(recorded.text().orElseThrow())
        .startsWith("{\"reason\":\"" + "x".repeat(400) + "[4600 more]\",\"roles\":[\"admin\"],")
        .endsWith(",\"n\",\"[4951 more]\"]}")
        .hasSizeLessThan(RecordedBody.MAX_LENGTH);
    assertThat(recorded.whole()).contains(digest(body));
  }

  @Test
  void isBoundedWhateverItIs() {
    String members = "";
    for (int i = 0; i < 2_000; i++) {
      members += "\"%s%d\": {\"a\": [%s{}]},".formatted("m".repeat(90), i, "1,".repeat(10));
    }

    assertThat(recorded("{%s\"z\": 0}".formatted(members)).text().orElseThrow())
        .hasSizeLessThanOrEqualTo(RecordedBody.MAX_LENGTH)
        .contains("[object of 0]")
        .contains("[not kept]");
    assertThat(recorded("[%s1]".formatted("[".repeat(300) + "]".repeat(300) + ",")).text())
        .isPresent();
    assertThat(recorded("\"" + "é".repeat(100_000) + "\"").text().orElseThrow())
        .contains("[99600 more]");
  }

  /** A part of a secret would not be found, nor one that is written with escapes. */
  @Test
  void leavesSecretsOutBeforeItIsShortened() {
    String escaped = "hush-\\u0068ush-hush";
    for (int before : List.of(0, 390, 395, 5_000)) {
      String body =
          "{\"url\": \"%s%s\", \"to\": \"%s\"}".formatted("x".repeat(before), escaped, SECRET);

      assertThat(recorded(body + " ".repeat(9_000)).text().orElseThrow())
          .doesNotContain("hush")
          .contains("[redacted");
    }
  }

  /** A request that is refused is recorded as well, however odd it is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'url': 'https://h/TOKEN'}",
        "{'url': 'h/TOKEN'}",
        "{'URL': 'http://h/TOKEN', 'url ': ' HTTPS://h/TOKEN', 'url': 5}",
        "{'url': ['http://h/TOKEN', {'a': 'see http://h/TOKEN'}]}",
        "{'url': {'a': [['ftp://h/TOKEN']]}}",
        "{'events': ['http:\\u002f\\/h/TOKEN'], 'url': 'http://h'}",
        "{'http://h/TOKEN': 1, 'a': {'x http://h?TOKEN': {}}}",
        "{'note': 'mailto:a@h?http://h/TOKEN'}",
        "['http://h/TOKEN']",
        "'http://h/TOKEN'",
      })
  void leavesUrlsOutWhereverTheyAre(String body) {
    assertThat(ofWebhook(body)).doesNotContain("TOKEN");
  }

  @Test
  void keepsWhatIsNotTheSecretOfAUrl() {
    assertThat(
            ofWebhook(
                "{'url': 'https://u:p@hooks.example.org/T/1', 'Url': 'http://h/t', 'events':"
                    + " ['run.ended', 7], 'enabled': true, 'secret': null, 'n': {'to': 'a/b: c'}}"))
        .isEqualTo(
            "{'url':'https://hooks.example.org/…','Url':'http://h/…','events':['run.ended',7],"
                    .replace('\'', '"')
                + "'enabled':true,'secret':null,'n':{'to':'a/b: c'}}".replace('\'', '"'));
    assertThat(ofWebhook("{'url': 'mailto:ana@example.org'}"))
        .isEqualTo("{\"url\":\"mailto:ana@example.org\"}");
  }

  private static String ofWebhook(String body) {
    return RecordedBody.of(body.replace('\'', '"').getBytes(UTF_8), REDACTION, Optional.of("url"))
        .text()
        .orElseThrow();
  }

  @Test
  void isTheDigestOfWhatIsNotJson() throws Exception {
    String body = "{\"roles\": [\"admin\"]";

    assertThat(recorded(body))
        .isEqualTo(new RecordedBody(Optional.of("[not JSON]"), Optional.of(digest(body))));
  }

  @Test
  void isTheFirstLineOfAFileAndItsDigest() throws Exception {
    assertThat(file("{\"a\": 1}\n{\"b\""))
        .isEqualTo(
            new RecordedBody(Optional.of("{\"a\":1}"), Optional.of(digest("{\"a\": 1}\n{\"b\""))));
    String oneLine = "x".repeat(60_000);
    assertThat(file(oneLine))
        .isEqualTo(new RecordedBody(Optional.empty(), Optional.of(digest(oneLine))));
    assertThat(file("")).isEqualTo(RecordedBody.NONE);
  }

  private static RecordedBody file(String content) throws IOException {
    return RecordedBody.ofFile(new ByteArrayInputStream(content.getBytes(UTF_8)), REDACTION);
  }

  private static RecordedBody recorded(String body) {
    return RecordedBody.of(body.getBytes(UTF_8), REDACTION, Optional.empty());
  }

  private static AuditEvent.Digest digest(String body) throws Exception {
    byte[] bytes = body.getBytes(UTF_8);
    byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(bytes);
    return new AuditEvent.Digest(HexFormat.of().formatHex(sha256), bytes.length);
  }
}
