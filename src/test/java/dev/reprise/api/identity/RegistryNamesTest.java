package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.TestConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A token's user and the registry's are two, unless an operator says that they are one. */
class RegistryNamesTest {

  @Test
  void areOtherNamesWhereTokensAreLogins() {
    for (String login : new String[] {"jwt", "oidc"}) {
      assertThat(new RegistryNames(TestConfig.of("reprise.login", login)).of("ana"))
          .isEqualTo("registry:ana");
    }
  }

  @Test
  void areAsTheyAreWhereNoTokensAre() {
    assertThat(new RegistryNames(TestConfig.empty()).of("ana")).isEqualTo("ana");
    assertThat(new RegistryNames(TestConfig.of("reprise.login", "registry")).of("ana"))
        .isEqualTo("ana");
  }

  @Test
  void areAsTheyAreIfBothKnowTheSamePeople() {
    var one =
        new RegistryNames(
            TestConfig.of(
                Map.of("reprise.login", "oidc", "reprise.logins.same-name", "same-person")));

    assertThat(one.of("ana")).isEqualTo("ana");
    assertThat(one.inRegistry("ana")).as("or of the identity provider").isEmpty();
  }

  @Test
  void tellWhichTheRegistryMustHave() {
    var alone = new RegistryNames(TestConfig.empty());
    var withTokens = new RegistryNames(TestConfig.of("reprise.login", "jwt"));

    assertThat(alone.inRegistry("ana")).contains("ana");
    assertThat(withTokens.inRegistry("registry:ana")).contains("ana");
    assertThat(withTokens.inRegistry("ana")).isEmpty();
  }
}
