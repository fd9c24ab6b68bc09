package dev.reprise.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleFilesTest {

  @ParameterizedTest
  @ValueSource(strings = {"c766954add3e", "0766954add3e", "1766954add3e", "2766954add3e"})
  void refersToTheFilesOfAnyVersion(String version) {
    assertThat(
            ConsoleFiles.referringTo(
                version, "<link href=\"styles/base.css\"><script src=\"main.js\"></script>"))
        .isEqualTo(
            "<link href=\"%s/styles/base.css\"><script src=\"%s/main.js\"></script>"
                .formatted(version, version));
  }
}
