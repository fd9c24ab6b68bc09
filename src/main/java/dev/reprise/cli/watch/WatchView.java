package dev.reprise.cli.watch;

import dev.reprise.client.Run;
import dev.reprise.client.stream.ConnectionListener;
import dev.reprise.client.stream.Event;

/** Shows a run that is watched. The connection's messages come from another thread. */
public interface WatchView extends ConnectionListener {

  /**
   * Shows an event.
   *
   * @param run as it is after the event
   */
  void show(Event event, WatchedRun run);

  /** Shows how it ended. */
  void end(Run run);
}
