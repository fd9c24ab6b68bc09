package dev.reprise.schedule;

import dev.reprise.execution.tool.ManualClock;
import java.time.Instant;

class MemoryStoreTest extends ScheduleStoreContract {

  @Override
  public ScheduleStore store() {
    return new MemoryStore(new ManualClock(Instant.parse("2026-03-01T12:00:00Z")));
  }
}
