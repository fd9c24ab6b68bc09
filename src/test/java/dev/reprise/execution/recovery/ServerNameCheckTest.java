package dev.reprise.execution.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.execution.Engine;
import dev.reprise.platform.server.NamedServers;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Which names a server that shares its database may have. */
class ServerNameCheckTest {

  private static final Optional<Instant> HEARD = Optional.of(Engine.START);
  private static final Optional<Instant> HEARD_AGAIN = Optional.of(Engine.START.plusSeconds(2));

  private int pauses;

  @Test
  void refusesAMachineThatDoesNotKnowItsName() {
    assertThatThrownBy(() -> check("localhost", Optional.empty(), List.of(Optional.empty())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("reprise.server.name")
        .hasMessageContaining("localhost");
    assertThatThrownBy(
            () -> check("localhost.localdomain", Optional.empty(), List.of(Optional.empty())))
        .hasMessageContaining("reprise.server.name");
  }

  @Test
  void acceptsAnyConfiguredName() {
    assertThatCode(() -> check("localhost", Optional.of("a"), List.of(Optional.empty())))
        .doesNotThrowAnyException();
  }

  @Test
  void pollsOnceIfNoServerHasTheName() throws Exception {
    check("host", Optional.empty(), List.of(Optional.empty()));

    assertThat(pauses).isZero();
  }

  @Test
  void waitsUntilAKilledStartIsSilent() throws Exception {
    check("host", Optional.empty(), List.of(HEARD, HEARD, HEARD, Optional.empty()));

    assertThat(pauses).isEqualTo(3);
  }

  @Test
  void refusesTheNameOfAServerThatIsAlive() {
    assertThatThrownBy(() -> check("host", Optional.of("a"), List.of(HEARD, HEARD, HEARD_AGAIN)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'a'")
        .hasMessageContaining("reprise.server.name");
  }

  private void check(String host, Optional<String> configured, List<Optional<Instant>> heard)
      throws Exception {
    Queue<Optional<Instant>> left = new ArrayDeque<>(heard);
    new ServerNameCheck(NamedServers.on(host, configured), left::remove, wait -> pauses++).check();
  }
}
