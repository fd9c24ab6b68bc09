package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptReferenceTest {

  @Test
  void readsAPathIntoTheInput() {
    assertThat(PromptReference.parse("input.place.0.zip-code"))
        .contains(new PromptReference.Input(List.of("place", "0", "zip-code")));
  }

  @Test
  void readsTheOutputOfAPhase() {
    assertThat(PromptReference.parse("phases.look-up.output"))
        .contains(new PromptReference.Output("look-up", List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "input",
        "input.",
        "input..a",
        "input.a.",
        "inputs.a",
        "input/a",
        "phases",
        "phases.a",
        "phases.a.b",
        "phases.a.output.",
        "phases.a.outputs",
        "phases..output",
        "env.HOME",
        "a"
      })
  void refusesOtherReferences(String reference) {
    assertThat(PromptReference.parse(reference)).isEmpty();
  }
}
