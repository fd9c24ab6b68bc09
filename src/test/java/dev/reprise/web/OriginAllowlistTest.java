package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An entry binds scheme, host and port. */
class OriginAllowlistTest {

  @ParameterizedTest
  @CsvSource({
    "api.example, https://api.example/a, true",
    "api.example, https://API.example:443/, true",
    "api.example, https://api.example:8443/, false",
    "api.example, http://api.example/, false",
    "api.example, http://api.example:443/, false",
    "api.example:8443, https://api.example:8443/, true",
    "api.example:8443, https://api.example/, false",
    "http://api.example, http://api.example/, true",
    "http://api.example, http://api.example:8080/, false",
    "http://api.example, https://api.example/, false",
    "*.example, https://api.example/, true",
    "*.example, http://api.example/, false",
    "localhost, http://localhost:9080/, true",
    "127.0.0.1, http://127.0.0.1:1234/, true",
    "[::1], http://[::1]:1234/, true",
    "[2001:db8::1]:8443, https://[2001:db8::1]:8443/, true",
    "localhost, https://api.example/, false",
  })
  void allowsOnlyTheOriginsOfItsEntries(String entry, String url, boolean isAllowed)
      throws RequestBlockedException {
    assertThat(OriginAllowlist.of(List.of(entry)).allowsOriginOf(url)).isEqualTo(isAllowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "ftp://a.org", "https://a.org/path", "a.org:0", "a b", "u@a.org"})
  void refusesWhatIsNoOrigin(String entry) {
    assertThatThrownBy(() -> OriginAllowlist.of(List.of(entry)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(entry);
  }
}
