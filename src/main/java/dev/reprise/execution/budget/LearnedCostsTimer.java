package dev.reprise.execution.budget;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;

/** Reads what was learnt of the costs of calls at the start, and writes it each minute. */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class LearnedCostsTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(LearnedCostsTimer.class.getName());

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  @Inject LearnedCosts learnt;

  @PostConstruct
  void start() {
    try {
      learnt.restore();
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "what was learnt of the costs of calls could not be read; estimates begin without it",
          e);
    }
    every(INTERVAL, "learned costs of calls", learnt::save);
  }

  /** A server that is killed loses what it has learnt in the last minute. */
  @PreDestroy
  void save() {
    try {
      learnt.save();
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "what was learnt of the costs of calls since the last minute could not be written",
          e);
    }
  }
}
