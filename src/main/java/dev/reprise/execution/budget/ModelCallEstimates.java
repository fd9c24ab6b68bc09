package dev.reprise.execution.budget;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.model.price.Prices;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What model calls are expected to use and to cost, before they are made.
 *
 * <p>A provider counts the tokens of a call. From that count on, each further byte of a transcript
 * adds {@value #TOKENS_PER_KILOBYTE} tokens per 1,000 bytes, which is more than common tokenizers
 * need for English. Before the first count, the other calls of the agent say what comes on top of
 * the transcript, such as the declarations of its tools. A reply is expected to be as long as the
 * longest recent reply of the agent, and at least {@value #MIN_OUTPUT} tokens long.
 *
 * <p>What was counted is in memory: after a restart, the first call of each run is estimated by its
 * transcript alone.
 */
@ApplicationScoped
public class ModelCallEstimates {

  static final long TOKENS_PER_KILOBYTE = 333;
  static final long MIN_OUTPUT = 1_000;

  private static final int MAX_ENTRIES = 10_000;

  private final Prices prices;
  private final Map<Conversation, Counted> counted = bounded();
  private final Map<AgentModel, Habits> habits = bounded();

  @Inject
  public ModelCallEstimates(Prices prices) {
    this.prices = prices;
  }

  private static <K, V> Map<K, V> bounded() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MAX_ENTRIES;
      }
    };
  }

  /**
   * A conversation of a run with a model.
   *
   * @param run the run's id, and the phase
   */
  public record Conversation(String run, AgentModel with) {}

  /** A model that an agent calls. */
  public record AgentModel(String agent, ModelId model) {}

  private record Counted(long bytes, long inputTokens) {}

  private record Habits(long overhead, long longestReply) {}

  /**
   * What a call is expected to use.
   *
   * @param cost empty if the model has no price
   */
  public record Expected(Usage usage, Optional<Cost> cost) {

    /** Returns the cost in US dollars; empty if it is not known. */
    Optional<BigDecimal> usd() {
      return cost.filter(it -> it.currency().equals(Cost.CURRENCY)).map(Cost::amount);
    }
  }

  /** Returns what a call with a transcript of so many bytes is expected to use. */
  synchronized Expected of(Conversation conversation, long bytes) {
    Habits known = habits.getOrDefault(conversation.with(), new Habits(0, 0));
    Counted last = counted.get(conversation);
    long input =
        last == null || bytes < last.bytes()
            ? tokens(bytes) + known.overhead()
            : last.inputTokens() + tokens(bytes - last.bytes());
    var usage = new Usage(input, Math.max(MIN_OUTPUT, known.longestReply()));
    return new Expected(usage, prices.costOf(conversation.with().model(), usage));
  }

  /** Learns what a call with a transcript of so many bytes used, as the provider counted it. */
  synchronized void learn(Conversation conversation, long bytes, Usage usage) {
    if (usage.equals(Usage.NONE)) {
      return; // the provider does not count
    }
    counted.remove(conversation); // and becomes the youngest
    counted.put(conversation, new Counted(bytes, usage.inputTokens()));
    Habits known = habits.getOrDefault(conversation.with(), new Habits(0, 0));
    habits.put(
        conversation.with(),
        new Habits(
            Math.max(0, usage.inputTokens() - tokens(bytes)),
            Math.max(usage.outputTokens(), fading(known.longestReply()))));
  }

  /** A single long reply is forgotten after some dozens of shorter ones. */
  private static long fading(long length) {
    return length * 19 / 20;
  }

  private static long tokens(long bytes) {
    return bytes * TOKENS_PER_KILOBYTE / 1_000;
  }
}
