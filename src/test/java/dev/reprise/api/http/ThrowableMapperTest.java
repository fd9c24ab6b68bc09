package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.fixture.QuietLog;
import dev.reprise.platform.ServerFaults;
import org.junit.jupiter.api.Test;

/** What a request leaves in the server that failed by the server's own fault. */
@QuietLog
class ThrowableMapperTest {

  private final ThrowableMapper mapper = new ThrowableMapper();

  @Test
  @SuppressWarnings("UnnecessaryAssignment") // no framework is here to inject it
  void aClassThatCouldNotBeReadForWantOfAFileDescriptorBreaksTheServer() {
    mapper.faults = new ServerFaults();

    respond(new IllegalStateException("a defect"));
    assertThat(mapper.faults.mustRestart()).isFalse();

    respond(new ClassFormatError("Could not read class 'X' (Too many open files)"));
    assertThat(mapper.faults.mustRestart()).isTrue();
  }

  /** Outside of a server no response can be made; what is noted is noted before. */
  private void respond(Throwable fault) {
    assertThat(catchThrowable(() -> mapper.toResponse(fault))).isNotNull();
  }
}
