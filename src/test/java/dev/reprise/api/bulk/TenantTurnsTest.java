package dev.reprise.api.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** No tenant waits for more than one turn of each other. */
class TenantTurnsTest {

  private final TenantTurns turns = new TenantTurns();

  @Test
  void tenantsTakeTurns() {
    List<String> waiting = List.of("acme", "beta", "gamma");

    assertThat(List.of(next(waiting), next(waiting), next(waiting), next(waiting)))
        .containsExactly("acme", "beta", "gamma", "acme");
  }

  @Test
  void aNewOneComesBeforeThoseWhoHadATurn() {
    next(List.of("acme", "beta"));

    assertThat(next(List.of("acme", "beta", "gamma"))).isEqualTo("beta");
    assertThat(next(List.of("acme", "beta", "gamma"))).isEqualTo("gamma");
    assertThat(next(List.of("acme", "beta", "gamma"))).isEqualTo("acme");
  }

  @Test
  void noneIsNextWhereNoneWaits() {
    assertThat(turns.next(List.of())).isEmpty();
  }

  private String next(List<String> waiting) {
    return turns.next(waiting).orElseThrow();
  }
}
