package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.TestConfig;
import dev.reprise.platform.server.NamedServers;
import dev.reprise.queue.QueueReservations;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRows;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.decision.ProcessDeaths;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run that servers died with starts where nothing else is at work. */
@QuietLog
class ExclusiveStartsTest {

  private static final RunRow SUSPECT = row(1, new ProcessDeaths(2, 2));
  private static final RunRow OTHER_SUSPECT = row(2, new ProcessDeaths(3, 2));
  private static final RunRow ORDINARY = row(3, ProcessDeaths.NONE);

  private final ManualClock clock = new ManualClock(Engine.START);
  private final Drained active = new Drained();
  private final Queue queue = new Queue();
  private final Reservations reservations = new Reservations();
  private final ExclusiveStarts starts =
      new ExclusiveStarts(
          queue,
          reservations,
          active,
          new EngineSettings(TestConfig.of(Map.of())),
          NamedServers.on("here", Optional.empty()),
          clock);

  @Test
  void startsOrdinaryRunsWhereThereAreNoOthers() {
    queue.due = List.of(ORDINARY);

    assertThat(starts.reserve(5)).containsExactly(ORDINARY);
  }

  @Test
  void startsASuspectAloneAtOnceOnAnIdleServer() {
    queue.due = List.of(ORDINARY);
    reservations.due.add(SUSPECT);

    assertThat(starts.reserve(5)).containsExactly(SUSPECT);
    assertThat(active.drained).isZero();
  }

  @Test
  void handsOverWhatIsAtWorkBeforeItStartsASuspect() {
    hold(ORDINARY);
    queue.due = List.of(ORDINARY);
    reservations.due.add(SUSPECT);
    assertThat(starts.reserve(5)).as("another server may be idle").containsExactly(ORDINARY);

    reservations.isOverdue = true;
    clock.moveTo(clock.instant().plusSeconds(1)); // it looks once a second
    assertThat(starts.reserve(5)).isEmpty();
    assertThat(starts.reserve(5)).isEmpty();
    assertThat(active.drained).isEqualTo(2);

    active.started(ORDINARY.id());
    assertThat(starts.reserve(5)).containsExactly(SUSPECT);
  }

  @Test
  void looksForASuspectThoughTheClockWasSetBack() {
    hold(ORDINARY);
    starts.reserve(5);
    reservations.due.add(SUSPECT);
    reservations.isOverdue = true;

    clock.moveTo(clock.instant().minusSeconds(3600));

    assertThat(starts.reserve(5)).isEmpty();
    assertThat(active.drained).isEqualTo(1);
  }

  @Test
  void letsASuspectGoThatAnotherServerHasTaken() {
    hold(ORDINARY);
    reservations.due.add(SUSPECT);
    reservations.isOverdue = true;
    starts.reserve(5);

    reservations.isKept = false;
    active.drained = 0;
    starts.reserve(5);

    assertThat(active.drained).isZero();
  }

  @Test
  void givesOrdinaryRunsATurnAfterASuspect() {
    reservations.due.add(SUSPECT);
    reservations.due.add(OTHER_SUSPECT);
    queue.due = List.of(ORDINARY);
    starts.reserve(5);

    assertThat(starts.reserve(5)).containsExactly(ORDINARY);
    clock.moveTo(clock.instant().plusSeconds(9));
    assertThat(starts.reserve(5)).containsExactly(ORDINARY);
    clock.moveTo(clock.instant().plusSeconds(1));
    assertThat(starts.reserve(5)).containsExactly(OTHER_SUSPECT);
  }

  @Test
  void startsTheNextSuspectAtOnceIfThereIsNothingElseToDo() {
    reservations.due.add(SUSPECT);
    reservations.due.add(OTHER_SUSPECT);
    starts.reserve(5);

    assertThat(starts.reserve(5)).containsExactly(OTHER_SUSPECT);
  }

  @Test
  void startsNothingBesideASuspect() {
    hold(SUSPECT);

    assertThat(active.room(5)).isZero();
  }

  private void hold(RunRow row) {
    active.starting(row, Instant.MAX);
  }

  private static final class Drained extends ActiveRuns {
    private int drained;

    @Override
    public void drain() {
      drained++;
    }
  }

  private static final class Queue extends RunQueue {
    private List<RunRow> due = List.of();

    @SuppressWarnings("NullAway") // nothing that is overridden uses them
    Queue() {
      super(null, null, null, null, null, null, null, null);
    }

    @Override
    public List<RunRow> reserve(String owner, Duration lease, int limit) {
      return due;
    }
  }

  private static final class Reservations extends QueueReservations {
    private final Deque<RunRow> due = new ArrayDeque<>();
    private boolean isOverdue;
    private boolean isKept = true;

    @SuppressWarnings("NullAway") // nothing that is overridden uses them
    Reservations() {
      super(null, null, null);
    }

    @Override
    public Optional<RunRow> takeAlone(String owner, Duration lease, Duration time) {
      return time.isZero() || isOverdue ? Optional.ofNullable(due.poll()) : Optional.empty();
    }

    @Override
    public boolean keep(UUID run, String owner, Duration lease) {
      return isKept;
    }
  }

  private static RunRow row(long id, ProcessDeaths deaths) {
    return RunRows.queued(new UUID(0, id), new HolderFailures(0, deaths, Optional.empty()));
  }
}
