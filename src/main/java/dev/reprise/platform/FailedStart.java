package dev.reprise.platform;

import static java.lang.System.Logger.Level.ERROR;

/**
 * Why an application cannot start. Its process ends with one line in the log that names the cause,
 * and with a status of {@code sysexits.h}, so that a supervisor can act on it. Nothing has begun by
 * then that would need an orderly stop.
 */
public enum FailedStart {
  /** The database could not be used in time: another start may succeed. */
  DATABASE(69),
  /** Something else failed. */
  OTHER(70),
  /** A setting or a file of the operator is wrong: every start fails until it is mended. */
  CONFIGURATION(78);

  private static final System.Logger LOG = System.getLogger(FailedStart.class.getName());

  /** What a shell reports of a process that SIGTERM ended. */
  private static final int STOPPED = 143;

  private final int status;

  FailedStart(int status) {
    this.status = status;
  }

  /** Ends the process; does not return. */
  public void end(String cause) {
    LOG.log(
        ERROR,
        "the application cannot start, and the server ends with status %d: %s"
            .formatted(status, cause));
    Runtime.getRuntime().halt(status);
  }

  /**
   * Ends a process that is told to stop before its application has started; does not return. The
   * line does not go to the logger, which a hook of the JVM closes at SIGTERM.
   */
  public static void endStopped() {
    System.err.println("the start was stopped before the application had started");
    Runtime.getRuntime().halt(STOPPED);
  }
}
