package dev.reprise.cli.run;

import dev.reprise.client.RunFilter;
import dev.reprise.client.RunStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which runs are meant. */
public final class FilterOptions {

  @Option(names = "--agent", description = "Only of this agent.")
  @Nullable String agent;

  @Option(names = "--status", description = "Only with this status.")
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
      description = "Only those created then or later, such as 2026-01-31T12:00:00Z.")
  @Nullable Instant createdAfter;

  @Option(
      names = "--created-before",
      paramLabel = "TIME",
      description = "Only those created before.")
  @Nullable Instant createdBefore;

  @Option(
      names = "--text",
      description = "Only those whose input contains this, in upper or lower case.")
  @Nullable String text;

  public RunFilter filter() {
    return new RunFilter(
        Optional.ofNullable(status),
        Optional.ofNullable(agent),
        Optional.ofNullable(waitingFor),
        Optional.ofNullable(createdAfter),
        Optional.ofNullable(createdBefore),
        labels,
        Optional.ofNullable(text));
  }
}
