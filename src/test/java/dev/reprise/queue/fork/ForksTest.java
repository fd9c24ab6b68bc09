package dev.reprise.queue.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Tables;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.inbox.PostedMessage;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.AgentRef;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Requester;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for forks of runs. */
@EachDatabase
class ForksTest extends RunsFixture {

  private static final AgentDefinition FORKED_AGENT = Agents.agent("agent").phase("only").build();

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

  private Optional<Role> submitterRole(UUID run) throws SQLException {
    return text("submitter_role", run).map(Role::valueOf);
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
