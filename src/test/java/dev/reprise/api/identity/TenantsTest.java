package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.Refusal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's tenant follows from the name by one rule. */
class TenantsTest {

  private final Tenants behindTheAt = new Tenants(Optional.of("[^@]+@(.+)"));

  @Test
  void isTheFirstGroup() {
    assertThat(behindTheAt.of("ana@acme")).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "@acme", "ana@", "ana@acme@beta\n", ""})
  void refusesNamesThatDoNotMatch(String user) {
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(() -> behindTheAt.of(user))
        .returns(ProblemType.UNUSABLE_TENANT, Refusal::type);
  }

  @Test
  void isTheSameWhateverTheCaseOfTheName() {
    assertThat(behindTheAt.of("Ana@ACME")).isEqualTo("acme");
  }

  @Test
  void isTheDefaultWhereTheRuleMatchesWithoutItsGroup() {
    assertThat(new Tenants(Optional.of("[^@]+@(.+)|admin")).of("admin")).isEqualTo("default");
    assertThat(new Tenants(Optional.of("(?:(.+)/)?.+")).of("ana")).isEqualTo("default");
  }

  @Test
  void isTheDefaultForAllWithoutARule() {
    assertThat(new Tenants(Optional.empty()).of("ana@acme")).isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana@a b", "ana@../acme", "ana@-", "ana@é"})
  void hasSafeCharacters(String user) {
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(() -> behindTheAt.of(user))
        .returns(ProblemType.UNUSABLE_TENANT, Refusal::type);
  }

  @Test
  void hasAtMost64Characters() {
    assertThat(behindTheAt.of("ana@" + "a".repeat(64))).hasSize(64);
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(() -> behindTheAt.of("ana@" + "a".repeat(65)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[^@]+@.+"})
  void needsARuleThatCompilesAndHasAGroup(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tenants(Optional.of(pattern)))
        .withMessageContaining("reprise.tenant.pattern");
  }
}
