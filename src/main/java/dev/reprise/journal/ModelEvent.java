package dev.reprise.journal;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An event about a call to a model. Tested by {@code EventCodecTest}. */
public sealed interface ModelEvent extends PhaseEvent {

  /** Returns the number of the phase's model call, from 1. */
  int iteration();

  /**
   * The model answered; the iteration counts from 1 within the phase.
   *
   * @param blocks the contents of the reply, in the model's order
   * @param metadata what the provider wants back unchanged with the reply
   * @param model the model that answered
   * @param cost of the call; empty if it is unknown
   * @param incomplete why the reply is not complete; empty if it is
   */
  record Replied(
      String phase,
      int iteration,
      List<Block> blocks,
      Usage usage,
      Optional<JsonValue> metadata,
      ModelId model,
      Optional<Cost> cost,
      Optional<Incomplete> incomplete)
      implements ModelEvent {
    public Replied {
      var message = new Message.Assistant(blocks, metadata); // checks what a model may say
      blocks = message.blocks();
      metadata = message.metadata();
    }

    /** Returns the reply as a message of the transcript. */
    public Message.Assistant message() {
      return new Message.Assistant(blocks, metadata);
    }

    /** Returns the calls that are to be made: none of an incomplete reply. */
    public List<ToolCall> calls() {
      return incomplete.isPresent() ? List.of() : message().calls();
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
          cost,
          incomplete);
    }
  }

  /**
   * The model gave no answer, and is called again.
   *
   * @param attempt the attempt that failed, counted from 1 for each iteration. If the model was not
   *     called because its quota is paused, the attempt before, which may be 0
   * @param next when it is called again
   */
  record Retrying(String phase, int iteration, int attempt, Failure failure, Instant next)
      implements ModelEvent {

    /** The code of the failure if the transcript is too long for the model. */
    public static final String TOO_LONG = "context_exceeded";

    /** Returns whether the transcript must be shortened before the next attempt. */
    public boolean saysTooLong() {
      return failure.code().equals(TOO_LONG);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Retrying(phase, iteration, attempt, mapper.failure(failure), next);
    }
  }

  /**
   * The model gave no answer, and the run continues with the agent's next model.
   *
   * @param failure why there was no answer
   * @param from the model that was called
   * @param to the model that is called from now on
   */
  record FellBack(String phase, int iteration, Failure failure, ModelId from, ModelId to)
      implements ModelEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new FellBack(phase, iteration, mapper.failure(failure), from, to);
    }
  }

  /**
   * The model gave no answer, and is not called again.
   *
   * @param retries how many failed calls were to be retried before, if no attempt or no time is
   *     left for another; empty if none was, and if another would not help
   */
  record Failed(String phase, int iteration, Failure failure, Optional<Integer> retries)
      implements ModelEvent {

    /** Creates a failure after which a retry would not help. */
    public Failed(String phase, int iteration, Failure failure) {
      this(phase, iteration, failure, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(phase, iteration, mapper.failure(failure), retries);
    }
  }

  /**
   * A model may have been called, and there is no reply to go on with: the server was lost during
   * the call, the call was abandoned, the provider broke off, or its reply says nothing. The
   * provider may charge for it, so it counts.
   *
   * @param usage what the call used, or was expected to use if that is not known
   * @param cost what it costs, or was expected to; empty if the model has no price
   */
  record Unanswered(String phase, int iteration, ModelId model, Usage usage, Optional<Cost> cost)
      implements ModelEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * A summary replaced the older messages of the phase's transcript. The replaced messages stay in
   * the journal.
   *
   * @param iteration model replies of the phase before it
   * @param replaced how many messages after the first one
   * @param summary in the model's words
   * @param usage of the call that summarised
   * @param model the model that summarised
   * @param cost of the call; empty if it is unknown
   */
  record TranscriptCompacted(
      String phase,
      int iteration,
      int replaced,
      String summary,
      Usage usage,
      ModelId model,
      Optional<Cost> cost)
      implements ModelEvent {

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new TranscriptCompacted(
          phase, iteration, replaced, mapper.body(summary), usage, model, cost);
    }
  }

  /**
   * The phase's transcript could not be compacted. The phase continues with it unchanged.
   *
   * @param iteration model replies of the phase before it
   * @param usage of the call, if it returned a reply that was of no use
   * @param model the model that gave that reply; empty if there was none
   * @param cost of the call; empty if it is unknown
   */
  record CompactionFailed(
      String phase,
      int iteration,
      Failure failure,
      Usage usage,
      Optional<ModelId> model,
      Optional<Cost> cost)
      implements ModelEvent {

    /** Returns whether there was a reply, and so something to pay for. */
    public boolean hasReply() {
      return model.isPresent();
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new CompactionFailed(phase, iteration, mapper.failure(failure), usage, model, cost);
    }
  }
}
