package dev.reprise.api.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.artifact.store.TooManyArtifactsException;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.operations.bulk.TooManyBulkOperationsException;
import dev.reprise.operations.killswitch.TooManyKillSwitchesException;
import dev.reprise.platform.Causes;
import dev.reprise.platform.jdbc.InDoubtException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.queue.QueueFullException;
import dev.reprise.queue.row.RecordElsewhereException;
import dev.reprise.queue.row.RecordReads.TooManyReadsException;
import dev.reprise.schedule.TooManySchedulesException;
import dev.reprise.webhook.TooManyWebhooksException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Maps a failure to the problem that the caller gets. An unknown failure is the server's own. */
public final class ProblemMapper {

  private static final String NO_ANSWER =
      "The database does not answer; nothing was changed. Try again.";

  private static final String IN_DOUBT =
      "The database stopped answering during a commit, and its outcome could not be checked: the"
          + " change may or may not have been made. When the database answers again, check the"
          + " result with GET before you repeat the request.";

  private ProblemMapper() {}

  /** Returns the problem that a failure is for the caller; a {@link ProblemException} is one. */
  public static ProblemException of(Throwable fault) {
    Throwable cause = unwrapped(fault);
    return switch (cause) {
      case ProblemException refusal -> refusal;
      case JournalUnavailableException ignored -> noAnswer(cause);
      case KeyMissingException missing -> keyMissing(missing);
      case BrokenRecordException broken -> broken(broken);
      case RecordElsewhereException elsewhere ->
          new ProblemException(ProblemType.RUN_NOT_DURABLE, String.valueOf(elsewhere.getMessage()));
      case QueueFullException full ->
          new ProblemException(ProblemType.QUEUE_FULL, String.valueOf(full.getMessage()));
      case TooManySchedulesException many ->
          new ProblemException(ProblemType.TOO_MANY_SCHEDULES, String.valueOf(many.getMessage()));
      case TooManyKillSwitchesException many ->
          new ProblemException(
              ProblemType.TOO_MANY_KILL_SWITCHES, String.valueOf(many.getMessage()));
      case TooManyBulkOperationsException many ->
          new ProblemException(
              ProblemType.TOO_MANY_BULK_OPERATIONS, String.valueOf(many.getMessage()));
      case TooManyWebhooksException many ->
          new ProblemException(ProblemType.TOO_MANY_WEBHOOKS, String.valueOf(many.getMessage()));
      case TooManyArtifactsException many ->
          new ProblemException(ProblemType.TOO_MANY_ARTIFACTS, String.valueOf(many.getMessage()));
      case TooManyReadsException many ->
          new ProblemException(ProblemType.TOO_MANY_READS, String.valueOf(many.getMessage()));
      case PayloadTooLargeException large ->
          new ProblemException(ProblemType.BODY_TOO_LARGE, String.valueOf(large.getMessage()));
      case ConstraintViolationException violated -> violations(violated);
      case JsonProcessingException json when isReading(json) -> JsonErrorDescription.of(json);
      case WebApplicationException refused when !isDatabaseDown(cause) -> refused(refused);
      default -> isDatabaseDown(cause) ? noAnswer(cause) : internal();
    };
  }

  private static ProblemException noAnswer(Throwable cause) {
    return InDoubtException.isCauseOf(cause)
        ? new ProblemException(ProblemType.OUTCOME_UNKNOWN, IN_DOUBT)
        : new ProblemException(ProblemType.STORE_UNAVAILABLE, NO_ANSWER);
  }

  /**
   * Returns the failure to read the body that the framework has wrapped. It looks no deeper,
   * because a cause below that is not the body's.
   */
  private static Throwable unwrapped(Throwable fault) {
    Throwable cause = fault.getCause();
    boolean isAboutTheBody =
        cause instanceof ProblemException
            || cause instanceof JsonProcessingException
            || cause instanceof ConstraintViolationException;
    if (fault instanceof ProcessingException && cause != null) {
      return unwrapped(cause);
    }
    if (fault instanceof JsonProcessingException && cause instanceof ProblemException) {
      return cause; // the limit of the body was reached in the middle of an object
    }
    return fault instanceof WebApplicationException && cause != null && isAboutTheBody
        ? cause
        : fault;
  }

  private static boolean isReading(JsonProcessingException fault) {
    Object processor = fault.getProcessor();
    return processor instanceof JsonParser
        || fault instanceof StreamConstraintsException
        || fault.getCause() instanceof StreamConstraintsException;
  }

  private static ProblemException refused(WebApplicationException fault) {
    int status = fault.getResponse().getStatus();
    ProblemType type = ProblemType.ofStatus(status);
    return switch (type) {
      case INTERNAL_ERROR, STORE_UNAVAILABLE -> internal();
      case NOT_FOUND -> ProblemException.notFound("There is no resource at this address.");
      case FORBIDDEN -> new ProblemException(type, "The caller's roles do not allow this.");
      default -> new ProblemException(type, type.title() + ".");
    };
  }

  private static ProblemException internal() {
    return new ProblemException(
        ProblemType.INTERNAL_ERROR,
        "The server failed. Its log has the cause under the correlation id.");
  }

  private static ProblemException keyMissing(KeyMissingException missing) {
    return new ProblemException(
        ProblemType.RECORD_KEY_MISSING,
        "The record cannot be read on this server (%s); it was not changed."
            .formatted(missing.getMessage()));
  }

  private static ProblemException broken(BrokenRecordException broken) {
    return new ProblemException(
        ProblemType.RECORD_BROKEN,
        "The record is broken (%s); nothing that depends on it can be shown."
            .formatted(broken.getMessage()));
  }

  private static ProblemException violations(ConstraintViolationException fault) {
    List<FieldError> errors =
        fault.getConstraintViolations().stream()
            .map(ProblemMapper::error)
            .sorted(Comparator.comparing(FieldError::path).thenComparing(FieldError::message))
            .toList();
    return ProblemException.of(ProblemType.INVALID_VALUE, errors);
  }

  private static FieldError error(ConstraintViolation<?> violation) {
    return new FieldError(
        ViolationPath.of(violation.getPropertyPath()),
        violation.getMessage(),
        Optional.empty(),
        explanation(violation));
  }

  private static Optional<Explanation> explanation(ConstraintViolation<?> violation) {
    return switch (violation.getConstraintDescriptor().getAnnotation()) {
      case NotNull ignored -> Optional.of(Code.REQUIRED.alone());
      case NotBlank ignored -> Optional.of(Code.REQUIRED.alone());
      case NotEmpty ignored -> Optional.of(Code.REQUIRED.alone());
      case Size size when size.min() == 0 -> Optional.of(Code.SIZE_AT_MOST.with("max", size.max()));
      case Size size -> Optional.of(Code.SIZE.with("min", size.min()).with("max", size.max()));
      case Min least -> Optional.of(Code.AT_LEAST.with("value", least.value()));
      case Max most -> Optional.of(Code.AT_MOST.with("value", most.value()));
      default -> Optional.empty();
    };
  }

  private static boolean isDatabaseDown(Throwable fault) {
    return Causes.of(fault)
        .anyMatch(
            cause ->
                cause instanceof JournalUnavailableException
                    || cause instanceof InDoubtException
                    || SqlErrors.isFailedByContainer(cause)
                    || (cause instanceof SQLException e && SqlErrors.isUnavailable(e)));
  }
}
