package dev.reprise.sandbox;

/** The limits of a script. */
public enum Limit {

  /** The memory of its engine. */
  MEMORY,

  /**
   * The time from the call to the result. It includes the time that the script waits for an engine
   * or a host function.
   */
  TIME,

  /** The depth of nested calls, which use a stack of their own and not the memory. */
  STACK,

  /** The size of the result, in bytes of JSON. */
  RESULT,

  /** The number of engines at once on this server: none became free in time. */
  ENGINES
}
