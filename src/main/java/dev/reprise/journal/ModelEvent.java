package dev.reprise.journal;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An event about a call to a model. */
public sealed interface ModelEvent extends PhaseEvent {

  /** Returns the number of the phase's model call, from 1. */
  int iteration();

  /**
   * The model answered; the iteration counts from 1 within the phase.
   *
   * @param blocks what it said, in its order
   * @param metadata what the provider wants back unchanged with the reply
   * @param model who answered; empty where that was not recorded yet
   * @param cost of the call; empty if nobody knows
   */
  record Replied(
      String phase,
      int iteration,
      List<Block> blocks,
      Usage usage,
      Optional<JsonValue> metadata,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements ModelEvent {
    public Replied {
      var message = new Message.Assistant(blocks, metadata); // which knows what a model may say
      blocks = message.blocks();
      metadata = message.metadata();
    }

    /** Makes a reply of which it is not known who gave it. */
    public Replied(
        String phase,
        int iteration,
        List<Block> blocks,
        Usage usage,
        Optional<JsonValue> metadata) {
      this(phase, iteration, blocks, usage, metadata, Optional.empty(), Optional.empty());
    }

    /** Makes a reply of words, if any, and calls behind them. */
    public Replied(String phase, int iteration, String text, List<ToolCall> calls, Usage usage) {
      this(phase, iteration, Block.of(text, calls), usage, Optional.empty());
    }

    /** Returns the reply as it stands in the transcript. */
    public Message.Assistant message() {
      return new Message.Assistant(blocks, metadata);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Replied(
          phase,
          iteration,
          blocks.stream().map(mapper::block).toList(),
          usage,
          metadata.map(mapper::body),
          model,
          cost);
    }
  }

  /**
   * The model gave no answer, and is asked again.
   *
   * @param attempt that failed, counted from 1 for each iteration; where the model was not asked,
   *     because its quota is paused, the one before, so that 0 is possible
   * @param next when it is asked again
   */
  record Retrying(String phase, int iteration, int attempt, Failure failure, Instant next)
      implements ModelEvent {

    /** What a failure is called by which a model says that it cannot read so long a transcript. */
    public static final String TOO_LONG = "context_exceeded";

    /** Returns whether the transcript is to be made shorter before. */
    public boolean saysTooLong() {
      return failure.code().equals(TOO_LONG);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Retrying(phase, iteration, attempt, mapper.failure(failure), next);
    }
  }

  /**
   * The model gave no answer, and the run goes on with the agent's next one.
   *
   * @param failure why
   * @param from who was asked
   * @param to who is asked from now on
   */
  record FellBack(String phase, int iteration, Failure failure, ModelId from, ModelId to)
      implements ModelEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new FellBack(phase, iteration, mapper.failure(failure), from, to);
    }
  }

  /** The model gave no answer, and is not asked again. */
  record Failed(String phase, int iteration, Failure failure) implements ModelEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(phase, iteration, mapper.failure(failure));
    }
  }

  /**
   * A summary took the place of the older messages of the phase's transcript. What it replaced
   * stays in the journal.
   *
   * @param iteration model replies of the phase before it
   * @param replaced how many messages behind the first one
   * @param summary in the model's words
   * @param usage of the call that summarised
   * @param model who summarised; empty where that was not recorded yet
   * @param cost of the call; empty if nobody knows
   */
  record TranscriptCompacted(
      String phase,
      int iteration,
      int replaced,
      String summary,
      Usage usage,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements ModelEvent {

    /** Makes a summary of which it is not known who gave it. */
    public TranscriptCompacted(
        String phase, int iteration, int replaced, String summary, Usage usage) {
      this(phase, iteration, replaced, summary, usage, Optional.empty(), Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new TranscriptCompacted(
          phase, iteration, replaced, mapper.body(summary), usage, model, cost);
    }
  }

  /**
   * The phase's transcript was to be compacted and could not be; the phase goes on with it as it
   * is.
   *
   * @param iteration model replies of the phase before it
   * @param usage of the call, if it brought a reply that was of no use
   * @param model who gave that reply; empty if nobody did, and where it was not recorded yet
   * @param cost of the call; empty if nobody knows
   */
  record CompactionFailed(
      String phase,
      int iteration,
      Failure failure,
      Usage usage,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements ModelEvent {

    /** Makes a failure without a reply, or of which it is not known who gave it. */
    public CompactionFailed(String phase, int iteration, Failure failure, Usage usage) {
      this(phase, iteration, failure, usage, Optional.empty(), Optional.empty());
    }

    /** Returns whether there was a reply, and so something to pay for. */
    public boolean hasReply() {
      return model.isPresent() || !usage.equals(Usage.NONE);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new CompactionFailed(phase, iteration, mapper.failure(failure), usage, model, cost);
    }
  }
}
