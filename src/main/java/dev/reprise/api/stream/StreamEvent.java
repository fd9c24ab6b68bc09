package dev.reprise.api.stream;

/** What a stream tells beside the events of the journal: a registry, closed like that of events. */
public enum StreamEvent {
  /** How the run stood when the stream began. */
  SNAPSHOT("snapshot", RunSnapshots.Snapshot.class),
  /** A piece of the reply that is coming. */
  MODEL_DELTA("model.delta", LiveDeltas.Piece.class),
  /** The reply is asked for again. */
  MODEL_RESTART("model.restart", LiveDeltas.Restart.class),
  /** How far a call is. */
  TOOL_CALL_PROGRESS("tool-call.progress", LiveDeltas.Progress.class);

  private final String typeName;
  private final Class<?> data;

  StreamEvent(String typeName, Class<?> data) {
    this.typeName = typeName;
    this.data = data;
  }

  /** Returns the word that stands in the stream. */
  public String typeName() {
    return typeName;
  }

  /** Returns the type whose JSON is the event's data. */
  public Class<?> data() {
    return data;
  }
}
