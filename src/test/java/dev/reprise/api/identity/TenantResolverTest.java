package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.fixture.TestConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One rule derives a user's tenant from the name. */
class TenantResolverTest {

  private final TenantResolver behindTheAt = with("[^@]+@(.+)");

  @Test
  void isTheFirstGroup() {
    assertThat(behindTheAt.of("ana@acme")).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "@acme", "ana@", "ana@acme@beta\n", ""})
  void refusesNamesThatDoNotMatch(String user) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> behindTheAt.of(user))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void ignoresTheCaseOfTheName() {
    assertThat(behindTheAt.of("Ana@ACME")).isEqualTo("acme");
  }

  @Test
  void isTheDefaultIfTheRuleMatchesWithoutItsGroup() {
    assertThat(with("[^@]+@(.+)|admin").of("admin")).isEqualTo("default");
    assertThat(with("(?:(.+)/)?.+").of("ana")).isEqualTo("default");
  }

  @Test
  void isTheDefaultForAllWithoutARule() {
    assertThat(new TenantResolver(TestConfig.empty()).of("ana@acme")).isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana@a b", "ana@../acme", "ana@-", "ana@é"})
  void refusesUnsafeCharacters(String user) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> behindTheAt.of(user))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void hasAtMost64Characters() {
    assertThat(behindTheAt.of("ana@" + "a".repeat(64))).hasSize(64);
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> behindTheAt.of("ana@" + "a".repeat(65)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[^@]+@.+"})
  void requiresARuleThatCompilesAndHasAGroup(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(pattern))
        .withMessageContaining("reprise.tenant.pattern");
  }

  private static TenantResolver with(String pattern) {
    return new TenantResolver(TestConfig.of("reprise.tenant.pattern", pattern));
  }
}
