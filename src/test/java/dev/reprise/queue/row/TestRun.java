package dev.reprise.queue.row;

import dev.reprise.run.state.RunStatus;
import java.util.Optional;
import java.util.UUID;

/** A run of the tenant {@code default} that has a record, but no row. */
public final class TestRun extends Run {

  private final UUID id;
  private final RunStatus status;
  private final long end;
  private final Optional<String> inMemoryOn;

  /**
   * @param end the sequence of the newest event
   */
  public TestRun(UUID id, RunStatus status, long end) {
    this(id, status, end, Optional.empty());
  }

  /**
   * @param inMemoryOn the server start that has the record in memory
   */
  public TestRun(UUID id, RunStatus status, long end, Optional<String> inMemoryOn) {
    this.id = id;
    this.status = status;
    this.end = end;
    this.inMemoryOn = inMemoryOn;
  }

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public String tenant() {
    return "default";
  }

  @Override
  public RunStatus status() {
    return status;
  }

  @Override
  public long lastSequence() {
    return end;
  }

  @Override
  public Optional<String> inMemoryOn() {
    return inMemoryOn;
  }
}
