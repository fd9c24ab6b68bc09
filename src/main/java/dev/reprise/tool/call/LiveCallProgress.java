package dev.reprise.tool.call;

import dev.reprise.agent.message.CallLocation;
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
 * The progress of active calls, for people who follow their runs on this server. None of it is
 * recorded, and it is gone as soon as the call ends.
 */
@ApplicationScoped
public class LiveCallProgress {

  private static final int MAX_MESSAGE = 500;

  private final Map<UUID, Map<CallLocation, Report>> atWork = new ConcurrentHashMap<>();
  private final Redaction redaction;

  @Inject
  public LiveCallProgress(Redaction redaction) {
    this.redaction = redaction;
  }

  /**
   * The progress of a call, as its tool reports it.
   *
   * @param total the value of {@code done} at the end, if known
   * @param message redacted; may be empty
   */
  public record Report(CallLocation call, double done, Optional<Double> total, String message) {}

  /**
   * Returns the receiver for the progress of a call, until the call is {@linkplain #close closed}.
   */
  public CallProgress open(UUID run, CallLocation call) {
    Map<CallLocation, Report> calls =
        atWork.computeIfAbsent(run, unused -> new ConcurrentHashMap<>());
    return (done, total, message) ->
        calls.put(
            call,
            new Report(
                call,
                done,
                total.isPresent() ? Optional.of(total.getAsDouble()) : Optional.empty(),
                redaction.text(message, MAX_MESSAGE)));
  }

  /** Removes a call that has ended. */
  public void close(UUID run, CallLocation call) {
    atWork.computeIfPresent(
        run,
        (unused, calls) -> {
          calls.remove(call);
          return calls.isEmpty() ? null : calls;
        });
  }

  /** Returns the progress of those calls of a run that have reported some, by their ids. */
  public List<Report> of(UUID run) {
    return atWork.getOrDefault(run, Map.of()).values().stream()
        .sorted(Comparator.comparing(standing -> standing.call().callId()))
        .toList();
  }
}
