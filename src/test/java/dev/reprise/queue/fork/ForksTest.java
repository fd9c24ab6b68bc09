package dev.reprise.queue.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Role;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Tables;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.inbox.PostedMessage;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.queue.row.TestRun;
import dev.reprise.run.AgentRef;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Requester;
import dev.reprise.run.state.RunStatus;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for forks of runs. */
@EachDatabase
class ForksTest extends RunsFixture {

  private static final Failure FAILURE = new Failure("busy", "later");
  private static final AgentDefinition FORKED_AGENT =
      Agents.agent("agent").phase("only", "put").build();

  private Forks forks;

  @BeforeEach
  void forks() {
    forks = new Forks(table, journal, messages, due, limit, Clock.systemUTC());
  }

  @Test
  void queuesAForkThatContinuesFromItsParentAndLeavesTheParentUnchanged() {
    UUID run = queued();
    admitted(run, HERE);
    RunRow before = row(run);

    UUID fork = forked(run, 2, Optional.of("this way"));

    assertThat(queue.reserve(THERE, LEASE, 5)).extracting(RunRow::id).containsExactly(fork);
    assertThat(signals).hasValue(2);
    assertThat(events(fork)).containsExactly("run.forked");
    assertThat(row(fork).messages()).isEqualTo(1);
    assertThat(messages.after(fork, 0))
        .extracting(PostedMessage::number, PostedMessage::by, PostedMessage::text)
        .containsExactly(tuple(1L, "bo", "this way"));
    ReplayedRun folded = ReplayedRun.from(journal, fork, FORKED_AGENT);
    assertThat(folded.head()).isEqualTo(row(fork).head());
    assertThat(folded.state().assignment().input()).isEqualTo(new JsonValue("{}"));
    assertThat(row(run)).isEqualTo(before);
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted");
    assertThat(admitted(fork, THERE).claim().run()).isEqualTo(fork);
  }

  @Test
  void countsTheGenerationsOfForks() {
    UUID run = queued();
    UUID fork = forked(run, 1, Optional.empty());
    UUID again = forked(fork, 1, Optional.empty());

    assertThat(List.of(run, fork, again)).extracting(forks::generation).containsExactly(0, 1, 2);
  }

