package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An allow-list means hosts, however they are spelled, and no others. */
class HostRulesTest {

  @ParameterizedTest
  @CsvSource({
    "example.org, example.org",
    "Example.ORG., example.org",
    "example.org, EXAMPLE.org.",
    "*.example.org, www.example.org",
    "*.example.org, a.b.example.org",
    "*.Example.Org., WWW.EXAMPLE.ORG",
    "bücher.example, xn--bcher-kva.example",
    "xn--bcher-kva.example, BÜCHER.example",
    "*.bücher.example, www.xn--bcher-kva.example",
    "192.0.2.1, 192.0.2.1",
    "[2001:DB8::1], [2001:db8:0::1]",
    "*, example.org",
    "*, [2001:db8::1]",
  })
  void allows(String pattern, String host) throws ToolFailure {
    assertThat(HostRules.of(List.of(pattern)).allows(WebHost.of(host))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "example.org, www.example.org",
    "example.org, example.org.evil.example",
    "example.org, notexample.org",
    "*.example.org, example.org",
    "*.example.org, notexample.org",
    "*.example.org, www.example.org.evil.example",
    "*.example.org, example.org.evil.example",
    "bücher.example, bucher.example",
    "192.0.2.1, 192.0.2.11",
    "[2001:db8::1], [2001:db8::2]",
  })
  void doesNotAllow(String pattern, String host) throws ToolFailure {
    assertThat(HostRules.of(List.of(pattern)).allows(WebHost.of(host))).isFalse();
  }

  @Test
  void anEmptyListAllowsNothing() throws ToolFailure {
    HostRules nothing = HostRules.of(List.of());

    assertThat(nothing.allows(WebHost.of("example.org"))).isFalse();
    assertThat(nothing).hasToString("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "*.",
        "**",
        "*example.org",
        "a.*.example.org",
        "*.*.example.org",
        "*.192.0.2.1",
        "*.[::1]",
        "*.127.1",
        "http://example.org",
        "example.org/x",
        "example.org:80",
        "127.1",
        "a b",
        "exa_mple.org",
        ".example.org"
      })
  void refusesWhatIsNoPattern(String pattern) {
    assertThatThrownBy(() -> HostRules.of(List.of("example.org", pattern)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + pattern + "'");
  }
}
