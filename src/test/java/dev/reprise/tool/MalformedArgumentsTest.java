package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.model.ArgumentParser;
import dev.reprise.tool.control.DelegateDeclaration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model reads what is wrong with its JSON, and where. */
class MalformedArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"path\":\"a\"}} | Unexpected close marker '}'",
        "{'path': 'a'} | Unexpected character (''' (code 39))",
        "{\"path\":\"a\",\"path\":\"b\"} | Duplicate field 'path'",
        "{\"path\":\"a\",} | Unexpected character ('}' (code 125))",
        "{\"a\":1}{\"a\":1} | there is more after its first value",
        "{\"path\": | Unexpected end-of-input",
      })
  void areToldWithReasonAndPlace(String written, String reason) {
    ArgumentSchema schema = ArgumentSchema.of(DelegateDeclaration.DECLARATION);

    assertThatThrownBy(() -> schema.read(ArgumentParser.read(written)))
        .hasMessageContaining("was not run: not JSON: " + reason)
        .hasMessageMatching("(?s).*, at line 1, column \\d+")
        .message()
        .doesNotContain("string found", "fasterxml", "Source");
  }
}
