package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a request is not carried out. The list is the API's promise: a type keeps its URI, its status
 * and its meaning.
 */
public enum ProblemType {
  MALFORMED_JSON(400, "The body is not JSON"),
  DUPLICATE_KEY(400, "A member stands twice in the body"),
  UNKNOWN_PROPERTY(400, "The body has a member that is not known"),
  WRONG_TYPE(400, "A member of the body has the wrong type"),
  INVALID_VALUE(400, "A value in the body is not allowed"),
  INVALID_SCHEDULE(400, "The schedule could not fire like this"),
  INVALID_PARAMETER(400, "A parameter of the request is not allowed"),
  BAD_REQUEST(400, "The request cannot be understood"),
  UNAUTHENTICATED(401, "Who is asking is not known"),
  FORBIDDEN(403, "The caller may not do this"),
  HTTPS_REQUIRED(403, "Logins are taken over HTTPS only"),
  UNUSABLE_TENANT(403, "The caller's name leads to no usable tenant"),
  NOT_FOUND(404, "There is no such thing"),
  METHOD_NOT_ALLOWED(405, "The resource does not know this method"),
  NOT_ACCEPTABLE(406, "The answer exists in none of the accepted types"),
  RUN_ENDED(409, "The run has ended"),
  RUN_NOT_FAILED(409, "The run has not failed"),
  RUN_NOT_PAUSED(409, "The run is not paused"),
  RUN_EXISTS(409, "The run is here already"),
  RUN_ERASED(409, "The run was erased and does not come back"),
  RUN_HELD(409, "The run is being carried out"),
  MIGRATION_IMPOSSIBLE(409, "The run cannot go on like this"),
  MIGRATION_PLAN_CHANGED(409, "The migration would not be what it was"),
  NOTHING_TO_MIGRATE(409, "The server has what the run keeps"),
  NO_MODEL_CALL_AHEAD(409, "No model is asked any more that could read the message"),
  TOO_MANY_GENERATIONS(409, "The run is a fork of a fork, too many times over"),
  RUN_NOT_DURABLE(409, "The run is not durable"),
  RUN_NOT_ENDED(409, "The run has not ended"),
  RUN_HAS_FORKS(409, "Other runs were forked from the run"),
  UNDO_PLAN_CHANGED(409, "The undo plan is not what it was"),
  UNDO_UNDER_WAY(409, "Another run is at undoing the run"),
  NOTHING_TO_UNDO(409, "The run has no call that can be undone and is not"),
  RETENTION_PLAN_CHANGED(409, "The plan of retention is not what it was"),
  SCHEDULE_EXISTS(409, "There is a schedule of this name"),
  TOO_MANY_SCHEDULES(409, "The tenant has as many schedules as it may"),
  SCHEDULE_CHANGED(409, "Somebody else has changed the schedule"),
  SCHEDULE_ENDED(409, "The schedule has no due time any more"),
  FIRING_ENDED(409, "The firing has ended"),
  FIRING_STARTING(409, "The firing is just starting"),
  TOOL_NOT_QUARANTINED(409, "No such declaration of the tool awaits a person"),
  CALL_NOT_OPEN(409, "No such word is awaited on the call"),
  CALL_DECIDED(409, "The call was decided on before"),
  PRECONDITION_FAILED(412, "The thing is not any more what If-Match says"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body's type is not understood here"),
  UNKNOWN_AGENT(422, "There is no such agent"),
  BROKEN_AGENT(422, "The agent's document has to be corrected first"),
  INVALID_AGENT(422, "The document is no agent"),
  UNKNOWN_WORKSPACE(422, "There is no such workspace"),
  INVALID_RECORD_FILE(422, "The file is no record of a run, or was changed"),
  DURABLE_ONLY(422, "The server accepts durable runs only"),
  MISSING_INPUT(422, "The input lacks what the agent's prompts refer to"),
  QUEUE_FULL(429, "The tenant has as many runs queued as it may"),
  TOO_MANY_FAILED_LOGINS(429, "Too many logins have failed"),
  INTERNAL_ERROR(500, "The server failed"),
  OUTCOME_UNKNOWN(500, "Whether the request was carried out is not known"),
  RECORD_BROKEN(500, "The run's record is not what was written"),
  RECORD_KEY_MISSING(500, "The server lacks a key of the run's record"),
  STORE_UNAVAILABLE(503, "The database does not answer"),
  TOO_MANY_STREAMS(503, "As many event streams are open as the server allows"),
  TOO_MANY_BODIES(503, "The server reads as many large bodies as it takes at once"),
  SHUTTING_DOWN(503, "The server shuts down");

  private static final String PREFIX = "urn:reprise:problem:";

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Returns the type for a status that the container or the framework answers with. */
  static ProblemType ofStatus(int status) {
    Optional<ProblemType> generic =
        switch (status) {
          case 400 -> Optional.of(BAD_REQUEST);
          case 403 -> Optional.of(FORBIDDEN);
          default -> Arrays.stream(values()).filter(type -> type.status == status).findFirst();
        };
    return generic.orElse(status < 500 ? BAD_REQUEST : INTERNAL_ERROR);
  }

  /** Returns the word for programs: the last part of the URI. */
  @JsonValue
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the URI that identifies the type; it leads nowhere. */
  public URI uri() {
    return URI.create(PREFIX + code());
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** Returns whether the same request may succeed later. */
  public boolean isRetryable() {
    return this == QUEUE_FULL
        || this == TOO_MANY_FAILED_LOGINS
        || this == FIRING_STARTING
        || (status >= 500
            && this != OUTCOME_UNKNOWN
            && this != RECORD_BROKEN
            && this != RECORD_KEY_MISSING);
  }
}
