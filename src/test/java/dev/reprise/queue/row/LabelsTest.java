package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {

  @Test
  void areReadAsTheyWereWritten() {
    Labels labels = Labels.of(Map.of("team", "search", "acme.com/env", "a=b ü"));

    assertThat(labels.text()).isEqualTo("acme.com/env=a=b ü\nteam=search");
    assertThat(Labels.parse(labels.text())).isEqualTo(labels);
    assertThat(Labels.parse(Labels.NONE.text())).isEqualTo(Labels.NONE);
  }

  @ParameterizedTest
  @CsvSource({"'', x", "a=b, x", "-a, x", "a, ''", "a, 'x\ny'"})
  void refusesOtherNamesAndValues(String name, String value) {
    assertThatThrownBy(() -> Labels.of(Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void areBounded() {
    Map<String, String> most =
        IntStream.range(0, Labels.MAX).boxed().collect(Collectors.toMap(i -> "n" + i, i -> "v"));
    assertThat(Labels.of(most).values()).hasSize(Labels.MAX);

    most.put("more", "v");
    assertThatThrownBy(() -> Labels.of(most)).isInstanceOf(IllegalArgumentException.class);
  }
}
