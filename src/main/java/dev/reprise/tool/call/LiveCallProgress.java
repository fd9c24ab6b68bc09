package dev.reprise.tool.call;

import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.CallProgress;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How far calls are while they are made, for those who follow their runs on this server. Nothing of
 * it is recorded, and it is gone as soon as the call ends.
 */
@ApplicationScoped
public class LiveCallProgress {

  private static final int MAX_MESSAGE = 500;

  private final Map<UUID, Map<Place, Standing>> atWork = new ConcurrentHashMap<>();
  private Redaction redaction;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  LiveCallProgress() {}

  @Inject
  public LiveCallProgress(Redaction redaction) {
    this.redaction = redaction;
  }

  /** A call of a run. */
  public record Place(String phase, int iteration, String callId) {}

  /**
   * How far a call is, as its tool says.
   *
   * @param total what {@code done} will be at the end, if that is known
   * @param message redacted; may be empty
   */
  public record Standing(Place place, double done, Optional<Double> total, String message) {}

  /** Returns where a call says how far it is, until it is {@linkplain #close closed}. */
  public CallProgress open(UUID run, Place place) {
    Map<Place, Standing> calls = atWork.computeIfAbsent(run, unused -> new ConcurrentHashMap<>());
    return (done, total, message) ->
        calls.put(
            place,
            new Standing(
                place,
                done,
                total.isPresent() ? Optional.of(total.getAsDouble()) : Optional.empty(),
                redaction.text(message, MAX_MESSAGE)));
  }

  /** Forgets a call that has ended. */
  public void close(UUID run, Place place) {
    atWork.computeIfPresent(
        run,
        (unused, calls) -> {
          calls.remove(place);
          return calls.isEmpty() ? null : calls;
        });
  }

  /** Returns how far those calls of a run are that have said so, by their ids. */
  public List<Standing> of(UUID run) {
    return atWork.getOrDefault(run, Map.of()).values().stream()
        .sorted(Comparator.comparing(standing -> standing.place().callId()))
        .toList();
  }
}
