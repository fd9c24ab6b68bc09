package dev.reprise.api.submission;

/** What this server does with runs that are submitted as not durable. */
public enum NonDurableRuns {
  /** It accepts durable runs only. */
  REFUSE,
  /** It accepts them, with journals in memory; they are lost with the server. */
  ACCEPT
}
