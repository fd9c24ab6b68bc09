package dev.reprise.api.submission;

import java.util.Arrays;

/** What this server does with runs that are submitted as not durable. */
public enum NonDurableRuns {
  /** It accepts durable runs only. */
  REFUSE,
  /** It accepts them, with journals in memory; they are lost with the server. */
  ACCEPT;

  /** Reads the property {@code reprise.runs.not-durable}. */
  public static NonDurableRuns of(String name) {
    return Arrays.stream(values())
        .filter(value -> value.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "reprise.runs.not-durable must be refuse or accept, but is " + name));
  }
}
