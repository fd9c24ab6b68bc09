package dev.reprise.execution.worker;

/**
 * A call has ended that its supervisor had abandoned. The thread that made the call must not touch
 * the run again: another thread continues it.
 */
public final class CallAbandonedException extends Exception {}
