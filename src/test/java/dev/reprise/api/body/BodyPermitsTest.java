package dev.reprise.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.SharedPermits.Owner;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What bodies take is limited, and no tenant or caller takes what others need. */
class BodyPermitsTest {

  @Test
  void namesTheInvalidSetting() {
    assertThatThrownBy(() -> bodies("reprise.bodies.max-large", "0"))
        .hasMessageContaining("reprise.bodies.max-large");
  }

  @Test
  void aTenantLeavesHalfToTheOthers() {
    var bodies = bodies("reprise.bodies.max-large", "4", "reprise.tenant.pattern", "[^@]+@(.+)");
    for (String caller : new String[] {"ana", "ben"}) {
      bodies.large(new Owner("acme", caller));
      bodies.file(new Owner("acme", caller));
    }

    assertIsRefused(() -> bodies.large(new Owner("acme", "cleo")));
    assertIsRefused(() -> bodies.file(new Owner("acme", "cleo")));
    assertThat(bodies.large(new Owner("beta", "eve"))).isNotNull();
    assertThat(bodies.file(new Owner("beta", "eve"))).isNotNull();
  }

  @Test
  void aCallerLeavesAQuarterToTheOthersOfTheOnlyTenant() {
    var bodies = bodies("reprise.bodies.max-large", "4");
    var ana = new Owner("default", "ana");
    for (int i = 0; i < 3; i++) {
      bodies.large(ana);
    }
    for (int i = 0; i < BodyPermits.ARRIVING * 3 / 4; i++) {
      bodies.arriving(ana);
    }

    assertIsRefused(() -> bodies.large(ana));
    assertIsRefused(() -> bodies.arriving(ana));
    assertThat(bodies.large(new Owner("default", "ben"))).isNotNull();
    assertThat(bodies.arriving(new Owner("default", "ben"))).isNotNull();
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
}
