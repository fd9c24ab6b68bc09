package dev.reprise.artifact;

import java.util.Optional;

/** Who may call an artifact. Code goes through the stages one by one. */
public enum Stage {

  /** No agent: the code is new, and not checked yet. */
  STAGED,

  /** The agent that had it written, and no other. */
  PRIVATE,

  /** Agents that ask for it by name, until it has proved itself. */
  CANARY,

  /** Each agent that may call tools that agents write; agents are told of it. */
  PROMOTED,

  /** No agent, and no new code is written, until an admin blesses, restores or rewrites it. */
  QUARANTINED,

  /** No agent: its code is not in use any more. A call has new code written. */
  ARCHIVED;

  /** Returns the stage to which a promotion leads, if one is possible. */
  public Optional<Stage> next() {
    return switch (this) {
      case STAGED, PRIVATE -> Optional.of(CANARY);
      case CANARY -> Optional.of(PROMOTED);
      case PROMOTED, QUARANTINED, ARCHIVED -> Optional.empty();
    };
  }
}
