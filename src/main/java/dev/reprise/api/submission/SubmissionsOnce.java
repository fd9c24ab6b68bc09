package dev.reprise.api.submission;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.idempotency.DedupeKeys;
import dev.reprise.api.identity.Submitter;
import dev.reprise.definition.AgentVersion;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * Accepts submissions that may be repetitions: of a request, or of a run about the same thing.
 * Tested by {@code DedupeKeyIT}.
 */
@ApplicationScoped
public class SubmissionsOnce {

  private final Submissions submissions;
  private final DedupeKeys keys;
  private final Runs runs;

  @Inject
  SubmissionsOnce(Submissions submissions, DedupeKeys keys, Runs runs) {
    this.submissions = submissions;
    this.keys = keys;
    this.runs = runs;
  }

  /**
   * Checks and queues a run, unless it exists.
   *
   * @param creation the id of the run, unless the {@code dedupeKey} stands for another one
   * @throws ProblemException if the submission names something that does not exist, or that the
   *     submitter may not use
   */
  public Run submit(CreationId creation, Submitter submitter, Submission submission) {
    Optional<Run> before =
        creation.isRepeated() ? runs.find(submitter.tenant(), creation.get()) : Optional.empty();
    if (before.isPresent()) {
      return before.get();
    }
    // Checked before the key is taken, because a submission that is refused must not take the key.
    AgentVersion agent = submissions.checked(submitter, submission);
    String key = submission.dedupeKey();
    if (key == null) {
      return submissions.submit(creation.get(), submitter, submission, agent);
    }
    DedupeKeys.Taken taken =
        keys.take(
            new DedupeKeys.Key(
                submitter.tenant(), submission.agent(), key, fingerprint(submission)),
            creation.get());
    if (!taken.isSame()) {
      return ownRun(taken.run(), submitter);
    }
    return unlessItExists(taken.run(), submitter, submission, agent);
  }

  /**
   * Finds the caller's own run. Someone who guesses a key must not have other callers take the run,
   * with its other input, for theirs.
   */
  private Run ownRun(UUID id, Submitter submitter) {
    return runs.find(submitter.tenant(), id)
        .filter(run -> run.submittedBy().equals(submitter.name()))
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemType.IDEMPOTENCY_KEY_REUSED,
                    "This dedupeKey belongs to a submission of another caller with another input or"
                        + " workspace; what is about something else must have a key of its own."));
  }

  private static String fingerprint(Submission submission) {
    String asked = submission.workspace() + "\n" + CanonicalJson.write(submission.inputOrEmpty());
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(asked.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Checks and queues a run of an agent that need not be in the catalogue, unless the run exists.
   *
   * @throws ProblemException as for an agent of the catalogue
   */
  public Run submit(
      CreationId creation, Submitter submitter, Submission submission, AgentVersion agent) {
    submissions.check(submitter, submission, agent);
    return unlessItExists(creation.get(), submitter, submission, agent);
  }

  private Run unlessItExists(
      UUID id, Submitter submitter, Submission submission, AgentVersion agent) {
    Optional<Run> before = runs.find(submitter.tenant(), id);
    if (before.isPresent()) {
      return before.get();
    }
    try {
      return submissions.submit(id, submitter, submission, agent);
    } catch (RuntimeException e) {
      // Another submission may have created it in the meantime, here or on another server.
      return runs.find(submitter.tenant(), id).orElseThrow(() -> e);
    }
  }
}
