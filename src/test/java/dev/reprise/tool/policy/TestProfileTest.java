package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.fixture.TestConfig;
import jakarta.enterprise.event.Startup;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The test profile is on only if it is set, and then the log says so at the start. */
class TestProfileTest {

  private static final Logger LOG = Logger.getLogger(TestProfile.class.getName());

  private final List<LogRecord> logged = new ArrayList<>();
  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.setUseParentHandlers(false);
    LOG.addHandler(listener);
  }

  @AfterEach
  void stop() {
    LOG.removeHandler(listener);
    LOG.setUseParentHandlers(true);
  }

  @Test
  void isOffByDefault() {
    var profile = new TestProfile(TestConfig.empty());

    profile.warn(new Startup());

    assertThat(profile.approvesAll()).isFalse();
    assertThat(logged).isEmpty();
  }

  @Test
  void warnsWhereverItIsOn() {
    var profile = new TestProfile(TestConfig.of("reprise.approvals.test-profile", "approve-all"));

    profile.warn(new Startup());

    assertThat(profile.approvesAll()).isTrue();
    assertThat(logged).extracting(LogRecord::getLevel).containsExactly(Level.WARNING);
    assertThat(logged.getFirst().getMessage()).startsWith("approvals are given without people");
  }

  @Test
  void knowsNoOtherValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TestProfile(TestConfig.of("reprise.approvals.test-profile", "true")))
        .withMessageContaining("reprise.approvals.test-profile must be approve-all, not 'true'");
  }
}
