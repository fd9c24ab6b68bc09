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
 * adds tokens as the agent's transcripts did so far, from one count of the model to the next. Until
 * that is measured, it is {@value #TOKENS_PER_KILOBYTE} tokens per 1,000 bytes, which is more than
 * common tokenizers need for English. Before the first count, the other calls of the agent say what
 * comes on top of the transcript, such as the declarations of its tools. A reply is expected to be
 * as long as the longest recent reply of the agent, and at least {@value #MIN_OUTPUT} tokens long.
 *
 * <p>The last count of each run is in memory: after a restart, the first call of a run is estimated
 * by its transcript and by what was learnt of the agent, which {@link LearnedCostsTimer} keeps.
 */
@ApplicationScoped
public class ModelCallEstimates {

  static final long TOKENS_PER_KILOBYTE = 333;
  static final long MIN_OUTPUT = 1_000;

  /** In tokens; some times what the largest models read and write at once. */
  private static final long MOST_INPUT = 20_000_000;

  private static final long MOST_OUTPUT = 2_000_000;

  /** Less growth than this, in bytes, says little about the ratio of tokens to bytes. */
  private static final long MIN_GROWTH = 1_000;

  /** Beyond these, in tokens per 1,000 bytes, the transcript is not all that the model reads. */
  private static final long MIN_RATIO = 100;

  private static final long MAX_RATIO = 1_000;

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

  /**
   * What the calls of an agent have in common.
   *
   * @param overhead tokens that come on top of the transcript
   * @param longestReply in tokens
   * @param ratio tokens per 1,000 bytes of transcript
   */
  record Habits(long overhead, long longestReply, long ratio) {

    private static final Habits UNKNOWN = new Habits(0, 0, TOKENS_PER_KILOBYTE);

    private long tokens(long bytes) {
      return bytes * ratio / 1_000;
    }
  }

  /**
   * What a call is expected to use.
   *
   * @param cost empty if the model has no price
   * @param lacksPrice whether it has none although the provider may charge for the call
   */
  public record Expected(Usage usage, Optional<Cost> cost, boolean lacksPrice) {

    /** Returns the cost in US dollars; empty if it is not known. */
    public Optional<BigDecimal> usd() {
      return cost.flatMap(Cost::usd);
    }
  }

  /** Returns what a call with a transcript of so many bytes is expected to use. */
  public synchronized Expected of(Conversation conversation, long bytes) {
    Habits known = habits.getOrDefault(conversation.with(), Habits.UNKNOWN);
    Counted last = counted.get(conversation);
    long input =
        last == null || bytes < last.bytes()
            ? known.tokens(bytes) + known.overhead()
            : last.inputTokens() + known.tokens(bytes - last.bytes());
    Usage usage = Usage.estimated(input, Math.max(MIN_OUTPUT, known.longestReply()));
    ModelId model = conversation.with().model();
    Optional<Cost> cost = prices.costOf(model, usage);
    return new Expected(usage, cost, cost.isEmpty() && prices.mayCharge(model.provider()));
  }

  /** Returns whether a provider may charge for calls, see {@link Prices#mayCharge}. */
  public boolean mayCharge(String provider) {
    return prices.mayCharge(provider);
  }

  /** Returns what was learnt. */
  synchronized Map<AgentModel, Habits> habits() {
    return Map.copyOf(habits);
  }

  /** Begins with what was learnt before; what was learnt since stays. */
  synchronized void restore(Map<AgentModel, Habits> learnt) {
    learnt.forEach(habits::putIfAbsent);
  }

  /** Learns what a call with a transcript of so many bytes used, as the provider counted it. */
  synchronized void learn(Conversation conversation, long bytes, Usage usage) {
    if (usage.equals(Usage.NONE) || usage.hasEstimates() || isAbsurd(usage)) {
      return; // the provider refused the call, does not count, or counts what cannot be
    }
    var now = new Counted(bytes, usage.inputTokens());
    Counted last = counted.remove(conversation); // and becomes the youngest
    counted.put(conversation, now);
    Habits known = habits.getOrDefault(conversation.with(), Habits.UNKNOWN);
    long ratio = last == null ? known.ratio() : ratio(known.ratio(), last, now);
    habits.put(
        conversation.with(),
        new Habits(
            Math.max(0, usage.inputTokens() - bytes * ratio / 1_000),
            Math.max(usage.outputTokens(), fading(known.longestReply())),
            ratio));
  }

  /** What no model reads or writes at once would keep all later calls of the agent waiting. */
  private static boolean isAbsurd(Usage usage) {
    return usage.inputTokens() > MOST_INPUT || usage.outputTokens() > MOST_OUTPUT;
  }

  /** Each measurement counts for a quarter, so that a single odd message changes little. */
  private static long ratio(long known, Counted last, Counted now) {
    long growth = now.bytes() - last.bytes();
    if (growth < MIN_GROWTH) {
      return known;
    }
    long measured = (now.inputTokens() - last.inputTokens()) * 1_000 / growth;
    return Math.ceilDiv(3 * known + Math.clamp(measured, MIN_RATIO, MAX_RATIO), 4);
  }

  /** A single long reply is forgotten after some dozens of shorter ones. */
  private static long fading(long length) {
    return length * 19 / 20;
  }
}
