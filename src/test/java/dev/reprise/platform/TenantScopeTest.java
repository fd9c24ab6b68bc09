package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.fixture.TestConfig;
import dev.reprise.platform.settings.Setting;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantScopeTest {

  private static final String PROPERTY = "reprise.workspaces.files.tenants";
  private static final Setting<TenantScope> SETTING = TenantScope.setting(PROPERTY, "it");

  private static TenantScope configured(String value) {
    return TenantScope.of(TestConfig.of(PROPERTY, value), SETTING);
  }

  private static TenantScope written(String json) {
    return TenantScope.of(Json.read(json));
  }

  @Test
  void includesNamedTenants() {
    TenantScope scope = configured("acme, beta");

    assertThat(scope.includes("acme")).isTrue();
    assertThat(scope.includes("beta")).isTrue();
    assertThat(scope.includes("gamma")).isFalse();
    assertThat(written("[\"acme\", \"beta\"]")).isEqualTo(scope);
  }

  @Test
  void includesAllTenantsForAStar() {
    assertThat(configured("*")).isEqualTo(TenantScope.ALL);
    assertThat(written("\"*\"")).isEqualTo(TenantScope.ALL);
    assertThat(written("[\"*\"]")).isEqualTo(TenantScope.ALL);
    assertThat(TenantScope.ALL.includes("gamma")).isTrue();
  }

  @Test
  void includesAllTenantsUnlessUsersAreDividedIntoTenants() {
    var divided = TestConfig.of("reprise.tenant.pattern", "[^@]+@(.+)");

    assertThat(TenantScope.of(TestConfig.empty(), SETTING)).isEqualTo(TenantScope.ALL);
    assertThat(TenantScope.of(divided, SETTING)).isEqualTo(TenantScope.NONE);
    assertThat(TenantScope.NONE.includes("acme")).isFalse();
  }

  @Test
  void ignoresCaseInNames() {
    assertThat(configured("ACME").includes("acme")).isTrue();
  }

  @Test
  void coversAScopeOfWhichItHasAllTenants() {
    TenantScope acme = configured("acme");
    TenantScope both = configured("acme,beta");

    assertThat(both.covers(acme)).isTrue();
    assertThat(acme.covers(both)).isFalse();
    assertThat(acme.covers(TenantScope.ALL)).isFalse();
    assertThat(TenantScope.ALL.covers(both)).isTrue();
    assertThat(acme.covers(TenantScope.NONE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "acme,*", "../x", "acme;beta", "é", "**"})
  void refusesValuesThatNameNoTenant(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> configured(value))
        .withMessageStartingWith(PROPERTY + " must be tenants, comma separated, or *, not '");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[]", "\"acme\"", "{}", "true", "null", "[1]", "[\"a b\"]", "[\"*\", \"acme\"]"})
  void refusesMembersThatNameNoTenant(String json) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> written(json))
        .withMessageStartingWith("must be '*' for all tenants, or a list of tenants");
  }

  @Test
  void distinguishesNamesFromOtherTexts() {
    assertThat(TenantScope.isName("a".repeat(64))).isTrue();
    assertThat(Set.of("", "*", "Acme", "-a", "a".repeat(65))).noneMatch(TenantScope::isName);
  }
}
