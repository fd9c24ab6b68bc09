package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** What the address of the API's description says of a build that has none. */
class OpenApiResourceTest {

  @Test
  void aBuildWithoutADescriptionSaysSo() throws IOException {
    try (var quick = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> OpenApiResource.document(quick))
          .hasMessageContaining("no description of its API")
          .isInstanceOfSatisfying(
              ProblemException.class, it -> assertThat(it.type()).isEqualTo(ProblemType.NOT_FOUND));
    }
  }
}
