package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.schedule.jdbc.SlotLock;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** However much is pending, one who decides reads so much and no more, and all have their turn. */
public final class BoundedLook {

  private static final int SCHEDULES = 2 * SlotLock.SCHEDULES + 50;

  private BoundedLook() {}

  public static void takesAllInTurn(ScheduleStore store) {
    Instant due = store.now().minusSeconds(5);
    for (int i = 0; i < SCHEDULES; i++) {
      Schedule schedule = Samples.schedule("acme", "many-" + i, new Recurrence.Once(due), due);
      assertThat(store.add(schedule, SCHEDULES)).isTrue();
      store.request(schedule, List.of(Firing.of(schedule, due, FiringTrigger.CLOCK, due)));
    }
    Set<UUID> seen = new HashSet<>();
    for (int look = 0; look < 4; look++) {
      store.decide(
          "here#1",
          Duration.ofSeconds(30),
          book -> {
            assertThat(book.pending()).hasSizeLessThanOrEqualTo(SlotLock.SCHEDULES);
            assertThat(book.schedules()).hasSameSizeAs(book.pending());
            book.pending().forEach(it -> seen.add(it.id()));
            return SlotAllocator.on(book, new ConcurrencyLimits(1, 1, 1, 0), tenant -> 1);
          });
    }
    assertThat(seen).hasSize(SCHEDULES);
  }
}
