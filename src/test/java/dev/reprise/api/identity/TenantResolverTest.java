package dev.reprise.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.fixture.TestConfig;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One rule derives a user's tenant from the name. */
class TenantResolverTest {

  private final TenantResolver afterTheAt = with("[^@]+@(.+)");

  @Test
  void isTheFirstGroup() {
    assertThat(afterTheAt.ofUser("ana@acme")).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "@acme", "ana@", "ana@acme@beta\n", ""})
  void refusesNamesThatDoNotMatch(String user) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> afterTheAt.ofUser(user))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void ignoresTheCaseOfTheName() {
    assertThat(afterTheAt.ofUser("Ana@ACME")).isEqualTo("acme");
  }

  @Test
  void isTheDefaultIfTheRuleMatchesWithoutItsGroup() {
    assertThat(with("[^@]+@(.+)|admin").ofUser("admin")).isEqualTo("default");
    assertThat(with("(?:(.+)/)?.+").ofUser("ana")).isEqualTo("default");
  }

  @Test
  void isTheDefaultForAllWithoutARule() {
    assertThat(new TenantResolver(TestConfig.empty()).ofUser("ana@acme")).isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana@a b", "ana@../acme", "ana@-", "ana@é"})
  void refusesUnsafeCharacters(String user) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> afterTheAt.ofUser(user))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void hasAtMost64Characters() {
    assertThat(afterTheAt.ofUser("ana@" + "a".repeat(64))).hasSize(64);
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> afterTheAt.ofUser("ana@" + "a".repeat(65)));
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

    assertThat(claim.ofToken("ana", token("{\"org\": \"Acme\"}"))).isEqualTo("acme");
    assertThat(new TenantResolver(TestConfig.empty()).ofToken("ana", token("{\"org\": \"acme\"}")))
        .isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"org\": 1}", "{\"org\": \"\"}", "{\"org\": \"a b\"}", "[]", "no JSON"})
  void refusesATokenWhoseClaimIsNoTenant(String claims) {
    var claim = new TenantResolver(TestConfig.of("reprise.tenant.claim", "org"));

    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> claim.ofToken("ana", token(claims)))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void refusesUsersOfTheRegistryIfOnlyAClaimSaysWhatTheTenantIs() {
    var claim = new TenantResolver(TestConfig.of("reprise.tenant.claim", "org"));

    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> claim.ofUser("ana"))
        .returns(ProblemType.UNUSABLE_TENANT, ProblemException::type);
  }

  @Test
  void isByThePatternForUsersOfTheRegistryIfAClaimIsForTokens() {
    var both =
        new TenantResolver(
            TestConfig.of(
                Map.of(
                    "reprise.tenant.claim", "org",
                    "reprise.tenant.pattern", "[^@]+@(.+)|admin")));

    assertThat(both.ofUser("admin")).isEqualTo("default");
    assertThat(both.ofUser("ana@acme")).isEqualTo("acme");
    assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> both.ofUser("ana"));
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> both.ofToken("admin", token("{}")));
  }

  private static TokenClaims token(String claims) {
    String body = Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8));
    return TokenClaims.of("head." + body + ".signature");
  }

  private static TenantResolver with(String pattern) {
    return new TenantResolver(TestConfig.of("reprise.tenant.pattern", pattern));
  }
}
