package dev.reprise.bench;

/**
 * How far a run and the database's log were at about the same moment.
 *
 * @param sequence of the run's newest event
 * @param bytes that were ever written to the log
 */
record LogSample(long sequence, long bytes) {}
