package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.approval.Submitter;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The server believes a run's row only where the run's record says the same. */
class RunIdentityTest {

  private static final UUID RUN = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final UUID ABOVE = UUID.fromString("00000000-0000-4000-8000-000000000002");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Limits LIMITS = new Limits(10, Duration.ofHours(1));
  private static final AgentDefinition AGENT = agent();
  private static final RunIdentity ROW = row("v1", "ana", Role.OPERATOR);

  private final MemoryJournal journal = new MemoryJournal(RUN);

  @Test
  void comesFromTheRecord() {
    record(submitted(Optional.of(Role.OPERATOR)));

    assertThat(as(ROW).state().assignment().submitter())
        .contains(new Submitter("ana", Role.OPERATOR));
  }

  @Test
  void namesThePartThatDiffers() {
    record(submitted(Optional.of(Role.OPERATOR)));
    var forged =
        Map.of(
            "tenant",
            new RunIdentity(
                "beta", "clerk", "v1", "here", "ana", ROW.submitterRole(), ROW.worksFor()),
            "agent",
            new RunIdentity(
                "acme", "thief", "v1", "here", "ana", ROW.submitterRole(), ROW.worksFor()),
            "agent_version",
            row("v2", "ana", Role.OPERATOR),
            "workspace",
            new RunIdentity(
                "acme", "clerk", "v1", "safe", "ana", ROW.submitterRole(), ROW.worksFor()),
            "submitted_by",
            row("v1", "eve", Role.OPERATOR),
            "submitter_role",
            row("v1", "ana", Role.ADMIN),
            "works_for",
            new RunIdentity(
                "acme", "clerk", "v1", "here", "ana", ROW.submitterRole(), Optional.empty()));

    assertThat(forged).hasSize(RunIdentity.class.getRecordComponents().length);
    forged.forEach(
        (column, row) ->
            assertThatThrownBy(() -> as(row))
                .as(column)
                .isInstanceOf(BrokenRecordException.class)
                .hasMessageStartingWith("%s of run %s is '".formatted(column, RUN)));
  }

  @Test
  void isKnownAfterACheckpointWithoutTheEventsBeforeIt() {
    record(submitted(Optional.of(Role.OPERATOR)));
    long checkpoint =
        new Claim(RUN, "acme", 0).checkpoint(journal, end(), folded().state()).await().sequence();
    ReplayedRun folded = ReplayedRun.from(journal, RUN, AGENT, Optional.of(checkpoint));

    assertThat(folded.as(RUN, ROW)).isEqualTo(folded);
    assertThatThrownBy(() -> folded.as(RUN, row("v2", "ana", Role.OPERATOR)))
        .isInstanceOf(BrokenRecordException.class);
    assertThatThrownBy(() -> folded.as(RUN, row("v1", "ana", Role.ADMIN)))
        .isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void changesWithAMigration() {
    record(
        submitted(Optional.of(Role.OPERATOR)),
        new ControlEvent.Migrated(
            "bo",
            NOW,
            "newer",
            List.of(),
            Optional.of(new ControlEvent.Migrated.Version("v1", "v2")),
            List.of()));

    as(row("v2", "ana", Role.OPERATOR));
    assertThatThrownBy(() -> as(ROW)).isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void isTheImportersAfterAnImport() {
    record(
        submitted(Optional.of(Role.OPERATOR)),
        new ControlEvent.Imported("boss", NOW, Optional.of(Role.ADMIN)));

    as(row("v1", "boss", Role.ADMIN));
    assertThatThrownBy(() -> as(ROW)).isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void isTheForksAndNotItsParents() {
    record(submitted(Optional.of(Role.ADMIN)));
    var point = new ForkPoint(RUN, end(), folded().state(), List.of());
    var fork =
        new NewFork(
            new UUID(0, 3),
            "acme",
            new AgentRef("clerk", "v3"),
            "here",
            0,
            new Requester("bo", Optional.of(Role.OPERATOR)),
            Optional.empty(),
            Optional.empty());
    RunState state = folded().state().apply(point.events(fork, NOW).getFirst());
    var folded = new ReplayedRun(state, Position.START, 0, "acme", 0);
    Optional<UUID> noParent = Optional.empty();

    folded.as(
        fork.id(),
        new RunIdentity("acme", "clerk", "v3", "here", "bo", fork.requester().role(), noParent));
    assertThatThrownBy(
            () ->
                folded.as(
                    fork.id(),
                    new RunIdentity(
                        "acme", "clerk", "v1", "here", "bo", fork.requester().role(), noParent)))
        .isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void isNotComparedWithAnOlderRecordThatLacksIt() {
    record(submitted(Optional.empty()));

    assertThatCode(() -> as(row("v1", "boss", Role.ADMIN))).doesNotThrowAnyException();
    assertThatThrownBy(() -> as(row("v2", "boss", Role.ADMIN)))
        .isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void anImpossibleEventBreaksTheRecord() {
    record(
        submitted(Optional.empty()),
        new PhaseEvent.Failed("other", new Failure("trouble", "as it happens")));

    assertThatThrownBy(this::folded)
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2: does not follow the events before it");
  }

  @Test
  void anEventOfAnotherTenantBreaksTheRecord() {
    record(submitted(Optional.empty()));
    append("beta", new LifecycleEvent.Admitted("s", NOW));

    assertThatThrownBy(this::folded)
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2: is of another tenant than the events before it");
  }

  private ReplayedRun as(RunIdentity row) {
    return folded().as(RUN, row);
  }

  private ReplayedRun folded() {
    return ReplayedRun.from(journal, RUN, AGENT);
  }

  private Position end() {
    return journal.position(RUN, journal.events().size());
  }

  private void record(RunEvent... events) {
    append("acme", events);
  }

  private void append(String tenant, RunEvent... events) {
    journal.append(new Writer(RUN, tenant, 0), end(), List.of(events)).await();
  }

  private static RunEvent submitted(Optional<Role> role) {
    return new LifecycleEvent.Submitted(
        "clerk",
        "v1",
        JsonValue.EMPTY_OBJECT,
        "here",
        "ana",
        List.of(),
        Optional.of(new Delegation(ABOVE, "c", 1, 5, NOW)),
        role);
  }

  private static RunIdentity row(String version, String by, Role role) {
    return new RunIdentity(
        "acme", "clerk", version, "here", by, Optional.of(role), Optional.of(ABOVE));
  }

  private static AgentDefinition agent() {
    return Agents.agent("clerk").phase("only", LIMITS).limits(LIMITS).build();
  }
}
