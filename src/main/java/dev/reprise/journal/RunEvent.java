package dev.reprise.journal;

/**
 * Something that happened to a run. The set is closed, and so is its form in the database: see
 * {@link EventType}.
 */
public sealed interface RunEvent permits LifecycleEvent, ControlEvent, PhaseEvent {

  /** Returns this event with the mapped contents in the place of its own. */
  RunEvent mapContents(ContentMapper mapper);
}
