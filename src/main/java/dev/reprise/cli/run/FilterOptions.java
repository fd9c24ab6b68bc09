package dev.reprise.cli.run;

import dev.reprise.client.RunFilter;
import dev.reprise.client.RunStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which runs are meant. Tested by {@code BulkCommandTest}. */
public final class FilterOptions {

  @Option(names = "--agent", description = "Only of this agent.")
  @Nullable String agent;

  @Option(
      names = "--status",
      converter = StatusNames.class,
      completionCandidates = StatusNames.class,
      description = "Only with this status: ${COMPLETION-CANDIDATES}.")
  @Nullable RunStatus status;

  @Option(
      names = "--waiting-for",
      paramLabel = "REASON",
      description = "Only those that wait for this, such as approval.")
  @Nullable String waitingFor;

  @Option(
      names = {"-l", "--label"},
      paramLabel = "NAME=VALUE",
      description = "Only with this label; repeated, with all.")
  Map<String, String> labels = Map.of();

  @Option(
      names = "--created-after",
      paramLabel = "TIME",
      converter = TimeOrAge.class,
      description = "Only those created then or later: 2026-01-31T12:00:00Z, or 24h ago.")
  @Nullable Instant createdAfter;

  @Option(
      names = "--created-before",
      paramLabel = "TIME",
      converter = TimeOrAge.class,
      description = "Only those created before.")
  @Nullable Instant createdBefore;

  @Option(
      names = "--ended-after",
      paramLabel = "TIME",
      converter = TimeOrAge.class,
      description =
          "Only those that ended then or later, the last one first; with --status FAILED, those that failed then.")
  @Nullable Instant endedAfter;

  @Option(
      names = "--ended-before",
      paramLabel = "TIME",
      converter = TimeOrAge.class,
      description = "Only those that ended before.")
  @Nullable Instant endedBefore;

  @Option(
      names = "--failure",
      paramLabel = "CODE",
      description = "Only those that failed for this, such as iteration_limit.")
  @Nullable String failureCode;

  @Option(
      names = "--failure-group",
      paramLabel = "GROUP",
      description = "Only those that failed for the same reason, as 'run failures' names it.")
  @Nullable String failureGroup;

  @Option(
      names = "--text",
      description = "Only those whose input contains this, in upper or lower case.")
  @Nullable String text;

  public RunFilter filter() {
    return new RunFilter(
        Optional.ofNullable(status),
        Optional.ofNullable(agent),
        Optional.ofNullable(waitingFor),
        new RunFilter.Cause(Optional.ofNullable(failureCode), Optional.ofNullable(failureGroup)),
        new RunFilter.Period(Optional.ofNullable(createdAfter), Optional.ofNullable(createdBefore)),
        new RunFilter.Period(Optional.ofNullable(endedAfter), Optional.ofNullable(endedBefore)),
        labels,
        Optional.ofNullable(text));
  }
}
