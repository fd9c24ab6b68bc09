package dev.reprise.queue.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.JournalSettings;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.HandMadeFile;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.JdbcJournal;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.retention.EndedRuns;
import dev.reprise.operations.retention.RunEraser;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.queue.row.ImportedRun;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.Requester;
import dev.reprise.run.state.RunStatus;
import dev.reprise.telemetry.Telemetry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for runs from other installations. */
@EachDatabase
class ImportsTest extends RunsFixture {

  private static final AgentDefinition AGENT = Agents.agent("a").phase("one").build();
  private static final Requester BO = new Requester("bo", Optional.of(Role.OPERATOR));

  private final UUID run = UUID.randomUUID();
  private final EventEncoder recorder = Recorders.with(KEY, "", new RecordSettings());
  private final RecordHeader header = HandMadeFile.header(run, "default", "a", "{}");
  private RecordArchive archive;
  private JdbcJournal sealed;
  private Imports imports;

  @BeforeEach
  void imports() {
    archive = new RecordArchive(database(), recorder, KeySource.of(KeyRing.parse(KEY)));
    sealed =
        new JdbcJournal(
            database(),
            recorder,
            new StoreHealth(Clock.systemUTC()),
            new Telemetry(),
            new JournalSettings(),
            Thread::new,
            Outbox.NONE);
    imports = new Imports(archive, sealed, table, reasons, Clock.systemUTC());
  }

  @AfterEach
  void closeJournal() {
    sealed.close();
  }

  @Test
  void pausesARunThatAnotherInstallationMayStillExecute() throws Exception {
    ImportedRun imported = checked(begun());

    assertThat(imports.take(imported, BO)).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.PAUSED);
    assertThat(text("submitted_by", run)).as("it works for its importer").contains("bo");
    assertThat(text("submitter_role", run)).contains("OPERATOR");
    List<RecordedEvent> events = sealed.read(run, Position.START, 10);
    assertThat(events)
        .extracting(RecordedEvent::type)
        .containsExactly(
            "run.submitted", "run.labelled", "run.admitted", "phase.started", "run.imported");
    assertThat(row(run).head()).isEqualTo(events.getLast().position());
  }

  @Test
  void keepsTheLabelsOfARun() throws Exception {
    imports.take(checked(begun()), BO);

    assertThat(text("labels", run)).hasValueSatisfying(it -> assertThat(it).contains("team"));
    assertThat(
            table.rows("SELECT value FROM run_label WHERE run_id = ?", it -> it.text("value"), run))
        .containsExactly("red");
  }

  @Test
  void keepsTheEndOfARunAndThePersonForWhomItWorked() throws Exception {
    ImportedRun imported = checked(ended());

    assertThat(imports.take(imported, BO)).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(text("ended_at", run)).isPresent();
    assertThat(sealed.read(run, Position.START, 10)).hasSameSizeAs(ended());
  }

  @Test
  void takesARunOnlyOnce() throws Exception {
    ImportedRun imported = checked(begun());
    imports.take(imported, BO);

    assertThat(imports.take(imported, BO)).isFalse();
    assertThat(sealed.read(run, Position.START, 10)).hasSize(begun().size() + 1);
  }

  @Test
  void knowsThatARunWasErasedHere() throws Exception {
    imports.take(checked(ended()), BO);
    assertThat(imports.erasedAt("default", run)).isEmpty();

    var ended = new EndedRuns(table, TestDatabases.sizes(database()));
    assertThat(new RunEraser(table).erase(ended.find(run).orElseThrow()))
        .isEqualTo(RunEraser.Result.ERASED);

    assertThat(imports.erasedAt("default", run)).isPresent();
    assertThat(imports.erasedAt("other", run)).isEmpty();
  }

  @Test
  void refusesAHeaderThatDiffersFromTheRecord() {
    RunEvent elsewhere =
        Submissions.of(
            "a", header.agentVersion(), JsonValue.EMPTY_OBJECT, "another workspace", "ana");

    assertThatThrownBy(() -> checked(List.of(elsewhere)))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("workspace");
  }

  @Test
  void refusesARecordThatDoesNotBeginWithARun() {
    assertThatThrownBy(() -> checked(List.of(new PhaseEvent.Completed("one", "done"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must begin with a run");
  }

  private ImportedRun checked(List<RunEvent> events) throws Exception {
    byte[] file = HandMadeFile.of(header, KEY, events).getBytes(StandardCharsets.UTF_8);
    return imports.check(
        archive.read(offset -> new ByteArrayInputStream(file, (int) offset, file.length)), AGENT);
  }

  private List<RunEvent> begun() {
    return List.of(
        Submissions.of("a", header.agentVersion(), JsonValue.EMPTY_OBJECT, "test", "ana"),
        new ControlEvent.Labelled("ana", Map.of("team", "red")),
        new LifecycleEvent.Admitted("there#1", Instant.EPOCH),
        new PhaseEvent.Started("one", "go", Instant.EPOCH));
  }

  private List<RunEvent> ended() {
    List<RunEvent> events = new ArrayList<>(begun());
    events.add(new PhaseEvent.Completed("one", "done"));
    events.add(new LifecycleEvent.Completed("done"));
    return events;
  }
}
