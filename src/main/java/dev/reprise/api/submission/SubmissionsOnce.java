package dev.reprise.api.submission;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Submitter;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/** Accepts submissions that may be repetitions: of a request, or of a run about the same thing. */
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
   * The run of a submission.
   *
   * @param isNew whether this submission created it
   */
  public record Submitted(Run run, boolean isNew) {}

  /**
   * Checks and queues a run, unless it exists.
   *
   * @param creation the id for a new run
   * @throws ProblemException if the submission names something that does not exist, or that the
   *     submitter may not use
   */
  public Submitted submit(CreationId creation, Submitter submitter, Submission submission) {
    String key = submission.dedupeKey();
    if (key == null) {
      return creation.isRepeated()
          ? unlessItExists(creation.get(), submitter, submission)
          : submitted(creation.get(), submitter, submission);
    }
    // Checked first, because a submission that is refused must not take the key.
    submissions.check(submitter, submission);
    UUID id = keys.take(submitter.tenant(), submission.agent(), key, creation.get());
    return unlessItExists(id, submitter, submission);
  }

  private Submitted unlessItExists(UUID id, Submitter submitter, Submission submission) {
    Optional<Submitted> before = existing(submitter.tenant(), id);
    if (before.isPresent()) {
      return before.get();
    }
    try {
      return submitted(id, submitter, submission);
    } catch (RuntimeException e) {
      // Another request may have created it in the meantime, here or on another server.
      return existing(submitter.tenant(), id).orElseThrow(() -> e);
    }
  }

  private Optional<Submitted> existing(String tenant, UUID id) {
    return runs.find(tenant, id).map(run -> new Submitted(run, false));
  }

  private Submitted submitted(UUID id, Submitter submitter, Submission submission) {
    return new Submitted(submissions.submit(id, submitter, submission), true);
  }
}
