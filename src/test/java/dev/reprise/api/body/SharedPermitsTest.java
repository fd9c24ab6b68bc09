package dev.reprise.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Permits are limited in total and for each owner, and each is freed once. */
class SharedPermitsTest {

  private final SharedPermits places = new SharedPermits(3, 2);

  @Test
  void oneOwnerHasAtMostItsShare() {
    take("a");
    take("a");

    assertThat(places.take("a")).isEmpty();
    assertThat(places.take("b")).isPresent();
  }

  @Test
  void allOwnersTogetherHaveAtMostAllPermits() {
    take("a");
    take("b");
    take("c");

    assertThat(places.take("d")).isEmpty();
  }

  @Test
  void closingAPermitFreesIt() {
    SharedPermits.Permit first = take("a");
    take("a");

    first.close();
    first.close();

    assertThat(places.take("a")).isPresent();
    assertThat(places.take("a")).isEmpty();
  }

  @Test
  void namesTheInvalidSetting() {
    assertThatThrownBy(() -> bodies("reprise.bodies.max-large", "0"))
        .hasMessageContaining("reprise.bodies.max-large");
  }

  @Test
  void aTenantLeavesHalfToTheOthers() {
    var bodies = bodies("reprise.bodies.max-large", "4", "reprise.tenant.pattern", "[^@]+@(.+)");
    bodies.large("acme");
    bodies.large("acme");
    bodies.recordFile("acme");

    assertIsRefused(() -> bodies.large("acme"));
    assertIsRefused(() -> bodies.recordFile("acme"));
    assertThat(bodies.large("beta")).isNotNull();
    assertThat(bodies.recordFile("beta")).isNotNull();
  }

  @Test
  void theOnlyTenantHasAllPermits() {
    var bodies = bodies("reprise.bodies.max-large", "2");
    bodies.large("default");
    bodies.large("default");
    bodies.recordFile("default");
    bodies.recordFile("default");

    assertIsRefused(() -> bodies.large("default"));
    assertIsRefused(() -> bodies.recordFile("default"));
  }

  private static void assertIsRefused(ThrowingCallable taken) {
    assertThatThrownBy(taken)
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> assertThat(refusal.type()).isEqualTo(ProblemType.TOO_MANY_BODIES));
  }

  private static BodyPermits bodies(String... properties) {
    return new BodyPermits(
        new SmallRyeConfigBuilder().withDefaultValues(pairs(properties)).build());
  }

  private static Map<String, String> pairs(String... properties) {
    Map<String, String> pairs = new HashMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      pairs.put(properties[i], properties[i + 1]);
    }
    return pairs;
  }

  private SharedPermits.Permit take(String owner) {
    Optional<SharedPermits.Permit> place = places.take(owner);
    assertThat(place).isPresent();
    return place.get();
  }
}
