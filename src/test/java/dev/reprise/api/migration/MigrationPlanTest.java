package dev.reprise.api.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.PinnedTool;
import dev.reprise.journal.Position;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The digest of a migration depends on what it would pin and accept, and on nothing else. */
class MigrationPlanTest {

  private static final Difference SMALL = new Difference("tools.put", "has another description");
  private static final Difference LARGE = new Difference("tools.put", "has the effect class ONCE");

  @Test
  void changesItsDigestIfSomethingElseWouldBeAcceptedOrPinned() {
    MigrationPlan shown = plan("1", SMALL);

    assertThat(shown.digest())
        .isEqualTo(plan("1", SMALL).digest())
        .isNotEqualTo(plan("1", LARGE).digest())
        .isNotEqualTo(plan("2", SMALL).digest());
  }

  @Test
  void isRequestedByItsDigestOrWithoutOne() {
    MigrationPlan shown = plan("1", SMALL);

    assertThat(request(shown.digest()).namesAnotherThan(plan("1", SMALL))).isFalse();
    assertThat(request(shown.digest()).namesAnotherThan(plan("2", LARGE))).isTrue();
    assertThat(new MigrationRequest(null, "safe", null, null).namesAnotherThan(shown)).isFalse();
  }

  private static MigrationRequest request(String plan) {
    return new MigrationRequest(null, "safe", null, plan);
  }

  private static MigrationPlan plan(String tool, Difference difference) {
    var put = new PinnedTool("put", EffectClass.IDEMPOTENT, tool, "d", "a");
    return new MigrationPlan(
        Position.START, List.of(put), List.of(difference), Optional.empty(), List.of());
  }
}
