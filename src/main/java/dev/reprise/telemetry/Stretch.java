package dev.reprise.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of work on a run: what one server does from its claim until it releases the run, or is
 * lost. Each is a root span of the run's trace, because a run outlives any span that a submitter
 * might have waited in, and must be sampled by itself. It is linked to the stretch before and to
 * the submitter.
 */
public final class Stretch {

  private static final double MILLIS = 1e3;

  private static final Map<UUID, Stretch> CURRENT = new ConcurrentHashMap<>();

  private final Work work;
  private final Span span;
  private final Context context;
  private final Duration age;
  private final long since = Telemetry.now();
  private final LongAdder modelCalls = new LongAdder();
  private final LongAdder toolCalls = new LongAdder();

  private Stretch(Work work, Span span, Duration age) {
    this.work = work;
    this.span = span;
    this.context = Context.root().with(span);
    this.age = age;
  }

  /**
   * What is worked on.
   *
   * @param epoch of the claim
   * @param agentVersion the content hash of its document
   * @param server that works on it
   */
  public record Work(
      UUID run, String tenant, long epoch, String agent, String agentVersion, String server) {

    private SpanBuilder builder(List<SpanContext> links) {
      SpanBuilder builder =
          Telemetry.tracer()
              .spanBuilder("invoke_agent " + agent)
              .setAttribute(Attribute.OPERATION, "invoke_agent")
              .setAttribute(Attribute.AGENT, agent)
              .setAttribute(Attribute.AGENT_VERSION, agentVersion)
              .setAttribute(Attribute.CONVERSATION, run.toString())
              .setAttribute(Attribute.TENANT, tenant)
              .setAttribute(Attribute.EPOCH, epoch)
              .setAttribute(Attribute.SERVER, server);
      links.forEach(builder::addLink);
      return builder;
    }
  }

  /**
   * How it ended.
   *
   * @param status of the run, or {@code LOST}
   * @param isLast whether the run ended with it
   * @param error a code if the run failed, or the server was lost
   */
  public record End(
      String status, boolean isLast, Optional<String> waitingFor, Optional<String> error) {

    private void setOn(Span span) {
      span.setAttribute(Attribute.STATUS, status);
      waitingFor.ifPresent(what -> span.setAttribute(Attribute.WAITING_FOR, what));
      error.ifPresent(
          code -> {
            span.setAttribute(Attribute.ERROR, code);
            span.setStatus(StatusCode.ERROR, code);
          });
    }
  }

  /**
   * Begins a stretch; it is found under the run until it ends.
   *
   * @param age how long ago the run was submitted
   */
  public static void begin(Work work, List<SpanContext> links, Duration age) {
    Span span = SpanIds.start(work.builder(links), work.run(), work.epoch());
    CURRENT.put(work.run(), new Stretch(work, span, age));
  }

  /** Ends the stretch of a claim, if it was begun. */
  public static void end(UUID run, long epoch, End end) {
    take(run, epoch).ifPresent(stretch -> stretch.end(end));
  }

  private void end(End end) {
    end.setOn(span);
    span.end();
    double seconds = Telemetry.secondsSince(since);
    Attributes attributes =
        Attributes.of(Attribute.AGENT, work.agent(), Attribute.OUTCOME, end.status());
    Attributes ofTheAgent = Attributes.of(Attribute.AGENT, work.agent());
    Instruments instruments = Telemetry.instruments();
    instruments.stretches.record(
        seconds, attributes.toBuilder().put(Attribute.OPERATION, "invoke_agent").build());
    instruments.modelCallsOfStretches.record(modelCalls.sum(), ofTheAgent);
    instruments.toolCallsOfStretches.record(toolCalls.sum(), ofTheAgent);
    if (end.isLast()) {
      instruments.runDurations.record(age.toMillis() / MILLIS + seconds, attributes);
    }
  }

  /**
   * Forgets the stretch of a claim that another server has taken: that server reports it, as it
   * does for a server that is gone.
   */
  public static void abandon(UUID run, long epoch) {
    take(run, epoch);
  }

  /** Reports a stretch of which nothing came but its record, because its server was lost. */
  public static void report(Work work, List<SpanContext> links, Instant from, Instant to) {
    SpanBuilder builder = work.builder(links).setStartTimestamp(from);
    Span span = SpanIds.start(builder, work.run(), work.epoch());
    new End("LOST", false, Optional.empty(), Optional.of("server_lost")).setOn(span);
    span.end(to);
  }

  /** Returns the context in which a call of a model for a run is measured, and counts the call. */
  public static Context modelCall(UUID run) {
    return call(CURRENT.get(run), stretch -> stretch.modelCalls);
  }

  /** Returns the context in which a call of a tool for a run is measured, and counts the call. */
  public static Context toolCall(UUID run) {
    return call(CURRENT.get(run), stretch -> stretch.toolCalls);
  }

  private static Context call(@Nullable Stretch stretch, Function<Stretch, LongAdder> calls) {
    if (stretch == null) {
      return Context.root();
    }
    calls.apply(stretch).increment();
    return stretch.context;
  }

  private static Optional<Stretch> take(UUID run, long epoch) {
    return Optional.ofNullable(CURRENT.get(run))
        .filter(stretch -> stretch.work.epoch() == epoch)
        .filter(stretch -> CURRENT.remove(run, stretch));
  }
}
