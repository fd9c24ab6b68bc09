package dev.reprise.artifact.call;

import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.UsePolicy;
import dev.reprise.artifact.program.ProgramIntake;
import dev.reprise.artifact.program.ProgramRun;
import dev.reprise.artifact.program.WriteRequest;
import dev.reprise.artifact.program.WriteRequest.Findings;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt at a call, which may run code, or find that code must be written first. Tested by
 * {@code ArtifactCallsTest}.
 *
 * @param stored the artifact as it is stored now
 * @param candidate the artifact with code that was written for this call, and is not kept, or not
 *     yet
 * @param wanted the contract that counts
 * @param findings what the agent that writes code is told of it
 */
record ArtifactAttempt(
    ArtifactCall call,
    Optional<Artifact> stored,
    Optional<Artifact> candidate,
    Contract wanted,
    UsePolicy policy,
    Findings findings) {

  /** Returns the artifact that the call goes on with; empty if there is none. */
  Optional<Artifact> inUse() {
    return candidate.or(() -> stored);
  }

  String name() {
    return call.name();
  }

  /** Returns the attempt after an agent's answer was taken. */
  ArtifactAttempt after(ProgramIntake.Taken taken) {
    Optional<String> trouble = taken.refusal().or(findings::trouble);
    return new ArtifactAttempt(
        call,
        taken.stored(),
        taken.candidate(),
        wanted,
        policy,
        new Findings(trouble, findings.lastRead()));
  }

  /**
   * Returns the attempt after code ran and failed.
   *
   * @param artifact as it is stored then
   */
  ArtifactAttempt after(ProgramRun run, Optional<Artifact> artifact, Failure failure) {
    return new ArtifactAttempt(
        call,
        artifact,
        candidate.map(it -> it.failed(failure)),
        wanted,
        policy,
        new Findings(Optional.of(failure.reason()), run.lastRead()));
  }

  /**
   * Returns the stored artifact after the code in use ran.
   *
   * @param now as it is stored
   * @param failure empty if the code succeeded
   */
  Artifact noted(Artifact now, Optional<Failure> failure, Instant at) {
    return candidate
        .filter(it -> mayReplace())
        .map(it -> now.tried(it, failure, at, policy.trust()))
        .orElseGet(
            () ->
                now.called(
                    inUse().orElseThrow().current().origin().id(), failure, at, policy.trust()));
  }

  private boolean mayReplace() {
    TaskAnswer newest = call.request().answers().getLast();
    return WriteRequest.reason(newest.task()) != Selection.Reason.READ_OFF;
  }

  /** Returns whether the current code was written for this very call. */
  boolean isFresh() {
    return call.request().answers().stream().map(TaskAnswer::run).anyMatch(this::isWrittenBy);
  }

  private boolean isWrittenBy(UUID run) {
    return inUse()
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
    return findings.trouble().flatMap(it -> it.lines().findFirst()).orElse("no reason is known");
  }
}
