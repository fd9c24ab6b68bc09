package dev.reprise.api.stream;

/** The events of a stream that are not in the journal. The set is closed, like that of journals. */
public enum StreamEvent {
  /** The run when the stream began. */
  SNAPSHOT("snapshot", RunSnapshots.Snapshot.class),
  /** A piece of the reply that is coming. */
  MODEL_DELTA("model.delta", LiveDeltas.Piece.class),
  /** The model is called again for the reply. */
  MODEL_RESTART("model.restart", LiveDeltas.Restart.class),
  /** How far a tool call is. */
  TOOL_CALL_PROGRESS("tool-call.progress", LiveDeltas.Progress.class);

  private final String typeName;
  private final Class<?> data;

  StreamEvent(String typeName, Class<?> data) {
    this.typeName = typeName;
    this.data = data;
  }

  /** Returns the event's name in the stream. */
  public String typeName() {
    return typeName;
  }

  /** Returns the type whose JSON is the event's data. */
  public Class<?> data() {
    return data;
  }
}
