package dev.reprise.journal;

/**
 * Something that happened to a run. The set is closed, and so is its form in the database: see
 * {@link EventType}.
 */
public sealed interface RunEvent permits LifecycleEvent, ControlEvent, PhaseEvent {

  /** Returns this event with its contents mapped. */
  RunEvent mapContents(ContentMapper mapper);
}
