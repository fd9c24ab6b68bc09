package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a reader would not see stays as it is. */
class UnseenTextTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x180E, 0x200B, 0x200E, 0x2028, 0x2029,
        0x202A, 0x202E, 0x2060, 0x2066, 0x206A, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFE,
        0xE0001, 0xE0041, 0xE007F, 0xE0100, 0x1D173, 0x0000, 0x009B, 0xD800
      })
  void charactersThatAreNotSeenAreNumbers(int character) {
    String text = "a" + Character.toString(character) + "b";
    String shown = "a⟨U+%04X⟩b".formatted(character);

    assertThat(PlainText.of(text)).isEqualTo(shown);
    assertThat(PlainText.ofLines(text)).isEqualTo(shown);
    assertThat(Json.read(PlainText.ofJson("\"" + escape(text) + "\"")))
        .hasToString("\"" + escape(text) + "\"");
  }

  /** JSON cannot have a control, and Jackson writes it as an escape. */
  private static String escape(String text) {
    return text.chars()
        .mapToObj(it -> it < ' ' ? "\\u%04X".formatted(it) : Character.toString(it))
        .reduce("", String::concat);
  }

  @Test
  void halvesOfPairsAreMarkedAndPairsAreNot() {
    assertThat(PlainText.of("\ud83d🙂\ude42")).isEqualTo("⟨U+D83D⟩🙂⟨U+DE42⟩");
  }

  @Test
  void longBlankSpaceIsCounted() {
    assertThat(PlainText.ofLines("a" + "\u3000".repeat(200) + "b")).isEqualTo("a⟨200 × U+3000⟩b");
    assertThat(PlainText.ofLines("a" + " \u00a0".repeat(20) + "b"))
        .isEqualTo("a⟨20 × U+0020, 20 × U+00A0⟩b");
    assertThat(PlainText.ofLines("a" + "\n".repeat(400) + "b")).isEqualTo("a⟨400 × U+000A⟩\nb");
    assertThat(PlainText.of("a" + "\n ".repeat(9) + "b")).isEqualTo("a⟨9 × U+000A, 9 × U+0020⟩ b");
  }

  @Test
  void shortBlankSpaceStays() {
    String text = "a" + " ".repeat(32) + "b" + "\n    ".repeat(8) + "c";

    assertThat(PlainText.ofLines(text)).isEqualTo(text);
  }

  @Test
  void muchBlankSpaceIsNoBurden() {
    String text = "\n  x".repeat(100_000);

    assertThat(PlainText.ofLines("\n".repeat(2_000_000) + text)).startsWith("⟨2000001 × U+000A");
  }
}
