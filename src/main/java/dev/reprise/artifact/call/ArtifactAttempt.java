package dev.reprise.artifact.call;

import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.UsePolicy;
import dev.reprise.artifact.program.ProgramIntake;
import dev.reprise.artifact.program.ProgramRun;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt at a call, which may run code, or find that code must be written first.
 *
 * @param stored the artifact as it is now
 * @param wanted the contract that counts
 * @param trouble what is known to be wrong with the code, for the agent that writes it
 * @param lastRead the beginning of what the code has read last
 */
record ArtifactAttempt(
    ArtifactCall call,
    Optional<Artifact> stored,
    Contract wanted,
    UsePolicy policy,
    Optional<String> trouble,
    Optional<String> lastRead) {

  String name() {
    return call.name();
  }

  /** Returns the attempt after an agent's answer was taken. */
  ArtifactAttempt after(ProgramIntake.Taken taken) {
    return new ArtifactAttempt(
        call, taken.artifact(), wanted, policy, taken.refusal().or(() -> trouble), lastRead);
  }

  /**
   * Returns the attempt after code ran and failed.
   *
   * @param artifact as it is then
   */
  ArtifactAttempt after(ProgramRun run, Optional<Artifact> artifact, Failure failure) {
    return new ArtifactAttempt(
        call, artifact, wanted, policy, Optional.of(failure.reason()), run.lastRead());
  }

  /** Returns whether the current code was written for this very call. */
  boolean isFresh() {
    return call.request().answers().stream().map(TaskAnswer::run).anyMatch(this::isWrittenBy);
  }

  private boolean isWrittenBy(UUID run) {
    return stored
        .flatMap(it -> it.current().origin().provenance().run())
        .filter(run::equals)
        .isPresent();
  }

  /** Returns the agent that had the current code written, in words. */
  String author() {
    return stored
        .flatMap(it -> it.current().origin().provenance().agent())
        .map("'%s'"::formatted)
        .orElse("that had it written");
  }

  /** Returns what is known to be wrong with the code, in one line. */
  String shortTrouble() {
    return trouble.flatMap(it -> it.lines().findFirst()).orElse("no reason is known");
  }
}
