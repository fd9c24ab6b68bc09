package dev.reprise.platform.jdbc;

import dev.reprise.platform.IntervalTimer;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.time.Clock;
import java.time.Duration;
import java.util.logging.Logger;

/** Puts the {@link OutageLog} in place as long as the application runs. */
@Startup
@Singleton(name = "OutageLog")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class OutageLogTimer extends IntervalTimer {

  private static final Duration POLL = Duration.ofSeconds(5);

  private final OutageLog log = new OutageLog(Logger.getLogger(""), Clock.systemUTC());

  @PostConstruct
  void start() {
    log.begin();
    every(POLL, "outage log", log::poll);
  }

  @PreDestroy
  void end() {
    log.end();
  }
}
