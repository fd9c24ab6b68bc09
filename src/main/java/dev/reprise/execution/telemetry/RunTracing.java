package dev.reprise.execution.telemetry;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.RunTrace;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.telemetry.TraceParent;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Traces what this server does for runs, from each claim to its release, and reports for servers
 * that were lost before they could. A trace that cannot be written never keeps a run from working.
 */
@ApplicationScoped
public class RunTracing {

  private static final System.Logger LOG = System.getLogger(RunTracing.class.getName());

  private final ClaimHistory history;
  private final ServerIdentity server;
  private final Clock clock;
  private final ClaimSpans spans;
  private final Telemetry telemetry;

  @Inject
  RunTracing(ClaimHistory history, ServerIdentity server, Clock clock, ClaimSpans spans) {
    this.history = history;
    this.server = server;
    this.clock = clock;
    this.spans = spans;
    this.telemetry = spans.telemetry();
  }

  /** Begins to trace what a claim leads to. */
  public void begin(ClaimResult.Admitted admitted) {
    if (telemetry.isOn()) {
      RunRow row = admitted.row();
      List<SpanContext> links = new ArrayList<>();
      row.submission().traceParent().flatMap(TraceParent::parse).ifPresent(links::add);
      if (row.epoch() > 0 && row.inMemoryOn().isEmpty()) {
        past(admitted).ifPresent(past -> links.add(link(row, past, List.copyOf(links))));
      }
      Duration age = Duration.between(row.submission().at(), clock.instant());
      if (age.isNegative()) {
        age = Duration.ZERO; // another server's clock is ahead
      }
      spans.begin(work(row, admitted.claim().epoch(), server.thisStart()), links, age);
    }
  }

  /** A lost claim is reported before the claim that follows it and is linked to it. */
  private SpanContext link(RunRow row, ClaimHistory.Past past, List<SpanContext> submitter) {
    if (past.isLost()) {
      spans.report(work(row, past.epoch(), past.server()), submitter, past.from(), past.to());
      telemetry.instruments().runsRecovered.add(1);
    }
    return RunTrace.context(row.id(), past.epoch());
  }

  private Optional<ClaimHistory.Past> past(ClaimResult.Admitted admitted) {
    try {
      return history.before(admitted.row().id(), admitted.head().sequence());
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "run %s: its trace has a gap, because its record could not be searched"
              .formatted(admitted.row().id()),
          e);
      return Optional.empty();
    }
  }

  private static ClaimSpans.Work work(RunRow row, long epoch, String server) {
    return new ClaimSpans.Work(
        row.id(), row.tenant(), epoch, row.identity().agent(), row.agentVersion(), server);
  }

  /**
   * Ends what a claim led to.
   *
   * @param release why the claim ended
   */
  public void end(Claim claim, RunEvent release) {
    if (telemetry.isOn()) {
      RunStatus status = StatusTransitions.statusAfter(release).orElseThrow();
      spans.end(
          claim.run(),
          claim.epoch(),
          new ClaimSpans.End(
              status.name(),
              status.isEnded(),
              StatusTransitions.waitingForAfter(release),
              error(release)));
    }
  }

  /** Forgets what a claim led to, because another server holds the run. */
  public void lost(Claim claim) {
    spans.abandon(claim.run(), claim.epoch());
    telemetry.instruments().leasesLost.add(1);
  }

  private static Optional<String> error(RunEvent release) {
    return switch (release) {
      case LifecycleEvent.Failed(var failure) -> Optional.of(failure.code());
      case LifecycleEvent.DeadLettered(var failure) -> Optional.of(failure.code());
      case LifecycleEvent.BrokeDown broken -> Optional.of(broken.failure().code());
      case ControlEvent.Cancelled ignored -> Optional.of("cancelled");
      default -> Optional.empty();
    };
  }

  /** Returns the present, as {@link #resumed} takes it. */
  public long now() {
    return telemetry.now();
  }

  /** Counts a record whose chain was verified. */
  public void verified(String result) {
    telemetry.instruments().chainsVerified.add(1, Attributes.of(Attribute.RESULT, result));
  }

  /** Measures how long it took from the claim of a run until it works, and what it begins with. */
  public void resumed(RunRow row, RunState state, long since) {
    if (row.epoch() > 0) {
      telemetry.instruments().resumes.record(telemetry.secondsSince(since));
    }
    if (row.holderFailures().isLost()) {
      telemetry.instruments().callsUnknown.add(callsInDoubt(state));
    }
  }

  /** A server that was lost could not record that the outcomes of its calls are unknown. */
  private static long callsInDoubt(RunState state) {
    return state
        .openPhase()
        .map(it -> it.work().calls().stream().filter(ToolCallState::mayHaveHappened).count())
        .orElse(0L);
  }
}
