package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.server.NamedServers;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a server does about schedules when it starts. */
class ScheduleTimerTest {

  /** What was asked of store and container, in order. */
  private final List<String> done = new ArrayList<>();

  private final MemoryStore store = new MemoryStore(Clock.systemUTC());

  @Test
  void takesBackSlotsOfDeadServersBeforeItTicks() {
    timer(Map.of()).start();

    assertThat(done).containsExactly("stale", "timer schedules", "timer history of schedules");
  }

  @Test
  void firesNothingIfSchedulesAreOff() {
    timer(Map.of("reprise.schedules.enabled", "false")).start();

    assertThat(done).isEmpty();
  }

  @Test
  void schedulesRestAsLongAsTheServerSaysIfTheyDoNot() {
    var settings = ScheduleSettingsTest.settings(Map.of("reprise.schedules.cooldown", "PT0S"));

    assertThat(new Schedules(store, settings).defaults())
        .isEqualTo(SchedulePolicy.DEFAULT.withCooldown(Duration.ZERO));
  }

  @Test
  void servesTheApiIfSchedulesAreOff() {
    var settings = ScheduleSettingsTest.settings(Map.of("reprise.schedules.enabled", "false"));
    var schedules = new Schedules(store, settings);
    var now = store.now();
    Schedule schedule =
        Samples.schedule("acme", "nightly", new Recurrence.Once(now.minusSeconds(1)), now);
    assertThat(store.add(schedule, Samples.MANY)).isTrue();

    Firing firing = schedules.request(schedule, UUID.randomUUID(), "bo");

    assertThat(schedules.fireHere()).isFalse();
    assertThat(schedules.find("acme", "nightly")).isPresent();
    assertThat(schedules.firing(schedule, firing.id()))
        .hasValueSatisfying(it -> assertThat(it.status()).isEqualTo(FiringStatus.PENDING));
  }

  @SuppressWarnings("UnnecessaryAssignment") // there is no container here to inject
  private ScheduleTimer timer(Map<String, String> values) {
    var timer =
        new ScheduleTimer() {
          @Override
          protected void every(Duration interval, String name, Work work) {
            done.add("timer " + name);
          }
        };
    timer.settings = ScheduleSettingsTest.settings(values);
    timer.store = watched(store);
    timer.server = NamedServers.on("machine", Optional.of("here"));
    return timer;
  }

  private ScheduleStore watched(ScheduleStore target) {
    return (ScheduleStore)
        Proxy.newProxyInstance(
            ScheduleTimerTest.class.getClassLoader(),
            new Class<?>[] {ScheduleStore.class},
            (proxy, method, arguments) -> {
              done.add(method.getName());
              try {
                return method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
