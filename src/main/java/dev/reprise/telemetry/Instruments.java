package dev.reprise.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleCounter;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import java.util.List;

/**
 * The metrics that are written where something happens. The page {@code src/docs/telemetry.md}
 * explains each. Tested by {@code MetricsIT}.
 */
public final class Instruments {

  private static final List<Long> TOKENS =
      List.of(
          1L,
          4L,
          16L,
          64L,
          256L,
          1_024L,
          4_096L,
          16_384L,
          65_536L,
          262_144L,
          1_048_576L,
          4_194_304L,
          16_777_216L,
          67_108_864L);
  private static final List<Double> CALLS =
      List.of(
          0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);
  private static final List<Double> FIRST_CHUNK =
      List.of(
          0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5,
          10.0);
  private static final List<Double> NEXT_CHUNK =
      List.of(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5);
  private static final List<Long> CALLS_OF_A_CLAIM = List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L);
  private static final List<Double> RUNS =
      List.of(0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3_600.0, 21_600.0, 86_400.0, 604_800.0);
  private static final List<Double> WRITES =
      List.of(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0);

  public final LongHistogram tokens;
  public final DoubleHistogram modelCalls;
  public final DoubleHistogram firstChunks;
  public final DoubleHistogram nextChunks;
  public final DoubleHistogram toolCalls;
  public final DoubleHistogram claimSpans;
  public final LongHistogram modelCallsOfClaims;
  public final LongHistogram toolCallsOfClaims;

  public final LongCounter runsEnded;
  public final DoubleHistogram runDurations;
  public final DoubleHistogram submissions;
  public final DoubleCounter cost;

  public final DoubleHistogram appends;
  public final LongCounter appendedBytes;
  public final LongCounter appendErrors;
  public final LongCounter appendsDelayed;
  public final LongCounter appendsFenced;
  public final LongCounter leasesLost;

  public final DoubleHistogram resumes;
  public final LongCounter sweeps;
  public final LongCounter runsRecovered;
  public final LongCounter runsStranded;
  public final LongCounter attemptsExhausted;

  public final LongCounter callsUnknown;
  public final LongCounter callsReconciled;
  public final LongCounter retries;
  private final LongCounter retriesEnded;
  public final LongCounter decisions;
  public final LongCounter firingsSkipped;
  public final LongCounter streamReconnects;
  public final LongCounter chainsVerified;
  public final LongCounter artifactCalls;
  public final LongCounter artifactGenerations;

  Instruments(Meter meter) {
    tokens =
        meter
            .histogramBuilder("gen_ai.client.token.usage")
            .ofLongs()
            .setUnit("{token}")
            .setDescription("Number of input and output tokens used")
            .setExplicitBucketBoundariesAdvice(TOKENS)
            .build();
    modelCalls =
        seconds(meter, "gen_ai.client.operation.duration", "Duration of calls of models", CALLS);
    firstChunks =
        seconds(
            meter,
            "gen_ai.client.operation.time_to_first_chunk",
            "Time until the first piece of a streamed reply",
            FIRST_CHUNK);
    nextChunks =
        seconds(
            meter,
            "gen_ai.client.operation.time_per_output_chunk",
            "Time between two pieces of a streamed reply",
            NEXT_CHUNK);
    toolCalls = seconds(meter, "gen_ai.execute_tool.duration", "Duration of calls of tools", CALLS);
    claimSpans =
        seconds(
            meter,
            "gen_ai.invoke_agent.duration",
            "How long a server worked on a run without a break",
            RUNS);
    modelCallsOfClaims =
        calls(meter, "inference_calls", "{inference_call}", "Calls of models during a claim");
    toolCallsOfClaims = calls(meter, "tool_calls", "{tool_call}", "Calls of tools during a claim");

    runsEnded = count(meter, "run.completed", "{run}", "Runs that ended");
    runDurations =
        seconds(meter, "agentrun.run.duration", "From the submission of a run to its end", RUNS);
    submissions =
        seconds(
            meter,
            "agentrun.run.visible.lag",
            "From the request of a submission until the run is in the database",
            WRITES);
    cost =
        meter
            .counterBuilder("agentrun.cost.usd")
            .ofDoubles()
            .setUnit("{USD}")
            .setDescription("What calls of models and tools cost, by the price list")
            .build();

    appends =
        seconds(
            meter,
            "agentrun.checkpoint.write.duration",
            "From an append to the record until it is durable",
            WRITES);
    appendedBytes = count(meter, "checkpoint.bytes", "By", "Size of the payloads in the record");
    appendErrors = count(meter, "checkpoint.errors", "{append}", "Appends that were not written");
    appendsDelayed =
        count(meter, "durability.delayed", "{append}", "Appends written after failed writes");
    appendsFenced =
        count(meter, "fence.rejected", "{append}", "Appends refused to a server without the lease");
    leasesLost = count(meter, "lease.lost", "{lease}", "Leases that another server took");

    resumes =
        seconds(
            meter,
            "agentrun.resume.duration",
            "From the claim of a run that was begun before until its next step",
            WRITES);
    sweeps = count(meter, "recovery.sweeps", "{sweep}", "Searches for runs of lost servers");
    runsRecovered = count(meter, "recovery.recovered", "{run}", "Runs taken from lost servers");
    runsStranded =
        count(meter, "recovery.stranded", "{run}", "Waits that nothing could end, and were ended");
    attemptsExhausted =
        count(meter, "recovery.attempts.exhausted", "{run}", "Runs given up as dead letters");

    callsUnknown =
        count(meter, "toolcall.unknown", "{call}", "Calls of tools whose outcome is unknown");
    callsReconciled =
        count(meter, "toolcall.reconciled", "{call}", "Unknown outcomes that their tools told");
    retries = count(meter, "retry.attempts", "{attempt}", "Calls that are made again");
    retriesEnded =
        count(meter, "retry.ended", "{call}", "Calls that were retried and recovered or gave up");
    decisions = count(meter, "approval.decided", "{decision}", "Decisions of people about calls");
    firingsSkipped =
        count(meter, "schedule.skipped", "{firing}", "Due times of schedules without a run");
    streamReconnects =
        count(meter, "stream.reconnects", "{stream}", "Event streams that continue an earlier one");
    chainsVerified =
        count(meter, "audit.chain.verified", "{record}", "Records whose chain was verified");
    artifactCalls =
        count(meter, "artifact.calls", "{call}", "Calls of generated tools, by who answered");
    artifactGenerations =
        count(meter, "artifact.generated", "{generation}", "Generations written, by their cause");
  }

  /**
   * Has counters that rise seldom begin with 0 instead of being absent, so that the first rise is
   * seen as one.
   */
  void begin() {
    List.of(
            appendsDelayed,
            appendsFenced,
            leasesLost,
            sweeps,
            runsRecovered,
            runsStranded,
            attemptsExhausted,
            callsUnknown,
            callsReconciled,
            streamReconnects)
        .forEach(counter -> counter.add(0));
    appendErrors.add(0, Attributes.of(Attribute.KIND, "append"));
    cost.add(0);
    for (String outcome : List.of("COMPLETED", "FAILED", "CANCELLED", "DEAD_LETTER")) {
      runsEnded.add(0, Attributes.of(Attribute.OUTCOME, outcome));
    }
    for (String kind : List.of("model", "tool")) {
      for (String result : List.of("recovered", "gave_up")) {
        retriesEnded.add(0, ofRetries(kind, result));
      }
    }
    for (String result : List.of("intact", "broken")) {
      chainsVerified.add(0, Attributes.of(Attribute.RESULT, result));
    }
  }

  /**
   * Counts calls that were retried and have ended.
   *
   * @param kind {@code model} or {@code tool}
   * @param result {@code recovered} or {@code gave_up}
   */
  public void retried(String kind, String result) {
    retriesEnded.add(1, ofRetries(kind, result));
  }

  private static Attributes ofRetries(String kind, String result) {
    return Attributes.of(Attribute.KIND, kind, Attribute.RESULT, result);
  }

  private static LongHistogram calls(Meter meter, String name, String unit, String description) {
    return meter
        .histogramBuilder("gen_ai.invoke_agent." + name)
        .ofLongs()
        .setUnit(unit)
        .setDescription(description)
        .setExplicitBucketBoundariesAdvice(CALLS_OF_A_CLAIM)
        .build();
  }

  private static LongCounter count(Meter meter, String name, String unit, String description) {
    return meter
        .counterBuilder("agentrun." + name)
        .setUnit(unit)
        .setDescription(description)
        .build();
  }

  private static DoubleHistogram seconds(
      Meter meter, String name, String description, List<Double> boundaries) {
    return meter
        .histogramBuilder(name)
        .setUnit("s")
        .setDescription(description)
        .setExplicitBucketBoundariesAdvice(boundaries)
        .build();
  }
}
