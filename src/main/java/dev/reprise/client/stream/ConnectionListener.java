package dev.reprise.client.stream;

import java.time.Duration;

/** Is told what becomes of the connection over which a run is followed. */
public interface ConnectionListener {

  /** Ignores all of it. */
  ConnectionListener NONE =
      new ConnectionListener() {
        @Override
        public void connected() {}

        @Override
        public void lost(String why, Duration delay) {}
      };

  /** A stream has begun. */
  void connected();

  /**
   * A stream has ended before the run, or could not be had.
   *
   * @param delay until the next attempt
   */
  void lost(String why, Duration delay);
}
