package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.JournalUnavailableException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log line of a request that failed because of the server. */
class ProblemResponseTest {

  private static final Logger LOG = Logger.getLogger(ProblemResponse.class.getName());

  private final List<LogRecord> lines = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void leave() {
    LOG.removeHandler(handler);
    LOG.setUseParentHandlers(true);
  }

  @Test
  void namesPathCorrelationIdAndRunIfTheDatabaseRefusedASubmission() {
    var run = new UUID(0, 7);
    var fault =
        new JournalUnavailableException(
            "append to", run, new SQLNonTransientConnectionException("gone", "08006"));

    Optional<String> id =
        ProblemResponse.logged(fault, ProblemMapper.of(fault), "/api/v1/runs", "4bf9");

    assertThat(lines)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getLevel()).isEqualTo(Level.SEVERE);
              assertThat(line.getMessage())
                  .contains("/api/v1/runs", "store-unavailable", id.orElseThrow(), "4bf9");
              assertThat(line.getThrown()).hasMessageContaining(run.toString());
            });
  }

  @Test
  void logsNothingIfTheCallerIsAtFault() {
    var refusal = new ProblemException(ProblemType.UNKNOWN_AGENT, "there is no such agent");

    assertThat(ProblemResponse.logged(refusal, refusal, "/api/v1/runs", "4bf9")).isEmpty();
    assertThat(lines).isEmpty();
  }
}
