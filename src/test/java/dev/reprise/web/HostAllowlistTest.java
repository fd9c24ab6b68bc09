package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An allow-list matches hosts in every spelling, and no others. */
class HostAllowlistTest {

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
  void allows(String pattern, String host) throws RequestBlockedException {
    assertThat(HostAllowlist.of(List.of(pattern)).allows(WebHost.of(host))).isTrue();
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
  void doesNotAllow(String pattern, String host) throws RequestBlockedException {
    assertThat(HostAllowlist.of(List.of(pattern)).allows(WebHost.of(host))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          *                           | *.example.org, a.org     | *.example.org, a.org
          *.example.org               | *.b.example.org          | *.b.example.org
          *.example.org               | www.example.org, b.org   | www.example.org
          *.example.org               | example.org              | none
          *.example.org               | *.notexample.org         | none
          a.org, b.org                | b.org, c.org             | b.org
          *.a.org, a.org              | *.a.org                  | *.a.org
          *.a.b.org, x.b.org          | *.b.org                  | *.a.b.org, x.b.org
          192.0.2.1                   | 192.0.2.2, a.org         | none
          """)
  void combinesTwoLists(String one, String other, String both) {
    HostAllowlist first = rules(one);
    HostAllowlist second = rules(other);

    assertThat(first.and(second)).hasToString(both);
    assertThat(second.and(first).patterns())
        .containsExactlyInAnyOrderElementsOf(first.and(second).patterns());
  }

  private static HostAllowlist rules(String patterns) {
    return new HostAllowlist(List.of(patterns.split(", ", -1)));
  }

  @Property
  void aCombinedListAllowsAHostIfBothDo(
      @ForAll("rules") List<String> one,
      @ForAll("rules") List<String> other,
      @ForAll("hosts") String host)
      throws RequestBlockedException {
    HostAllowlist first = HostAllowlist.of(one);
    HostAllowlist second = HostAllowlist.of(other);
    WebHost asked = WebHost.of(host);

    assertThat(first.and(second).allows(asked))
        .isEqualTo(first.allows(asked) && second.allows(asked));
  }

  @Provide
  Arbitrary<List<String>> rules() {
    return Arbitraries.of("*", "*.a", "*.b.a", "*.a.b.a", "a", "b.a", "a.b.a", "b.b.a", "c")
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> hosts() {
    return Arbitraries.of("a", "b.a", "a.b.a", "c.a.b.a", "b.b.a", "c", "d.c", "ba");
  }

  @Test
  void anEmptyListAllowsNothing() throws RequestBlockedException {
    HostAllowlist nothing = HostAllowlist.of(List.of());

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
  void refusesATextThatIsNotAPattern(String pattern) {
    assertThatThrownBy(() -> HostAllowlist.of(List.of("example.org", pattern)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + pattern + "'");
  }
}
