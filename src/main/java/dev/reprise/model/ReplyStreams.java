package dev.reprise.model;

import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What models say while they say it, for those who follow their runs on this server. Nothing of it
 * is recorded, and it is gone as soon as its call ends: then the journal says what came of it.
 */
@ApplicationScoped
public class ReplyStreams {

  private final Map<UUID, Reply> coming = new ConcurrentHashMap<>();
  private Redaction redaction;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ReplyStreams() {}

  @Inject
  public ReplyStreams(Redaction redaction) {
    this.redaction = redaction;
  }

  /**
   * What has come of a reply so far, redacted.
   *
   * @param attempt how often the reply is asked for, counted from 1; what came of one before is
   *     void
   * @param reasoning without its newest words, like the text
   * @param text grows only at its end, while the attempt is the same
   */
  public record SoFar(String phase, int iteration, int attempt, String reasoning, String text) {

    /** Returns whether this is more of what that was the beginning of. */
    public boolean continues(SoFar before) {
      return isOfTheReplyOf(before) && attempt == before.attempt;
    }

    /** Returns whether both are of the same reply, of whatever attempts. */
    public boolean isOfTheReplyOf(SoFar other) {
      return phase.equals(other.phase) && iteration == other.iteration;
    }
  }

  /** Has those who follow a run see what its model says, until this is closed. */
  public Reply open(UUID run, ModelRequest request) {
    var reply = new Reply(run, request);
    coming.put(run, reply);
    return reply;
  }

  /** Returns what a run's model is saying, if it says something right now. */
  public Optional<SoFar> of(UUID run) {
    return Optional.ofNullable(coming.get(run)).map(Reply::soFar);
  }

  /** A reply that is coming. */
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

    /** Ends it, unless another one of the run has taken its place. */
    @Override
    public void close() {
      coming.remove(run, this);
    }
  }
}
