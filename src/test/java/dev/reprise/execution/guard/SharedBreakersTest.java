package dev.reprise.execution.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.Engine;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.BreakerTable;
import dev.reprise.resilience.CircuitBreaker;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Test;

/** Breakers that servers share. */
@QuietLog
class SharedBreakersTest {

  private static final Duration OPEN = BreakerSettings.TOOL.openFor();
  private static final Fault BUSY = new Fault(FailureClass.OVERLOADED, "busy");

  private final ManualClock clock = new ManualClock(Engine.START);
  private final BreakerKey key = anyKey();

  private static BreakerKey anyKey() {
    return BreakerKey.tool("acme", "t" + UUID.randomUUID());
  }

  private SharedBreakers server() {
    return server(TestDatabases.derby());
  }

  private SharedBreakers server(DataSource database) {
    var profiles = new BreakerProfiles();
    return new SharedBreakers(profiles, new Database(database), clock);
  }

  private static void fail(CircuitBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      breaker.tryAcquire().orElseThrow().failed(BUSY);
    }
  }

  private void pass(Duration time) {
    clock.moveTo(clock.instant().plus(time));
  }

  @Test
  void areSeenByAnotherServerWithinASecondAndByItsNextStart() {
    SharedBreakers here = server();
    SharedBreakers there = server();
    assertThat(there.of(key).tryAcquire()).isPresent();

    fail(here.of(key), 5);

    assertThat(here.of(key).tryAcquire()).isEmpty();
    assertThat(there.of(key).tryAcquire()).as("it polled just now").isPresent();
    pass(Duration.ofSeconds(1));
    assertThat(there.of(key).tryAcquire()).isEmpty();
    assertThat(server().of(key).tryAcquire()).isEmpty();
    assertThat(server().of(key).state()).isEqualTo(here.of(key).state());
  }

  @Test
  void areProbedByOneServerAtATime() {
    SharedBreakers here = server();
    SharedBreakers there = server();
    fail(here.of(key), 5);
    pass(OPEN);
    assertThat(there.of(key).state().status()).isEqualTo(BreakerState.Status.OPEN);

    CircuitBreaker.Permit probe = here.of(key).tryAcquire().orElseThrow();

    assertThat(there.of(key).tryAcquire()).isEmpty();
    assertThat(there.of(key).state().status()).isEqualTo(BreakerState.Status.HALF_OPEN);
    probe.succeeded();
    assertThat(here.of(key).tryAcquire()).isPresent();
    pass(Duration.ofSeconds(1));
    assertThat(there.of(key).tryAcquire()).isPresent();
  }

  @Test
  void areProbedByAnotherServerIfTheProbingServerIsGone() {
    SharedBreakers here = server();
    fail(here.of(key), 5);
    pass(OPEN);
    CircuitBreaker.Permit lost = here.of(key).tryAcquire().orElseThrow();

    SharedBreakers there = server();
    pass(OPEN.minusSeconds(1));
    assertThat(there.of(key).tryAcquire()).isEmpty();
    pass(Duration.ofSeconds(1));
    CircuitBreaker.Permit probe = there.of(key).tryAcquire().orElseThrow();
    lost.succeeded();
    assertThat(there.of(key).tryAcquire()).as("the report of an abandoned probe").isEmpty();

    probe.succeeded();
    assertThat(there.of(key).tryAcquire()).isPresent();
  }

  @Test
  void areClosedByAResetInTheTable() throws SQLException {
    SharedBreakers here = server();
    fail(here.of(key), 4);
    new BreakerTable(new Database(TestDatabases.derby())).reset(key);
    pass(Duration.ofSeconds(1));
    fail(here.of(key), 4);
    assertThat(here.of(key).tryAcquire()).as("four failures were forgotten").isPresent();
    fail(here.of(key), 1);
    assertThat(here.of(key).tryAcquire()).isEmpty();

    new BreakerTable(new Database(TestDatabases.derby())).reset(key);

    pass(Duration.ofSeconds(1));
    assertThat(here.of(key).tryAcquire()).isPresent();
  }

  @Test
  void areTheServersOwnWhileTheDatabaseDoesNotAnswer() {
    var nothing = new EmbeddedDataSource();
    nothing.setDatabaseName("memory:not-there");
    SharedBreakers here = server(nothing);

    fail(here.of(key), 5);

    assertThat(here.of(key).tryAcquire()).isEmpty();
    pass(OPEN);
    here.of(key).tryAcquire().orElseThrow().succeeded();
    assertThat(here.of(key).tryAcquire()).isPresent();
  }

  @Test
  void costNoStatementWhileClosed() {
    var connections = new AtomicInteger();
    SharedBreakers here = server(counting(connections));
    here.of(key);
    int looks = connections.get();

    for (int i = 0; i < 100; i++) {
      fail(here.of(key), 4);
      here.of(key).tryAcquire().orElseThrow().succeeded();
    }

    assertThat(connections).hasValue(looks);
    fail(here.of(key), 5);
    assertThat(connections).hasValueGreaterThan(looks);
  }

  private static DataSource counting(AtomicInteger connections) {
    return (DataSource)
        Proxy.newProxyInstance(
            SharedBreakersTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              connections.incrementAndGet();
              return method.invoke(TestDatabases.derby(), arguments);
            });
  }

  @Property(tries = 15)
  void neverLetTwoProbesPassAtOnceOnTwoServers(@ForAll @IntRange(min = 1, max = 4) int rounds)
      throws Exception {
    BreakerKey contested = anyKey();
    List<SharedBreakers> servers = List.of(server(), server());
    fail(servers.getFirst().of(contested), 5);
    try (var threads = Executors.newFixedThreadPool(64)) {
      for (int round = 0; round < rounds; round++) {
        pass(OPEN); // also the time of the earlier probe, which was never reported
        var barrier = new CyclicBarrier(64);
        var passed = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
          SharedBreakers server = servers.get(i % 2);
          all.add(
              threads.submit(
                  () -> {
                    barrier.await();
                    server.of(contested).tryAcquire().ifPresent(probe -> passed.incrementAndGet());
                    return null;
                  }));
        }
        for (Future<?> one : all) {
          one.get();
        }
        assertThat(passed).hasValue(1);
      }
    }
  }
}
