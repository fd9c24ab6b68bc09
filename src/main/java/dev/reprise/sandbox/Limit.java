package dev.reprise.sandbox;

/** What a script may not have more of. */
public enum Limit {

  /** The memory of its engine. */
  MEMORY,

  /**
   * Time, from the call to the result; that in which it waited for an engine or a host function is
   * part of it.
   */
  TIME,

  /** Calls within calls, which use up a stack of their own and not the memory. */
  STACK,

  /** What it returns, in bytes of JSON. */
  RESULT,

  /** Engines at once, on this server: none became free in time. */
  ENGINES
}
