package dev.reprise.model;

import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The replies that models are writing now, for readers who follow the runs on this server. They are
 * not recorded, and each is gone as soon as its call ends: then the journal has the result.
 */
@ApplicationScoped
public class ReplyStreams {

  private final Map<UUID, Reply> coming = new ConcurrentHashMap<>();
  private final Redaction redaction;

  @Inject
  public ReplyStreams(Redaction redaction) {
    this.redaction = redaction;
  }

  /**
   * The part of a reply that has come so far, redacted.
   *
   * @param attempt the number of the attempt to get the reply, from 1; the text of earlier attempts
   *     is void
   * @param reasoning without its newest words, like the text
   * @param text only grows at its end within one attempt
   */
  public record SoFar(String phase, int iteration, int attempt, String reasoning, String text) {

    /** Returns whether {@code before} is an earlier state of the same attempt. */
    public boolean continues(SoFar before) {
      return isOfTheReplyOf(before) && attempt == before.attempt;
    }

    /** Returns whether both belong to the same reply, regardless of attempts. */
    public boolean isOfTheReplyOf(SoFar other) {
      return phase.equals(other.phase) && iteration == other.iteration;
    }
  }

  /** Shows what a run's model writes to the readers of the run, until the result is closed. */
  public Reply open(UUID run, ModelRequest request) {
    var reply = new Reply(run, request);
    coming.put(run, reply);
    return reply;
  }

  /** Returns what a run's model is writing now, if it is replying. */
  public Optional<SoFar> of(UUID run) {
    return Optional.ofNullable(coming.get(run)).map(Reply::soFar);
  }

  /** A reply that the model is writing. */
  public final class Reply implements TokenListener, AutoCloseable {

    private final UUID run;
    private final ModelRequest request;
    private final StreamedText reasoning = new StreamedText(redaction);
    private final StreamedText text = new StreamedText(redaction);

    private Reply(UUID run, ModelRequest request) {
      this.run = run;
      this.request = request;
    }

    @Override
    public void text(String more) {
      text.append(more);
    }

    @Override
    public void reasoning(String more) {
      reasoning.append(more);
    }

    private SoFar soFar() {
      return new SoFar(
          request.phase(), request.iteration(), request.attempt(), reasoning.shown(), text.shown());
    }

    /** Removes the reply, unless another reply of the run has replaced it. */
    @Override
    public void close() {
      coming.remove(run, this);
    }
  }
}
