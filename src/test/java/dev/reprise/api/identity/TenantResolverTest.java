package dev.reprise.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.fixture.TestConfig;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One rule derives a user's tenant from the name. */
class TenantResolverTest {

  private final TenantResolver afterTheAt = with("[^@]+@(.+)");

  @Test
  void isTheFirstGroup() {
    assertThat(afterTheAt.of("ana@acme", Optional.empty())).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "@acme", "ana@", "ana@acme@beta\n", ""})
  void refusesNamesThatDoNotMatch(String user) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> afterTheAt.of(user, Optional.empty()))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void ignoresTheCaseOfTheName() {
    assertThat(afterTheAt.of("Ana@ACME", Optional.empty())).isEqualTo("acme");
  }

  @Test
  void isTheDefaultIfTheRuleMatchesWithoutItsGroup() {
    assertThat(with("[^@]+@(.+)|admin").of("admin", Optional.empty())).isEqualTo("default");
    assertThat(with("(?:(.+)/)?.+").of("ana", Optional.empty())).isEqualTo("default");
  }

  @Test
  void isTheDefaultForAllWithoutARule() {
    assertThat(new TenantResolver(TestConfig.empty()).of("ana@acme", Optional.empty()))
        .isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana@a b", "ana@../acme", "ana@-", "ana@é"})
  void refusesUnsafeCharacters(String user) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> afterTheAt.of(user, Optional.empty()))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void hasAtMost64Characters() {
    assertThat(afterTheAt.of("ana@" + "a".repeat(64), Optional.empty())).hasSize(64);
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> afterTheAt.of("ana@" + "a".repeat(65), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[^@]+@.+"})
  void requiresARuleThatCompilesAndHasAGroup(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(pattern))
        .withMessageContaining("reprise.tenant.pattern");
  }

  @Test
  void isTheClaimOfATokenIfThereIsARuleForIt() {
    var claim = new TenantResolver(TestConfig.of("reprise.tenant.claim", "org"));

    assertThat(claim.of("ana", token("{\"org\": \"Acme\"}"))).isEqualTo("acme");
    assertThat(claim.of("ana", Optional.empty())).isEqualTo("default");
    assertThat(new TenantResolver(TestConfig.empty()).of("ana", token("{\"org\": \"acme\"}")))
        .isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"org\": 1}", "{\"org\": \"\"}", "{\"org\": \"a b\"}", "[]", "no JSON"})
  void refusesATokenWhoseClaimIsNoTenant(String claims) {
    var claim = new TenantResolver(TestConfig.of("reprise.tenant.claim", "org"));

    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> claim.of("ana", token(claims)))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  private static Optional<String> token(String claims) {
    String body = Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8));
    return Optional.of("head." + body + ".signature");
  }

  private static TenantResolver with(String pattern) {
    return new TenantResolver(TestConfig.of("reprise.tenant.pattern", pattern));
  }
}
