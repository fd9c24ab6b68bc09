package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.websphere.logging.hpel.LogRecordContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fields that the server adds to a line of its log. */
class LogFieldsTest {

  private static final UUID RUN = new UUID(0, 7);

  private final LogFields fields = new LogFields();

  @BeforeEach
  void add() {
    fields.add();
  }

  @AfterEach
  void remove() {
    fields.remove();
  }

  @Test
  void nameTheRunThatTheThreadWorksOn() {
    assertThat(new RunContext(RUN, "acme", 3).in(LogFieldsTest::ofALine))
        .isEqualTo(
            Map.of(
                "run", RUN.toString(), "tenant", "acme", "epoch", "3", "trace", RunTrace.id(RUN)));
  }

  @Test
  void haveTheTraceOfTheRequestThatTheThreadServes() {
    RequestTrace.begin("of the request");
    try {
      assertThat(ofALine()).isEqualTo(Map.of("trace", "of the request"));
    } finally {
      RequestTrace.end();
    }
    assertThat(ofALine()).isEmpty();
  }

  @Test
  void areThoseOfTheLineWhileItIsLogged() {
    var log = new Log();

    LogLine.info(log, "called", Map.of(LogField.ARTIFACT_HIT, "true"));

    assertThat(log.lines).containsExactly("called; artifact_hit=true");
    assertThat(log.fields).containsExactly(Map.of("artifact_hit", "true"));
    assertThat(ofALine()).as("of the next line").isEmpty();
  }

  @Test
  void endWithTheServer() {
    fields.remove();

    assertThat(new RunContext(RUN, "acme", 3).in(LogFieldsTest::ofALine)).isEmpty();
  }

  /** Returns what the server asks for when a thread logs. */
  private static Map<String, String> ofALine() {
    var asked = new HashMap<String, String>();
    LogRecordContext.getExtensions(asked);
    asked.remove(LogRecordContext.PTHREADID);
    asked.values().removeIf(value -> value == null);
    return asked;
  }

  private static final class Log implements System.Logger {

    private final List<String> lines = new ArrayList<>();
    private final List<Map<String, String>> fields = new ArrayList<>();

    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String line,
        @Nullable Throwable thrown) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String format,
        @Nullable Object... params) {
      lines.add(String.valueOf(format));
      fields.add(ofALine());
    }
  }
}
