package dev.reprise.cli.watch;

import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.stream.Event;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

/** Follows a run to its end, also over restarts of the server, and says how it ended. */
public final class RunWatcher {

  private static final Duration FOREVER = Duration.ofDays(3650);

  private final RepriseClient client;
  private final Clock clock;

  public RunWatcher(RepriseClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * How far a run is followed.
   *
   * @param after the number of the event after which it begins; 0 for all
   * @param timeout how long at most
   * @param endsAtPeople whether it ends when the run waits for a person
   */
  public record Extent(long after, Optional<Duration> timeout, boolean endsAtPeople) {}

  /**
   * Shows a run until it ends.
   *
   * @throws TimeoutException if it has not ended in time
   */
  public ExitCode watch(UUID run, Extent extent, WatchView view)
      throws RepriseException, InterruptedException, TimeoutException {
    Instant deadline = clock.instant().plus(extent.timeout().orElse(FOREVER));
    WatchedRun state = WatchedRun.UNKNOWN;
    try (var events = new EventQueue()) {
      client.runs().follow(run, extent.after(), view).subscribe(events);
      while (true) {
        Optional<Event> next = events.next(Duration.between(clock.instant(), deadline));
        if (next.isEmpty()) {
          return end(run, view);
        }
        state = state.after(next.get());
        view.show(next.get(), state);
        if (extent.endsAtPeople() && state.waitsForPeople()) {
          return end(run, view);
        }
      }
    }
  }

  private ExitCode end(UUID id, WatchView view) throws RepriseException, InterruptedException {
    Run run = client.runs().show(id);
    view.end(run);
    return ExitCode.of(run.status());
  }
}
