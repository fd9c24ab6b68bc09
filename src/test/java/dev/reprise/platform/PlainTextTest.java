package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a model or a tool writes cannot command the terminal. */
class PlainTextTest {

  @Test
  void controlCharactersBecomeVisible() {
    assertThat(PlainText.of("\u001b[2Jred\u0007 \u009b31m\u007f"))
        .isEqualTo("⟨U+001B⟩[2Jred⟨U+0007⟩ ⟨U+009B⟩31m⟨U+007F⟩");
  }

  @Test
  void linesBecomeOne() {
    assertThat(PlainText.of("a\r\nb\tc\u2028d")).isEqualTo("a  b c⟨U+2028⟩d");
  }

  @Test
  void nothingTurnsTheDirectionOfTheLine() {
    assertThat(PlainText.of("a\u202eb\u2066c")).isEqualTo("a⟨U+202E⟩b⟨U+2066⟩c");
  }

  @Test
  void lettersOfAllLanguagesStay() {
    assertThat(PlainText.of("Grüße, 世界 🙂")).isEqualTo("Grüße, 世界 🙂");
  }

  @Test
  void halfACharacterIsNone() {
    assertThat(PlainText.of("a\ud83d")).isEqualTo("a⟨U+D83D⟩");
  }

  @Test
  void longTextsAreCut() {
    assertThat(PlainText.of("🙂🙂🙂🙂", 3)).isEqualTo("🙂🙂…");
    assertThat(PlainText.of("🙂🙂🙂", 3)).isEqualTo("🙂🙂🙂");
    assertThat(PlainText.of("", 3)).isEmpty();
  }
}
