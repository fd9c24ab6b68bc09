package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Roles include others and have the server's names. */
class RoleTest {

  @Test
  void includeThoseWhoseRightsTheyHave() {
    assertThat(Role.values()).filteredOn(Role.VIEWER::includes).containsExactly(Role.VIEWER);
    assertThat(Role.values())
        .filteredOn(Role.AUDITOR::includes)
        .containsExactly(Role.VIEWER, Role.AUDITOR);
    assertThat(Role.values())
        .filteredOn(Role.OPERATOR::includes)
        .containsExactly(Role.VIEWER, Role.SUBMITTER, Role.APPROVER, Role.OPERATOR);
    assertThat(Role.values()).allMatch(Role.ADMIN::includes);
  }

  @Test
  void ofAUserAreThoseThatTheServerKnows() {
    assertThat(Role.held(Set.of("viewer", "operator", "runner")::contains))
        .containsExactly(Role.VIEWER, Role.OPERATOR);
    assertThat(Role.held(Set.of("runner", "ADMIN")::contains)).isEmpty();
  }

  @Test
  void theHighestIsTheLastOfTheirOrder() {
    assertThat(Role.highest(Set.of(Role.VIEWER, Role.OPERATOR, Role.APPROVER)))
        .contains(Role.OPERATOR);
    assertThat(Role.highest(Set.of())).isEmpty();
  }

  @Test
  void isFoundByItsNameAlone() {
    assertThat(Role.values()).allSatisfy(it -> assertThat(Role.named(it.roleName())).contains(it));
    assertThat(Role.named("admin")).contains(Role.ADMIN);
    assertThat(Role.named("ADMIN")).isEmpty();
    assertThat(Role.named("boss")).isEmpty();
  }
}
