package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTextTest {

  @ParameterizedTest
  @CsvSource({
    "https://ana:secret@example.org/a@b, https://…@b",
    "https://secret@example.org/a@b, https://…@example.org/a@b",
    "https://ana@corp:secret@example.org/a, https://…@example.org/a",
    "https://ana:pa/secret@example.org/a, https://…@example.org/a",
    "https://ana:secret?#@example.org/a, https://…@example.org/a",
    "https:\\\\ana:secret@example.org, https:\\\\…@example.org",
    "https:ana:secret@example.org, https:…@example.org",
    "//ana:secret@example.org, //…@example.org",
    "ana:secret@example.org, ana:…@example.org"
  })
  void hasNoUser(String url, String shown) {
    assertThat(UrlText.withoutUser(url)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/@ana/a?b=c@d#e@f",
        "https://example.org:8443/@ana",
        "http://[::1]:9080/@ana",
        "/a/@ana",
        "no URL"
      })
  void isWholeWithoutAUser(String url) {
    assertThat(UrlText.withoutUser(url)).isEqualTo(url);
  }
}
