package dev.reprise.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.definition.AgentVersions;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Submissions;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.schedule.DueTimes;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringId;
import dev.reprise.schedule.FiringState;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.FiringTrigger;
import dev.reprise.schedule.KeptSchedules;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What further runs of a schedule are expected to cost. */
@SuppressWarnings("NullAway") // nothing that is overridden uses what the fakes lack
class ScheduleCostsTest {

  private static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");
  private static final AgentDefinition CLERK = Agents.agent("clerk").phase("only").build();

  private final KeptSchedules schedules = new KeptSchedules();
  private final Map<UUID, Optional<Cost>> costs = new HashMap<>();

  @Test
  void areThoseOfTheRunsThatHaveEndedOnAverage() {
    fired(Optional.of(DUE), dollars("0.10"));
    fired(Optional.of(DUE), dollars("0.25"));
    fired(Optional.empty(), dollars("9"));

    assertThat(expected(4)).contains(new ScheduleCosts.ExpectedCost(new BigDecimal("0.7000"), 2));
  }

  @Test
  void leaveOutRunsOfUnknownCost() {
    fired(Optional.of(DUE), Optional.empty());
    assertThat(expected(4)).isEmpty();

    fired(Optional.of(DUE), dollars("0.00001"));
    assertThat(expected(1))
        .as("rounded up")
        .contains(new ScheduleCosts.ExpectedCost(new BigDecimal("0.0001"), 1));
  }

  @Test
  void areThoseOfTheNewestTenRuns() {
    for (int i = 0; i < 10; i++) {
      fired(Optional.of(DUE), dollars("1"));
    }
    fired(Optional.of(DUE), dollars("100"));

    assertThat(expected(1)).contains(new ScheduleCosts.ExpectedCost(new BigDecimal("1.0000"), 10));
  }

  private Optional<ScheduleCosts.ExpectedCost> expected(int count) {
    var runs =
        new Runs(null, null) {
          @Override
          public Optional<Run> find(UUID id) {
            return Optional.of(new Row(id));
          }

          @Override
          public ReplayedRun fold(Run run, AgentDefinition agent) {
            return new ReplayedRun(state(run.id()), Position.START, 0, "acme", 0);
          }
        };
    var versions =
        new AgentVersions(null, null) {
          @Override
          public AgentDefinition load(String tenant, String hash) {
            return CLERK;
          }
        };
    return new ScheduleCosts(schedules, runs, versions).of(null, count);
  }

  private RunState state(UUID run) {
    Optional<Cost> cost = Objects.requireNonNull(costs.get(run));
    return RunState.of(CLERK)
        .apply(Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new LifecycleEvent.Admitted("here#1", DUE))
        .apply(new PhaseEvent.Started("only", "go", DUE))
        .apply(
            new ModelEvent.Replied(
                "only",
                1,
                List.of(),
                new Usage(3, 4),
                Optional.empty(),
                new ModelId("acme", "large"),
                cost,
                Optional.empty()));
  }

  private void fired(Optional<Instant> ended, Optional<Cost> cost) {
    var id = UUID.randomUUID();
    costs.put(id, cost);
    schedules.fired(
        new Firing(
            new FiringId(id, new UUID(0, 1), "acme", "clerk"),
            new DueTimes(DUE, DUE, 1, FiringTrigger.CLOCK),
            new FiringState(
                FiringStatus.ACTIVE, Optional.empty(), 1, DUE, Optional.of(DUE), ended, false),
            Optional.empty()));
  }

  private static Optional<Cost> dollars(String amount) {
    return Optional.of(new Cost(new BigDecimal(amount), "USD", LocalDate.of(2026, 1, 1)));
  }

  private static final class Row extends Run {

    private final UUID id;

    Row(UUID id) {
      this.id = id;
    }

    @Override
    public UUID id() {
      return id;
    }

    @Override
    public String tenant() {
      return "acme";
    }

    @Override
    public String agentVersion() {
      return "v";
    }
  }
}
