package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.OperatorRestart;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.event.Startup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which jobs that people start may claim the run that they name. */
class JobAdministrationTest {

  private static final Logger LOG = Logger.getLogger(JobAdministration.class.getName());
  private static final UUID RUN = UUID.randomUUID();
  private static final UUID OTHER = UUID.randomUUID();

  @Test
  void aStartByTheApplicationIsNoRestart() {
    assertThat(judge(Optional.empty(), "agent-run", Map.of()))
        .isEqualTo(new JobAdministration.OwnStart());
  }

  @Test
  void aPersonRestartsTheJobForTheRunThatItWasMadeFor() {
    assertThat(judge(Optional.of("porter"), "agent-run", Map.of(3L, RUN, 7L, RUN)))
        .isEqualTo(new JobAdministration.Restarted(new OperatorRestart(7, Set.of(3L), "porter")));
  }

  @Test
  void aRestartForAnotherRunIsRefusedAndNamesTheJobsRun() {
    assertThat(judge(Optional.of("porter"), "agent-run", Map.of(3L, OTHER, 7L, RUN)))
        .isEqualTo(
            new JobAdministration.Refused(
                "porter",
                "the job belongs to run %s, not to run %s; restart it with its own parameters"
                    .formatted(OTHER, RUN)));
  }

  @Test
  void aRefusedRestartSpoilsNoLaterOne() {
    assertThat(judge(Optional.of("porter"), "agent-run", Map.of(3L, RUN, 5L, OTHER, 7L, RUN)))
        .isEqualTo(
            new JobAdministration.Restarted(new OperatorRestart(7, Set.of(3L, 5L), "porter")));
  }

  @Test
  void aRestartWithoutParametersIsForTheRunThatTheJobWasMadeFor() {
    var jobs = jobs(Optional.of("porter"), Map.of(3L, RUN.toString(), 5L, "", 7L, ""));
    var administration = administration(jobs, Optional.empty());

    for (Optional<String> none : List.of(Optional.<String>empty(), Optional.of(""))) {
      assertThat(administration.runOf(none, new Job("agent-run"))).isEqualTo(RUN.toString());
    }
    assertThat(administration.runOf(Optional.of("other"), new Job("agent-run"))).isEqualTo("other");
    assertThat(administration.check(RUN, new Job("agent-run")))
        .isEqualTo(
            new JobAdministration.Restarted(new OperatorRestart(7, Set.of(3L, 5L), "porter")));
  }

  @Test
  void aJobThatNeverNamedARunBelongsToNone() {
    var administration =
        administration(jobs(Optional.of("porter"), Map.of(7L, "")), Optional.empty());

    assertThat(administration.runOf(Optional.empty(), new Job("agent-run"))).isEmpty();
  }

  @Test
  void aJobOfAnotherNameIsAlwaysRefused() {
    for (Optional<String> starter : List.of(Optional.of("porter"), Optional.<String>empty())) {
      assertThat(judge(starter, "other", Map.of(7L, RUN)))
          .isInstanceOfSatisfying(
              JobAdministration.Refused.class,
              refused ->
                  assertThat(refused.why())
                      .isEqualTo("the job agent-run executes runs, not the job other"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStartWithTenantsLogsWhoSeesTheJobsOfAllTenants(boolean hasTenants) {
    List<String> heard = new ArrayList<>();
    var ear =
        new Handler() {
          @Override
          public void publish(LogRecord message) {
            heard.add(message.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LOG.addHandler(ear);

    administration(new RunJobs(), Optional.of("(.+)").filter(unused -> hasTenants))
        .announce(new Startup());

    LOG.removeHandler(ear);
    if (hasTenants) {
      assertThat(heard)
          .singleElement()
          .asString()
          .contains("users in group:here/admins see, stop and restart the jobs of all tenants");
    } else {
      assertThat(heard).isEmpty();
    }
  }

  private static JobAdministration.Start judge(
      Optional<String> starter, String job, Map<Long, UUID> executions) {
    Map<Long, String> runs = new TreeMap<>();
    executions.forEach((id, run) -> runs.put(id, run.toString()));
    return administration(jobs(starter, runs), Optional.empty()).check(RUN, new Job(job));
  }

  private static RunJobs jobs(Optional<String> starter, Map<Long, String> executions) {
    return new RunJobs() {
      @Override
      public Optional<String> starter() {
        return starter;
      }

      @Override
      public SequencedMap<Long, String> executions(long execution) {
        return new TreeMap<>(executions);
      }
    };
  }

  private static JobAdministration administration(RunJobs jobs, Optional<String> tenants) {
    var store = new JobTables(new Database(TestDatabases.derby()));
    Map<String, String> properties =
        new TreeMap<>(Map.of("reprise.batch.admins", "group:here/admins"));
    tenants.ifPresent(pattern -> properties.put("reprise.tenant.pattern", pattern));
    return new JobAdministration(jobs, store, TestConfig.of(properties));
  }

  /** The seventh execution of a job. */
  private record Job(String name) implements JobContext {

    @Override
    public String getJobName() {
      return name;
    }

    @Override
    public long getExecutionId() {
      return 7;
    }

    @Override
    public Object getTransientUserData() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setTransientUserData(Object data) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getInstanceId() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Properties getProperties() {
      throw new UnsupportedOperationException();
    }

    @Override
    public BatchStatus getBatchStatus() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getExitStatus() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setExitStatus(String status) {
      throw new UnsupportedOperationException();
    }
  }
}
