package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** When output is for people, and when it may move the cursor. */
class TerminalTest {

  @Test
  void theLauncherKnowsBetterThanAGuess() {
    assertThat(Terminal.of("true", false, Map.of()).isTerminal()).isTrue();
    assertThat(Terminal.of("false", true, Map.of()).isTerminal()).isFalse();
    assertThat(Terminal.of("", true, Map.of()).isTerminal()).isTrue();
  }

  @Test
  void aTerminalWithoutColoursIsStillOne() {
    Terminal plain = Terminal.of("true", true, Map.of("NO_COLOR", "1"));

    assertThat(plain.isTerminal()).isTrue();
    assertThat(plain.hasAnsi()).isFalse();
    assertThat(Terminal.of("true", true, Map.of("TERM", "dumb")).hasAnsi()).isFalse();
    assertThat(Terminal.of("true", true, Map.of("NO_COLOR", "")).hasAnsi()).isTrue();
    assertThat(Terminal.of("false", true, Map.of()).hasAnsi()).isFalse();
  }

  @Test
  void theWidthIsUsedIfItIsOne() {
    assertThat(Terminal.of("", true, Map.of("COLUMNS", "120")).width()).isEqualTo(120);
    assertThat(Terminal.of("", true, Map.of("COLUMNS", "wide")).width()).isEqualTo(80);
  }
}
