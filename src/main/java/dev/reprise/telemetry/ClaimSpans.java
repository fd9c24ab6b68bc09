package dev.reprise.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The spans of claims: of what one server does for a run from its claim until it releases the run,
 * or is lost. Each is a root span of the run's trace, because a run outlives any span that a
 * submitter might have waited in, and must be sampled by itself. It is linked to the span of the
 * claim before and to the submitter.
 */
@ApplicationScoped
public class ClaimSpans {

  private static final double MILLIS = 1e3;

  private final Map<UUID, Open> open = new ConcurrentHashMap<>();
  private final Telemetry telemetry;

  @Inject
  public ClaimSpans(Telemetry telemetry) {
    this.telemetry = telemetry;
  }

  /**
   * What is worked on.
   *
   * @param epoch of the claim
   * @param agentVersion the content hash of its document
   * @param server that works on it
   */
  public record Work(
      UUID run, String tenant, long epoch, String agent, String agentVersion, String server) {}

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

  /** A span that has not ended, with the calls below it. */
  private record Open(
      Work work, Span span, Duration age, long since, LongAdder modelCalls, LongAdder toolCalls) {}

  /** Returns what the spans are made with. */
  public Telemetry telemetry() {
    return telemetry;
  }

  /**
   * Begins a span; it is found under the run until it ends.
   *
   * @param age how long ago the run was submitted
   */
  public void begin(Work work, List<SpanContext> links, Duration age) {
    Span span = SpanIds.start(builder(work, links), work.run(), work.epoch());
    open.put(
        work.run(), new Open(work, span, age, telemetry.now(), new LongAdder(), new LongAdder()));
  }

  private SpanBuilder builder(Work work, List<SpanContext> links) {
    SpanBuilder builder =
        telemetry
            .tracer()
            .spanBuilder("invoke_agent " + work.agent())
            .setAttribute(Attribute.OPERATION, "invoke_agent")
            .setAttribute(Attribute.AGENT, work.agent())
            .setAttribute(Attribute.AGENT_VERSION, work.agentVersion())
            .setAttribute(Attribute.CONVERSATION, work.run().toString())
            .setAttribute(Attribute.TENANT, work.tenant())
            .setAttribute(Attribute.EPOCH, work.epoch())
            .setAttribute(Attribute.SERVER, work.server());
    links.forEach(builder::addLink);
    return builder;
  }

  /** Ends the span of a claim, if it was begun. */
  public void end(UUID run, long epoch, End end) {
    take(run, epoch).ifPresent(span -> end(span, end));
  }

  private void end(Open ended, End end) {
    end.setOn(ended.span());
    ended.span().end();
    double seconds = telemetry.secondsSince(ended.since());
    String agent = ended.work().agent();
    Attributes attributes = Attributes.of(Attribute.AGENT, agent, Attribute.OUTCOME, end.status());
    Attributes ofTheAgent = Attributes.of(Attribute.AGENT, agent);
    Instruments instruments = telemetry.instruments();
    instruments.claimSpans.record(
        seconds, attributes.toBuilder().put(Attribute.OPERATION, "invoke_agent").build());
    instruments.modelCallsOfClaims.record(ended.modelCalls().sum(), ofTheAgent);
    instruments.toolCallsOfClaims.record(ended.toolCalls().sum(), ofTheAgent);
    if (end.isLast()) {
      instruments.runDurations.record(ended.age().toMillis() / MILLIS + seconds, attributes);
    }
  }

  /**
   * Forgets the span of a claim whose run another server has taken: that server reports it, as it
   * does for a server that is gone.
   */
  public void abandon(UUID run, long epoch) {
    take(run, epoch);
  }

  /** Reports a claim of which nothing came but its record, because its server was lost. */
  public void report(Work work, List<SpanContext> links, Instant from, Instant to) {
    SpanBuilder builder = builder(work, links).setStartTimestamp(from);
    Span span = SpanIds.start(builder, work.run(), work.epoch());
    new End("LOST", false, Optional.empty(), Optional.of("server_lost")).setOn(span);
    span.end(to);
  }

  /** Returns the context in which a call of a model for a run is measured, and counts the call. */
  public Context modelCall(UUID run) {
    return call(run, Open::modelCalls);
  }

  /** Returns the context in which a call of a tool for a run is measured, and counts the call. */
  public Context toolCall(UUID run) {
    return call(run, Open::toolCalls);
  }

  private Context call(UUID run, Function<Open, LongAdder> calls) {
    Open of = open.get(run);
    if (of == null) {
      return Context.root();
    }
    calls.apply(of).increment();
    return Context.root().with(of.span());
  }

  private Optional<Open> take(UUID run, long epoch) {
    return Optional.ofNullable(open.get(run))
        .filter(span -> span.work().epoch() == epoch)
        .filter(span -> open.remove(run, span));
  }
}
