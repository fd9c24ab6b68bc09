package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

  @Property
  void keepsATextWithoutPlaceholders(@ForAll String text) {
    String harmless = text.replace("{{", "{ {");

    assertThat(new Template(harmless).fill(reference -> "never")).isEqualTo(harmless);
  }

  @Property
  void neverReadsAValueAsATemplate(@ForAll("nasty") String first, @ForAll("nasty") String second) {
    var template = new Template("<{{a}}|{{ b }}|{{a}}>");

    String filled = template.fill(reference -> reference.equals("a") ? first : second);

    assertThat(filled).isEqualTo("<" + first + "|" + second + "|" + first + ">");
  }

  @Property
  void findsEveryReferenceOnceInOrder(
      @ForAll("names") String first, @ForAll("names") String second) {
    var template = new Template("x{{" + first + "}}{{  " + second + " }} }} {{" + first + "}}");

    assertThat(template.references().iterator().next()).isEqualTo(first);
    assertThat(template.references()).contains(first, second).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void leavesSecretPlaceholdersToTools() {
    var template = new Template("Send {{a}} with {{secret:weather-key}}.");

    assertThat(template.references()).containsExactly("a");
    assertThat(template.fill(reference -> "x")).isEqualTo("Send x with {{secret:weather-key}}.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{", "a {{ b", "{{a b}}", "{{}}", "{{a$}}", "{{ {{a}}", "{{a}"})
  void refusesAPlaceholderThatIsNotClosed(String text) {
    assertThatThrownBy(() -> new Template(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("opens a reference that is not closed");
  }

  @Test
  void recognisesASinglePlaceholder() {
    assertThat(new Template("{{ a.b/c }}").loneReference()).contains("a.b/c");
    assertThat(new Template("{{a}} ").loneReference()).isEmpty();
    assertThat(new Template("{{a}}{{b}}").loneReference()).isEmpty();
    assertThat(new Template("a").loneReference()).isEmpty();
  }

  @Provide
  Arbitrary<String> nasty() {
    return Arbitraries.of("{{a}}", "{{b}}", "{{", "}}", "$1", "\\", "\\$0", "${a}", "", "%s", "ü\n")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("abcXYZ019._/-").ofMinLength(1).ofMaxLength(20);
  }
}
