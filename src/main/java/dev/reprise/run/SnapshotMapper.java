package dev.reprise.run;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.Transcript;
import dev.reprise.journal.codec.RecordJson;
import dev.reprise.run.state.LoopGuard;
import dev.reprise.run.state.ModelRetry;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.ReplyProgress;
import dev.reprise.run.state.ToolCallProgress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The JSON form of a {@link Snapshot}. Variants are named by the closed registries below and never
 * by a class. Tested by {@code AnyPrefixResumesTest}.
 */
final class SnapshotMapper {

  private SnapshotMapper() {}

  static ObjectMapper create() {
    return RecordJson.mapper()
        .registerModule(
            new SimpleModule()
                .setMixInAnnotation(PhaseState.class, PhaseStates.class)
                .setMixInAnnotation(LoopGuard.class, WithNewest.class)
                .setMixInAnnotation(PhaseProgress.class, FlatProgress.class)
                .setMixInAnnotation(ReplyProgress.class, FlatReply.class)
                .setMixInAnnotation(ToolCallProgress.class, CallProgresses.class)
                .setMixInAnnotation(Outcome.class, Outcomes.class)
                .setMixInAnnotation(Transcript.class, Messages.class))
        // only a record's components are stored; its other methods derive from them
        .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = PhaseState.Pending.class, name = "pending"),
    @JsonSubTypes.Type(value = PhaseState.Open.class, name = "open"),
    @JsonSubTypes.Type(value = PhaseState.Completed.class, name = "completed"),
    @JsonSubTypes.Type(value = PhaseState.Skipped.class, name = "skipped"),
    @JsonSubTypes.Type(value = PhaseState.Failed.class, name = "failed")
  })
  private interface PhaseStates {}

  /** The stored form has the members of {@link ReplyProgress} side by side with the others. */
  private interface FlatProgress {
    @JsonProperty("used")
    int iterationsSinceRetry();

    @JsonProperty("since")
    Instant deadlineBase();

    @JsonProperty("compactedTo")
    long bytesAfterCompaction();

    @JsonUnwrapped
    @SuppressWarnings("UnusedMethod") // Jackson reads the annotation
    ReplyProgress nextReply();
  }

  private interface FlatReply {
    @JsonProperty("modelRetry")
    Optional<ModelRetry> retry();

    @JsonProperty("modelFailure")
    Optional<Failure> finalFailure();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ToolCallProgress.Asked.class, name = "asked"),
    @JsonSubTypes.Type(value = ToolCallProgress.Started.class, name = "started"),
    @JsonSubTypes.Type(value = ToolCallProgress.InDoubt.class, name = "in-doubt"),
    @JsonSubTypes.Type(value = ToolCallProgress.NotHappened.class, name = "not-happened"),
    @JsonSubTypes.Type(value = ToolCallProgress.Retrying.class, name = "retrying"),
    @JsonSubTypes.Type(value = ToolCallProgress.Deferred.class, name = "deferred"),
    @JsonSubTypes.Type(value = ToolCallProgress.WithPerson.class, name = "with-person"),
    @JsonSubTypes.Type(value = ToolCallProgress.Delegated.class, name = "delegated"),
    @JsonSubTypes.Type(value = ToolCallProgress.Ended.class, name = "ended")
  })
  private interface CallProgresses {}

  private interface WithNewest {
    @JsonProperty("newsAt")
    int lastNewIteration();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "end")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Outcome.Completed.class, name = "completed"),
    @JsonSubTypes.Type(value = Outcome.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Outcome.Cancelled.class, name = "cancelled"),
    @JsonSubTypes.Type(value = Outcome.DeadLettered.class, name = "dead-lettered")
  })
  private interface Outcomes {}

  /** A transcript is stored as its messages; its size derives from them. */
  private abstract static class Messages {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @SuppressWarnings("UnusedVariable") // it only selects the constructor
    Messages(List<Message> messages) {}

    @com.fasterxml.jackson.annotation.JsonValue
    abstract List<Message> messages();
  }
}
