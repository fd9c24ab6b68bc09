package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Roles include weaker roles and have the server's names. */
class RoleTest {

  @Test
  void eachIncludesItselfAndTheWeakerOnes() {
    assertThat(Role.values()).filteredOn(Role.VIEWER::includes).containsExactly(Role.VIEWER);
    assertThat(Role.values())
        .filteredOn(Role.OPERATOR::includes)
        .containsExactly(Role.VIEWER, Role.APPROVER, Role.OPERATOR);
    assertThat(Role.values()).allMatch(Role.ADMIN::includes);
  }

  @Test
  void theHighestRoleOfAUserCounts() {
    assertThat(Role.highest(Set.of("viewer", "operator", "runner")::contains))
        .contains(Role.OPERATOR);
    assertThat(Role.highest(Set.of("admin")::contains)).contains(Role.ADMIN);
    assertThat(Role.highest(Set.of("runner", "ADMIN")::contains)).isEmpty();
  }

  @Test
  void isFoundByItsNameAlone() {
    assertThat(Role.values()).allSatisfy(it -> assertThat(Role.named(it.roleName())).contains(it));
    assertThat(Role.named("admin")).contains(Role.ADMIN);
    assertThat(Role.named("ADMIN")).isEmpty();
    assertThat(Role.named("boss")).isEmpty();
  }
}
