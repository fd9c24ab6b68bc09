package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one error of a request is a sentence. */
class FieldErrorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zone | must be a time zone | zone must be a time zone",
        "zone | is missing | zone is missing",
        "zone | cannot be moved | zone cannot be moved",
        "source | there is no data source 'ordrs' for you | source: there is no data source 'ordrs' for you",
        "phases[0].tools[0] | 'x' must be a tool | phases[0].tools[0]: 'x' must be a tool",
        "'' | the source has no items | the source has no items"
      })
  void isASentence(String path, String message, String sentence) {
    var problem = ProblemException.invalidValue(path, message);

    assertThat(problem.detail()).isEqualTo(sentence);
  }
}
