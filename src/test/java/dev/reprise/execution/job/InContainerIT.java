package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Transcript;
import dev.reprise.api.http.ProblemMapper;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.run.RunView;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.execution.ModelGateway;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.platform.ExecutionThreads.ForLaunches;
import dev.reprise.platform.ExecutionThreads.ForWorkers;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.Labels;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.server.TestWar;
import jakarta.inject.Inject;
import jakarta.persistence.Column;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.EmbeddableType;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.naming.InitialContext;
import javax.sql.DataSource;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests what only the server provides, from inside it: each test runs within the built application,
 * beside its beans.
 */
@ExtendWith(ArquillianExtension.class)
class InContainerIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CALLS = 2;
  private static final int VOLUME = 10;

  private static final String BOUNDS =
      """
      reprise.bound.model.calls=%d
      reprise.bound.model.seconds=3
      reprise.dispatch.as-jobs=always
      dev.reprise.execution.ModelGateway/reply/CircuitBreaker/requestVolumeThreshold=%d
      dev.reprise.execution.ModelGateway/reply/CircuitBreaker/delay=1
      """
          .formatted(CALLS, VOLUME);

  private static final String AGENT =
      """
      name: held
      description: Answers when it may.
      phases:
        - {name: first, prompt: Go.}
        - {name: second, prompt: Go on.}
      model: {provider: held}
      """;

  @Inject ModelGateway gateway;
  @Inject BlockingModel model;
  @Inject AgentReader reader;
  @Inject AgentVersions versions;
  @Inject RunQueue queue;
  @Inject Runs runs;
  @Inject JobTables jobs;
  @Inject Journal journal;
  @Inject DataSource database;
  @Inject UserTransaction transaction;
  @Inject @ForCalls ExecutorService calls;
  @Inject @ForLaunches ExecutorService launches;
  @Inject @ForWorkers ExecutorService workers;
  @Inject Entities entities;

  @Deployment
  static WebArchive deployment() {
    return TestWar.withTests(BOUNDS).addClasses(BlockingModel.class, Entities.class);
  }

  @Test
  void noMoreModelCallsAreMadeAtOnceThanTheLimitAllows() throws Exception {
    try (var threads = Executors.newFixedThreadPool(CALLS)) {
      Future<ModelReply> one = threads.submit(() -> ask("bulkhead"));
      Future<ModelReply> other = threads.submit(() -> ask("bulkhead"));
      model.awaitAsked("bulkhead", CALLS);

      assertThatThrownBy(() -> ask("bulkhead")).isInstanceOf(BulkheadException.class);

      model.answer("bulkhead", CALLS);
      assertThat(List.of(one.get(), other.get())).hasSize(CALLS);
    }
  }

  @Test
  void aModelCallEndsAtItsTimeLimit() {
    assertThatThrownBy(() -> ask("timeout")).isInstanceOf(TimeoutException.class);
  }

  @Test
  void noModelIsCalledWhileTheCodeOfProvidersBreaksDown() throws Exception {
    for (int call = 0; call < VOLUME; call++) {
      assertThatThrownBy(() -> ask(BlockingModel.BREAKS_DOWN)).isNotNull();
    }

    assertThatThrownBy(() -> ask(BlockingModel.BREAKS_DOWN))
        .isInstanceOf(CircuitBreakerOpenException.class);

    model.answer("afterwards", VOLUME);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> ask("afterwards").blocks().size(), size -> size == 1);
  }

  private ModelReply ask(String phase) throws Exception {
    var choice = new ModelChoice(BlockingModel.PROVIDER, "default", JsonValue.EMPTY_OBJECT);
    return gateway.reply(
        new ModelRequest(
            choice,
            "",
            phase,
            1,
            1,
            ModelRequest.Purpose.ANSWER,
            new Transcript(List.of()),
            List.of()),
        TokenListener.NONE);
  }

  @Test
  void everyAttributeOfAnEntityIsAColumnOfTheMigratedSchema() throws Exception {
    for (EntityType<?> entity : entities.all()) {
      Set<String> columns = columns(entity);
      attributes(entity)
          .forEach(
              attribute -> {
                Column column = ((Field) attribute.getJavaMember()).getAnnotation(Column.class);
                assertThat(column).as("%s", attribute).isNotNull();
                assertThat(columns).as("%s", attribute).contains(column.name());
              });
      assertThat(entity.getAttributes()).hasSizeGreaterThan(2);
    }
    assertThat(entities.all()).extracting(EntityType::getName).contains("Run");
  }

  /** Returns the attributes of a type, with those of the types that are part of it. */
  private static Stream<Attribute<?, ?>> attributes(ManagedType<?> type) {
    return type.getAttributes().stream()
        .flatMap(
            attribute ->
                attribute instanceof SingularAttribute<?, ?> single
                        && single.getType() instanceof EmbeddableType<?> part
                    ? attributes(part)
                    : Stream.of(attribute));
  }

  private Set<String> columns(EntityType<?> entity) throws SQLException {
    String table = entity.getJavaType().getAnnotation(jakarta.persistence.Table.class).name();
    Set<String> columns = new TreeSet<>();
    try (Connection connection = database.getConnection();
        ResultSet found =
            connection.getMetaData().getColumns(null, null, table.toUpperCase(Locale.ROOT), null)) {
      while (found.next()) {
        columns.add(found.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return columns;
  }

  @Test
  void anEntityIsReadInATransactionAsItWasWritten() throws Exception {
    AgentVersion version = reader.read(AGENT);
    versions.keep("default", version);
    UUID run = submit(version);
    transaction.begin();
    try {
      assertThat(runs.find(run).orElseThrow().agentVersion()).isEqualTo(version.hash());
      assertThat(versions.document("default", version.hash())).isEqualTo(version.document());
      entities.readOneOfEach();
    } finally {
      transaction.rollback();
    }
    queue.cancel(run, new ControlEvent.Cancelled("ana", "seen"));
  }

  @Test
  void aTransactionThatTakesTooLongIsAnOutageOfTheDatabase() throws Exception {
    AgentVersion version = reader.read(AGENT);
    versions.keep("default", version);
    UUID run = submit(version);
    try (Connection holder = database.getConnection();
        var threads = Executors.newSingleThreadExecutor()) {
      holder.setAutoCommit(false);
      try (var lock = holder.prepareStatement("UPDATE run SET agent = agent WHERE id = ?")) {
        lock.setString(1, run.toString());
        assertThat(lock.executeUpdate()).isEqualTo(1);
      }
      Future<Optional<Run>> found =
          threads.submit(
              () -> {
                transaction.setTransactionTimeout(1);
                return runs.find(run);
              });
      assertThatThrownBy(() -> found.get(3, TimeUnit.SECONDS))
          .isInstanceOf(java.util.concurrent.TimeoutException.class);
      holder.rollback();

      assertThatThrownBy(found::get)
          .satisfies(
              fault ->
                  assertThat(ProblemMapper.of(fault).type())
                      .isEqualTo(ProblemType.STORE_UNAVAILABLE));
    }
    queue.cancel(run, new ControlEvent.Cancelled("ana", "seen"));
  }

  @Test
  void aTimerTicksAndRemovesWhatIsLeftOfAnErasedRun() throws SQLException {
    UUID run = UUID.randomUUID();
    JdbcTransaction.single(
        database,
        transaction ->
            transaction.update(
                "INSERT INTO erasure (run_id, tenant, erased_at)"
                    + " VALUES (?, 'default', CURRENT_TIMESTAMP)",
                run.toString()));

    await().atMost(PATIENCE).until(() -> isNoted(run), noted -> !noted);
  }

  private boolean isNoted(UUID run) throws SQLException {
    return JdbcTransaction.single(
        database,
        transaction ->
            !transaction
                .rows("SELECT run_id FROM erasure WHERE run_id = ?", row -> run, run.toString())
                .isEmpty());
  }

  @Test
  void everyExecutorKnowsTheApplicationAndNoneTheCallersTransaction() throws Exception {
    transaction.begin();
    try {
      for (ExecutorService executor : List.of(calls, launches, workers)) {
        Seen seen = executor.submit((Callable<Seen>) this::look).get();

        assertThat(seen.loads()).as("its class loader finds our classes").isTrue();
        assertThat(seen.names()).as("and its names are the module's").isEqualTo("reprise");
        assertThat(seen.transaction()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(seen.virtual()).isEqualTo(executor == calls);
      }
      assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
    } finally {
      transaction.rollback();
    }
  }

  private record Seen(boolean loads, String names, int transaction, boolean virtual) {}

  @SuppressWarnings("BanJNDI") // a name of our own, to see that it is known here
  private Seen look() throws Exception {
    Class<?> loaded =
        Thread.currentThread().getContextClassLoader().loadClass(ModelGateway.class.getName());
    return new Seen(
        loaded == ModelGateway.class,
        (String) new InitialContext().lookup("java:module/ModuleName"),
        transaction.getStatus(),
        Thread.currentThread().isVirtual());
  }

  @Test
  void theCheckpointOfTheChunkCommitsWithThePhaseAndNeverLeads() throws Exception {
    AgentVersion version = reader.read(AGENT);
    versions.keep("default", version);
    UUID run = submit(version);

    model.awaitAsked("first", 1);
    assertThat(passed(run)).isZero();
    assertThat(checkpoint(run)).as("while the first phase is at work").isLessThanOrEqualTo(0);

    model.answer("first", VOLUME); // more than enough, also if a call timed out meanwhile
    model.awaitAsked("second", 1);
    await().atMost(PATIENCE).until(() -> checkpoint(run) == 1);
    assertThat(passed(run)).isEqualTo(1);

    model.answer("second", VOLUME);
    await()
        .atMost(PATIENCE)
        .until(() -> runs.find(run).orElseThrow().status() == RunStatus.COMPLETED);
    await()
        .atMost(PATIENCE)
        .until(() -> jobs.executionsOf(List.of(run)).stream().noneMatch(it -> it.isOpen()));
    assertThat(passed(run)).isEqualTo(2);
    assertThat(checkpoint(run)).isEqualTo(2);
  }

  @Test
  void readingARunWritesNothing() throws Exception {
    UUID run = UUID.randomUUID();
    queue.add(
        new NewRun(run, "default", "held", "none", JsonValue.EMPTY_OBJECT, "test", "ana")
            .inMemoryOf("elsewhere#1")); // so that no server claims it
    transaction.begin();
    assertThat(runs.find(run)).isPresent();
    assertThat(
            runs.list(
                "default", Runs.Filter.of(Optional.empty(), Optional.empty(), Optional.empty()), 1))
        .isNotEmpty();
    try (var elsewhere = Executors.newSingleThreadExecutor()) {
      elsewhere.submit(() -> setPhase(run, "elsewhere")).get();
    }
    transaction.commit();

    assertThat(runs.find(run).orElseThrow().summary().phase()).contains("elsewhere");
  }

  @Test
  void aRunIsReturnedAsItWasQueued() {
    UUID run = UUID.randomUUID();

    Run queued =
        queue.submit(
            new NewRun(run, "default", "held", "none", JsonValue.EMPTY_OBJECT, "test", "ana")
                .submittedAs(Optional.of(Role.OPERATOR))
                .withPriority(3)
                .labelled(Labels.of(Map.of("team", "red")))
                .inMemoryOf("elsewhere#1")); // so that no server claims it

    Run read = runs.find(run).orElseThrow();
    assertThat(RunView.of(queued)).isEqualTo(RunView.of(read));
    assertThat(queued.submitterRole()).isEqualTo(read.submitterRole());
    assertThat(queued.version()).isEqualTo(read.version());
    assertThat(queued.inMemoryOn()).isEqualTo(read.inMemoryOn());
  }

  private int setPhase(UUID run, String phase) throws SQLException {
    return new Database(database)
        .update("UPDATE run SET phase = ?, iteration = 1 WHERE id = ?", phase, run);
  }

  /** By default Derby would look for it after 20 seconds, in which all that is stored waits. */
  @Test
  void aDeadlockOfTheDatabaseEndsWithinSeconds() throws Exception {
    try (Connection one = database.getConnection();
        Connection other = database.getConnection();
        var threads = Executors.newSingleThreadExecutor()) {
      one.createStatement().execute("CREATE TABLE locked (id INT PRIMARY KEY, value INT)");
      one.createStatement().execute("INSERT INTO locked VALUES (1, 0), (2, 0)");
      one.setAutoCommit(false);
      other.setAutoCommit(false);
      changeLocked(one, 1);
      changeLocked(other, 2);
      Instant before = Instant.now();
      Future<?> waiting = threads.submit(() -> changeLocked(one, 2));

      assertThatThrownBy(
              () -> {
                changeLocked(other, 1);
                waiting.get();
              })
          .hasStackTraceContaining("deadlock");

      assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(10));
      other.rollback();
      one.rollback();
      one.setAutoCommit(true);
      one.createStatement().execute("DROP TABLE locked");
    }
  }

  private static int changeLocked(Connection connection, int id) throws SQLException {
    try (var statement = connection.createStatement()) {
      return statement.executeUpdate("UPDATE locked SET value = value + 1 WHERE id = " + id);
    }
  }

  private UUID submit(AgentVersion version) {
    UUID run = UUID.randomUUID();
    queue.add(
        new NewRun(
            run,
            "default",
            version.definition().name(),
            version.hash(),
            JsonValue.EMPTY_OBJECT,
            "test",
            "ana"));
    return run;
  }

  private long passed(UUID run) {
    return journal.read(run, Position.START, 100).stream()
        .filter(recorded -> recorded.event() instanceof PhaseEvent.Completed)
        .count();
  }

  /** Returns how many phases the checkpoint of the run's job says are passed; -1 if it has none. */
  private int checkpoint(UUID run) throws Exception {
    long job = jobs.executionsOf(List.of(run)).getFirst().jobInstanceId();
    try (Connection connection = database.getConnection()) {
      String schema = JobTables.schema(new Database(database));
      String sql =
          JobTables.qualify(
              schema,
              "SELECT checkpointdata FROM $JBATCH_STEPTHREADINSTANCE WHERE fk_jobinstanceid = ?");
      try (var statement = connection.prepareStatement(sql)) {
        statement.setLong(1, job);
        try (ResultSet row = statement.executeQuery()) {
          return row.next() ? passed(Optional.ofNullable(row.getBytes(1))) : -1;
        }
      }
    }
  }

  /** The reader's checkpoint is the first part of what the runtime has serialized. */
  private static int passed(Optional<byte[]> data) throws Exception {
    if (data.isEmpty()) {
      return -1;
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(data.get()))) {
      return in.readObject() instanceof Integer passed ? passed : -1;
    }
  }
}
