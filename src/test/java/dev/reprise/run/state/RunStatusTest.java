package dev.reprise.run.state;

import static dev.reprise.run.state.RunStatus.CANCELLED;
import static dev.reprise.run.state.RunStatus.COMPLETED;
import static dev.reprise.run.state.RunStatus.DEAD_LETTER;
import static dev.reprise.run.state.RunStatus.FAILED;
import static dev.reprise.run.state.RunStatus.PAUSED;
import static dev.reprise.run.state.RunStatus.QUEUED;
import static dev.reprise.run.state.RunStatus.RUNNING;
import static dev.reprise.run.state.RunStatus.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunStatusTest {

  private static final Map<RunStatus, Set<RunStatus>> ALLOWED =
      Map.of(
          QUEUED, Set.of(RUNNING, PAUSED, CANCELLED, DEAD_LETTER),
          RUNNING, Set.of(QUEUED, WAITING, PAUSED, COMPLETED, FAILED, CANCELLED, DEAD_LETTER),
          WAITING, Set.of(QUEUED, PAUSED, CANCELLED),
          PAUSED, Set.of(QUEUED, PAUSED, CANCELLED),
          FAILED, Set.of(QUEUED),
          DEAD_LETTER, Set.of(QUEUED),
          COMPLETED, Set.of(),
          CANCELLED, Set.of());

  @ParameterizedTest
  @EnumSource
  void everyPairIsAllowedOrNot(RunStatus from) {
    for (RunStatus to : RunStatus.values()) {
      assertThat(from.leadsTo(to))
          .as("%s to %s", from, to)
          .isEqualTo(ALLOWED.getOrDefault(from, Set.of()).contains(to));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEndedStatusLeadsAtMostToTheQueue(RunStatus status) {
    boolean leadsOn =
        Arrays.stream(RunStatus.values()).filter(next -> next != QUEUED).anyMatch(status::leadsTo);

    assertThat(status.isEnded()).isNotEqualTo(leadsOn);
  }
}
