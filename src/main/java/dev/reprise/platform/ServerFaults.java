package dev.reprise.platform;

import static java.lang.System.Logger.Level.ERROR;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;

/**
 * Faults of this server process that say nothing about the run or request that met them.
 *
 * <p>A class that could not be read for want of a file descriptor is never tried again (JVMS,
 * 5.4.3: a failed attempt fails the same way each time). So the process is broken until it is
 * started again: it takes no runs, and is neither ready nor live.
 */
@ApplicationScoped
public class ServerFaults {

  private static final System.Logger LOG = System.getLogger(ServerFaults.class.getName());

  private volatile boolean mustRestart;

  /** Loads the classes that tell such faults while there are descriptors to load them. */
  void load(@Observes Startup unused) {
    note(new IllegalStateException(FailureText.of(new IllegalStateException("no fault"))));
  }

  /**
   * Notes a failure that a run or request met.
   *
   * @return whether it is this server's own fault
   */
  public boolean note(Throwable fault) {
    boolean ranOut = FileDescriptors.ranOut(fault);
    boolean lostClass = Causes.contains(fault, LinkageError.class);
    if (ranOut && lostClass && !mustRestart) {
      mustRestart = true;
      LOG.log(
          ERROR,
          "this server had no file descriptor left to load a class, which Java never tries again: it takes no more runs; restart it, with a higher limit (ulimit -n)");
    }
    return ranOut || (mustRestart && lostClass);
  }

  /** Returns whether only a restart repairs this server. */
  public boolean mustRestart() {
    return mustRestart;
  }
}
