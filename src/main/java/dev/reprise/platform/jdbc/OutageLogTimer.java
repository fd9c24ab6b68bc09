package dev.reprise.platform.jdbc;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
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
public class OutageLogTimer {

  private static final Duration POLL = Duration.ofSeconds(5);

  @Resource TimerService timers;

  private final OutageLog log = new OutageLog(Logger.getLogger(""), Clock.systemUTC());

  @PostConstruct
  void start() {
    log.begin();
    timers.createIntervalTimer(
        POLL.toMillis(), POLL.toMillis(), new TimerConfig("outage log", false));
  }

  @Timeout
  void poll() {
    log.poll();
  }

  @PreDestroy
  void end() {
    log.end();
  }
}
