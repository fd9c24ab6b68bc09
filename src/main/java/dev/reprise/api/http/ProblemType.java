package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a request is not carried out. The list is the API's promise: a type keeps its URI, its status
 * and its meaning. Tested by {@code WrongRequestIT}.
 */
public enum ProblemType {
  MALFORMED_JSON(400, "The body is not JSON"),
  DUPLICATE_KEY(400, "A member occurs twice in the body"),
  UNKNOWN_PROPERTY(400, "The body has an unknown member"),
  WRONG_TYPE(400, "A member of the body has the wrong type"),
  INVALID_VALUE(400, "A value in the body is not allowed"),
  INVALID_SCHEDULE(400, "The schedule could not fire as it is defined"),
  INVALID_PARAMETER(400, "A parameter of the request is not allowed"),
  BAD_REQUEST(400, "The request cannot be understood"),
  UNAUTHENTICATED(401, "The caller is not authenticated"),
  FORBIDDEN(403, "The caller may not do this"),
  HTTPS_REQUIRED(403, "Logins are accepted over HTTPS only"),
  UNUSABLE_TENANT(403, "The caller's name yields no usable tenant"),
  NOT_FOUND(404, "The resource does not exist"),
  METHOD_NOT_ALLOWED(405, "The resource does not support this method"),
  NOT_ACCEPTABLE(406, "The response is not available in an accepted type"),
  BODY_TOO_SLOW(408, "The body arrived too slowly"),
  RUN_ENDED(409, "The run has ended"),
  RUN_NOT_FAILED(409, "The run has not failed"),
  RUN_NOT_PAUSED(409, "The run is not paused"),
  RUN_EXISTS(409, "The run exists already"),
  RUN_ERASED(409, "The run was erased and cannot be imported again"),
  RUN_HELD(409, "The run is being carried out"),
  MIGRATION_IMPOSSIBLE(409, "The run cannot be migrated"),
  MIGRATION_PLAN_CHANGED(409, "The migration plan has changed"),
  NOTHING_TO_MIGRATE(409, "The server has everything that the run is pinned to"),
  NO_MODEL_CALL_AHEAD(409, "No model call follows that could read the message"),
  TOO_MANY_GENERATIONS(409, "The run is a fork of too many generations"),
  RUN_NOT_DURABLE(409, "The run is not durable"),
  RUN_NOT_ENDED(409, "The run has not ended"),
  RUN_HAS_FORKS(409, "Other runs were forked from the run"),
  UNDO_PLAN_CHANGED(409, "The undo plan has changed"),
  UNDO_UNDER_WAY(409, "Another run is undoing the run"),
  NOTHING_TO_UNDO(409, "The run has no call left that can be undone"),
  RETENTION_PLAN_CHANGED(409, "The retention plan has changed"),
  SCHEDULE_EXISTS(409, "A schedule of this name exists already"),
  TOO_MANY_SCHEDULES(409, "The tenant has the maximum number of schedules"),
  SCHEDULE_CHANGED(409, "Another request has changed the schedule"),
  SCHEDULE_ENDED(409, "The schedule has no more due times"),
  FIRING_ENDED(409, "The firing has ended"),
  FIRING_STARTING(409, "The firing is just starting"),
  BATCH_ENDED(409, "The batch has ended"),
  BATCH_NOT_ENDED(409, "The batch has not ended"),
  NOTHING_TO_RETRY(409, "Nothing has failed that could be tried again"),
  BULK_ENDED(409, "The operation on many runs has ended"),
  TOO_MANY_BULK_OPERATIONS(409, "The tenant has the maximum number of open bulk operations"),
  TOO_MANY_KILL_SWITCHES(409, "The tenant has the maximum number of kill switches"),
  TOO_MANY_API_KEYS(409, "The tenant has the maximum number of API keys"),
  TOO_MANY_WEBHOOKS(409, "The tenant has the maximum number of webhooks"),
  DELIVERY_PENDING(409, "The delivery is pending"),
  TOO_MANY_ARTIFACTS(409, "The tenant has the maximum number of generated tools"),
  ARTIFACT_NOT_PROMOTABLE(409, "No stage comes after that of the artifact"),
  NO_EARLIER_GENERATION(409, "The artifact has no generation before"),
  NOTHING_TO_RESTORE(409, "There is nothing to restore"),
  TOOL_NOT_QUARANTINED(409, "The tool is not quarantined with this declaration"),
  CALL_NOT_OPEN(409, "The call does not wait for such a decision"),
  CALL_DECIDED(409, "The call was decided before"),
  REQUEST_IN_FLIGHT(409, "A request with this key is being carried out"),
  PRECONDITION_FAILED(412, "The resource has changed since the ETag of If-Match"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The media type of the body is not supported"),
  UNKNOWN_AGENT(422, "There is no such agent"),
  BROKEN_AGENT(422, "The agent's document must be corrected first"),
  INVALID_AGENT(422, "The document is not a valid agent"),
  INVALID_ARTIFACT(422, "The document is not a valid artifact"),
  INVALID_DATA_SET(422, "An item of the data set, or its source, is not valid"),
  IDEMPOTENCY_KEY_REUSED(422, "The key belongs to another request"),
  UNKNOWN_WORKSPACE(422, "There is no such workspace"),
  INVALID_RECORD_FILE(422, "The file is not the record of a run, or was changed"),
  DURABLE_ONLY(422, "The server accepts durable runs only"),
  INVALID_INPUT(422, "The input does not fit the agent's schema"),
  MISSING_INPUT(422, "The input lacks what the agent's prompts refer to"),
  TOO_MANY_RUNS(422, "The filter means too many runs"),
  QUEUE_FULL(429, "The tenant has the maximum number of queued runs"),
  TOO_MANY_FAILED_LOGINS(429, "Too many logins have failed"),
  INTERNAL_ERROR(500, "The server failed"),
  OUTCOME_UNKNOWN(500, "It is not known whether the request was carried out"),
  RECORD_BROKEN(500, "The run's record is not what was written"),
  RECORD_KEY_MISSING(500, "The server lacks a key of the run's record"),
  STORE_UNAVAILABLE(503, "The database does not answer"),
  SOURCE_UNAVAILABLE(503, "The data source of the items does not answer"),
  TOO_MANY_STREAMS(503, "The server has the maximum number of open event streams"),
  TOO_MANY_BODIES(503, "The server is reading the maximum number of bodies"),
  TOO_MANY_READS(503, "The server is reading the maximum number of records"),
  AGENT_NOT_READY(503, "The server does not have all that the agent needs"),
  SWITCHED_OFF(503, "An admin has switched this off"),
  SHUTTING_DOWN(503, "The server is shutting down");

  private static final String PREFIX = "urn:reprise:problem:";

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Returns the type for a status of the container or the framework. */
  static ProblemType ofStatus(int status) {
    Optional<ProblemType> generic =
        switch (status) {
          case 400 -> Optional.of(BAD_REQUEST);
          case 403 -> Optional.of(FORBIDDEN);
          default -> Arrays.stream(values()).filter(type -> type.status == status).findFirst();
        };
    return generic.orElse(status < 500 ? BAD_REQUEST : INTERNAL_ERROR);
  }

  /** Returns the last part of the URI, by which programs recognise the type. */
  @JsonValue
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the URI that identifies the type; nothing can be read at it. */
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
        || this == BODY_TOO_SLOW
        || this == TOO_MANY_FAILED_LOGINS
        || this == FIRING_STARTING
        || this == REQUEST_IN_FLIGHT
        || (status >= 500
            && this != OUTCOME_UNKNOWN
            && this != RECORD_BROKEN
            && this != RECORD_KEY_MISSING);
  }
}