  @Test
  void detectsAParentThatWasTamperedWithAfterTheFork() throws SQLException {
    UUID run = queued();
    UUID fork = forked(run, 1, Optional.empty());
    execute(
        "UPDATE event SET payload = %s WHERE run_id = ?"
            .formatted(new Tables(database()).payload("{}")),
        run);

    assertThatThrownBy(() -> ReplayedRun.from(journal, fork, FORKED_AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining(run.toString());
  }

  @Test
  void deletesNoRunThatAForkNeeds() throws SQLException {
    UUID run = queued();
    UUID fork = forked(run, 1, Optional.empty());

    execute("DELETE FROM event");
    assertThatThrownBy(() -> execute("DELETE FROM run WHERE id = ?", run))
        .isInstanceOf(SQLException.class);
    execute("DELETE FROM run WHERE id = ?", fork);
    execute("DELETE FROM run WHERE id = ?", run);
  }

  @Test
  void storesNoMessageOfAForkThatFails() {
    UUID run = queued();
    ForkPoint point = point(run, 1);
    var unknown = new ForkPoint(UUID.randomUUID(), point.at(), point.before(), point.calls());
    NewFork fork = newFork(Optional.of("this way"));

    assertThatThrownBy(() -> forks.add(fork, unknown))
        .isInstanceOf(JournalUnavailableException.class);

    assertThat(messages.after(fork.id(), 0)).isEmpty();
    assertThat(forks.generation(fork.id())).isZero();
  }

  @Test
  void keepsTheRoleOfTheUserWhoSubmitsOrForksARun() throws SQLException {
    UUID run = UUID.randomUUID();
    queue.add(
        new NewRun(run, "default", "surveyor", "v", new JsonValue("{}"), "workspace", "ana")
            .submittedAs(Optional.of(Role.ADMIN))
            .withPriority(1));
    NewFork fork = newFork(Optional.empty(), Optional.of(Role.OPERATOR));
    forks.add(fork, point(run, 1));

    assertThat(submitterRole(run)).contains(Role.ADMIN);
    assertThat(submitterRole(fork.id())).as("of its own").contains(Role.OPERATOR);
    assertThat(submitterRole(queued())).isEmpty();
    assertThat(submitterRole(forked(run, 1, Optional.empty()))).as("not the run's").isEmpty();
  }

  @Test
  void addsUpWhatTheModelUsedAfterTheEventOfTheFork() {
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);
    ModelId model = Replies.MODEL;
    List<RunEvent> later =
        List.of(
            new PhaseEvent.Started("only", "go", Instant.EPOCH),
            Replies.of("only", 1, "thinking", List.of(), new Usage(10, 1)),
            new ModelEvent.TranscriptCompacted(
                "only", 1, 1, "in short", new Usage(20, 2), model, Optional.of(usd("0.5"))),
            new ModelEvent.CompactionFailed(
                "only", 1, FAILURE, new Usage(40, 4), Optional.of(model), Optional.of(usd("0.25"))),
            new ModelEvent.CompactionFailed(
                "only", 1, FAILURE, new Usage(80, 8), Optional.empty(), Optional.empty()));
    Position end = journal.append(admitted.claim().writer(), admitted.head(), later).await();
    var parent = new TestRun(run, RunStatus.RUNNING, end.sequence());

    Forks.Spent spent = forks.usageAfter(parent, point(run, 2));

    assertThat(spent.modelReplies()).isEqualTo(1);
    assertThat(spent.usage()).as("of what had a reply").isEqualTo(new Usage(70, 7));
    assertThat(spent.cost()).isEqualTo(new TotalCost(new BigDecimal("0.75"), "USD", 1));
    assertThat(forks.usageAfter(parent, point(run, 4)).usage()).isEqualTo(new Usage(60, 6));
  }

  @Test
  void letsAPersonDecideAboutACallThatBothRunsMightMake() {
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);
    Position end =
        journal
            .append(
                admitted.claim().writer(),
                admitted.head(),
                List.of(
                    new PhaseEvent.Started("only", "go", Instant.EPOCH),
                    Replies.of(
                        "only",
                        1,
                        "",
                        List.of(new ToolCall("c", "put", JsonValue.EMPTY_OBJECT)),
                        new Usage(1, 1))))
            .await();

    var running = new TestRun(run, RunStatus.RUNNING, end.sequence());
    var ended = new TestRun(run, RunStatus.CANCELLED, end.sequence());

    assertThat(inherited(running, EffectClass.ONCE)).as("may be under way").hasSize(1);
    assertThat(inherited(running, EffectClass.IDEMPOTENT)).isEmpty();
    assertThat(inherited(ended, EffectClass.ONCE)).isEmpty();
  }

  /** Returns what a fork of the run's newest event records of the open call. */
  private List<ToolCallEvent> inherited(Run run, EffectClass effect) {
    return forks
        .at(run, run.lastSequence(), FORKED_AGENT, tool -> Optional.of(effect))
        .calls()
        .getFirst()
        .events();
  }

  private Optional<Role> submitterRole(UUID run) throws SQLException {
    return text("submitter_role", run).map(Role::valueOf);
  }

  private static Cost usd(String amount) {
    return new Cost(new BigDecimal(amount), "USD", LocalDate.EPOCH);
  }

  private UUID forked(UUID run, long sequence, Optional<String> message) {
    NewFork fork = newFork(message);
    forks.add(fork, point(run, sequence));
    return fork.id();
  }

  private static NewFork newFork(Optional<String> message) {
    return newFork(message, Optional.empty());
  }

  private static NewFork newFork(Optional<String> message, Optional<Role> role) {
    return new NewFork(
        UUID.randomUUID(),
        "default",
        new AgentRef("surveyor", "v"),
        "workspace",
        0,
        new Requester("bo", role),
        Optional.of("another way"),
        message);
  }

  private ForkPoint point(UUID run, long sequence) {
    return ForkPoint.read(
        journal,
        new ForkPoint.Parent(run, FORKED_AGENT, false),
        sequence,
        tool -> Optional.empty());
  }
}
