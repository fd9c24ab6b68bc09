package dev.reprise.execution;

import java.util.UUID;

/** What a tool knows a call by: the same at every attempt, and no other call's. */
final class IdempotencyKey {

  private IdempotencyKey() {}

  static String of(UUID run, String phase, int iteration, String callId) {
    return run + "/" + phase + "/" + iteration + "/" + callId;
  }
}
