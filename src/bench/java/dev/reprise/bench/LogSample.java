package dev.reprise.bench;

/**
 * The positions of a run and of the database's log at about the same moment.
 *
 * @param sequence of the run's newest event
 * @param bytes that the database has ever written to the log
 */
record LogSample(long sequence, long bytes) {}
