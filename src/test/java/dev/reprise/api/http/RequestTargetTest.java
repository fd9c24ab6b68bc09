package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target that is not a URI is refused before the framework fails on it. */
class RequestTargetTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/runs",
        "//x",
        "/api/v1/runs/5:cancel",
        "/api/v1/runs?limit=5&agent=a%20b",
        "/api/v1/runs?agent=%C3%28",
        "/api/v1/quotas/x/a%2Fb",
        "/api/v1/runs;x=y/é",
        "/api/v1/runs/%EF%BF%BD/%F0%9F%8F%81+%2B"
      })
  void acceptsUris(String target) {
    assertThatCode(() -> RequestTarget.check(target)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/runs?limit=%zz",
        "/runs?%",
        "/runs/a|b",
        "/runs/{id}",
        "/runs?a=^",
        "/runs/%C0%80",
        "/runs/%FF",
        "/agents/%ED%A0%BC"
      })
  void refusesOtherTargets(String target) {
    assertThatThrownBy(() -> RequestTarget.check(target)).isInstanceOf(ProblemException.class);
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    assertThatThrownBy(() -> RequestTarget.check("/runs?limit=%zz"))
        .hasMessageContaining("malformed escape pair at character 13");
  }
}
