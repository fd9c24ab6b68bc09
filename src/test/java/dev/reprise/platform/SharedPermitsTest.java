package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.SharedPermits.Owner;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Permits are limited in total, for each tenant and for each caller, and each is freed once. */
class SharedPermitsTest {

  private static final Owner ANA = new Owner("acme", "ana");
  private static final Owner BEN = new Owner("acme", "ben");
  private static final Owner EVE = new Owner("beta", "eve");

  private final SharedPermits permits = new SharedPermits(5, 3, 2);

  @Test
  void aCallerHasAtMostItsShare() {
    take(ANA);
    take(ANA);

    assertThat(permits.take(ANA)).isEmpty();
    assertThat(permits.take(BEN)).isPresent();
  }

  @Test
  void aTenantHasAtMostItsShare() {
    take(ANA);
    take(ANA);
    take(BEN);

    assertThat(permits.take(BEN)).isEmpty();
    assertThat(permits.take(EVE)).isPresent();
  }

  @Test
  void allTogetherHaveAtMostAllPermits() {
    take(ANA);
    take(ANA);
    take(BEN);
    take(EVE);
    take(EVE);

    assertThat(permits.take(new Owner("gamma", "gil"))).isEmpty();
  }

  @Test
  void closingAPermitFreesItOnce() {
    SharedPermits.Permit first = take(ANA);
    take(ANA);

    first.close();
    first.close();

    assertThat(permits.take(ANA)).isPresent();
    assertThat(permits.take(ANA)).isEmpty();
  }

  private SharedPermits.Permit take(Owner owner) {
    Optional<SharedPermits.Permit> permit = permits.take(owner);
    assertThat(permit).isPresent();
    return permit.get();
  }
}
