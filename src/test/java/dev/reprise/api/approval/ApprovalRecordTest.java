package dev.reprise.api.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.history.HumanStep;
import dev.reprise.history.RecordPage;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The record tells which calls were allowed without people, and which by whom. */
class ApprovalRecordTest {

  private static final Optional<String> SEEN = Optional.of("0".repeat(64));

  @Test
  void aCallBelowTheThresholdIsApprovedWithoutPeople() {
    ApprovalRecord record = only(started(estimate(CallEstimate.Verdict.NOTICE)));

    assertThat(record.autoApproved()).isTrue();
    assertThat(record.userApproved()).isFalse();
    assertThat(record.tool()).contains("put");
    assertThat(record.estimate()).map(CallEstimate::toString).contains("0.2 USD");
    assertThat(record.history()).isEmpty();
  }

  @Test
  void aCallOfWhichNobodyHadToBeAskedIsLeftOut() {
    assertThat(records(started(Optional.empty()))).isEmpty();
    assertThat(
            records(
                new ToolCallEvent.Asked(
                    "one",
                    1,
                    "c1",
                    QuestionKind.ANSWER,
                    "Red?",
                    Optional.empty(),
                    Optional.empty(),
                    ApprovalTerms.NONE)))
        .isEmpty();
  }

  @Test
  void aCallThatAPersonApprovedHasTheQuestionAndTheDecision() {
    ApprovalRecord record =
        only(asked(1), decided("ana", true), started(estimate(CallEstimate.Verdict.ASKED)));

    assertThat(record.autoApproved()).isFalse();
    assertThat(record.userApproved()).isTrue();
    assertThat(record.history())
        .extracting(HumanStep::kind)
        .containsExactly(HumanStep.Kind.ASKED_TO_APPROVE, HumanStep.Kind.APPROVED);
    assertThat(record.history().getFirst().text()).contains("May it?");
    assertThat(record.history().getLast().by()).contains("ana");
    assertThat(record.history().getLast().text()).contains("because");
  }

  @Test
  void aCallThatAPersonDeniedIsNotApproved() {
    ApprovalRecord record = only(asked(2), decided("ana", true), decided("bob", false));

    assertThat(record.userApproved()).isFalse();
    assertThat(record.autoApproved()).isFalse();
    assertThat(record.history()).extracting(HumanStep::kind).contains(HumanStep.Kind.DENIED);
  }

  @Test
  void aStandingApprovalAllowsACallWithoutPeople() {
    var given = new HumanInputEvent.Allowed.Reference("one", 1, "c0", "ana");
    ApprovalRecord record =
        only(
            new ToolCallEvent.Started(
                "one",
                1,
                "c1",
                "put",
                EffectClass.ONCE,
                estimate(CallEstimate.Verdict.ASKED),
                Optional.of(given)));

    assertThat(record.autoApproved()).isTrue();
    assertThat(record.allowedBy()).contains(given);
  }

  @Test
  void asManyPeopleApproveAsMustSinceTheyWereAskedLast() {
    assertThat(only(asked(2), decided("ana", true)).userApproved()).isFalse();
    assertThat(only(asked(2), decided("ana", true), decided("bob", true)).userApproved()).isTrue();
    assertThat(only(asked(2), decided("ana", true), asked(2), decided("bob", true)).userApproved())
        .as("the first question expired")
        .isFalse();
    assertThat(only(asked(2), edited("ana"), asked(2), decided("bob", true)).userApproved())
        .as("who changes the call approves it")
        .isTrue();
  }

  @Test
  void aModelCallIsRecordedLikeACallOfATool() {
    List<ApprovalRecord> records =
        ApprovalRecord.in(
            recorded(
                Stream.of(
                        List.of(paid(1, CallEstimate.Verdict.PASSED)),
                        aboutModelCall(false),
                        aboutModelCall(true),
                        List.of(paid(2, CallEstimate.Verdict.ASKED)))
                    .flatMap(List::stream)
                    .toArray(RunEvent[]::new)));

    assertThat(records).hasSize(2);
    ApprovalRecord cheap = records.getFirst();
    assertThat(cheap.call()).isEqualTo("model-call");
    assertThat(cheap.tool()).contains("model-call");
    assertThat(cheap.autoApproved()).isTrue();
    assertThat(cheap.estimate()).map(CallEstimate::toString).contains("0.2 USD");
    ApprovalRecord dear = records.getLast();
    assertThat(dear.step()).isEqualTo(new ApprovalRecord.Step("one", 2));
    assertThat(dear.tool()).contains("model-call");
    assertThat(dear.autoApproved()).isFalse();
    assertThat(dear.userApproved()).as("the second time").isTrue();
    assertThat(dear.history())
        .extracting(HumanStep::kind)
        .containsExactly(
            HumanStep.Kind.ASKED_TO_APPROVE,
            HumanStep.Kind.DENIED,
            HumanStep.Kind.ASKED_TO_APPROVE,
            HumanStep.Kind.APPROVED);
  }

  private static List<RunEvent> aboutModelCall(boolean approved) {
    return List.of(
        new ToolCallEvent.Asked(
            "one",
            2,
            ToolCallEvent.MODEL_CALL,
            QuestionKind.APPROVAL,
            "May it?",
            Optional.empty(),
            SEEN,
            ApprovalTerms.NONE),
        new HumanInputEvent.Decided(
            "one",
            2,
            ToolCallEvent.MODEL_CALL,
            approved,
            "ana",
            Instant.EPOCH,
            Optional.empty(),
            SEEN));
  }

  private static RunEvent paid(int iteration, CallEstimate.Verdict verdict) {
    var cost = new Cost(new BigDecimal("0.25"), "USD", LocalDate.EPOCH, estimate(verdict));
    return new ModelEvent.Replied(
        "one",
        iteration,
        List.of(),
        Usage.NONE,
        Optional.empty(),
        Replies.MODEL,
        Optional.of(cost),
        Optional.empty());
  }

  @Test
  void aPageEndsBeforeAReplySoThatACallIsOnOnePage() {
    List<RecordedEvent> events = recorded(reply(), asked(1), reply(), asked(1));

    assertThat(upToLastReply(events, false)).isEqualTo(events.subList(0, 2));
    assertThat(upToLastReply(events.subList(2, 4), false))
        .as("of one reply with more events than a page has")
        .isEqualTo(events.subList(2, 4));
    assertThat(upToLastReply(events, true)).as("nothing follows").isEqualTo(events);
  }

  private static List<RecordedEvent> upToLastReply(List<RecordedEvent> events, boolean isLast) {
    return new RecordPage(events, isLast).untilLastReply().events();
  }

  private static ApprovalRecord only(ToolCallEvent... events) {
    List<ApprovalRecord> records = records(events);
    assertThat(records).hasSize(1);
    return records.getFirst();
  }

  private static List<ApprovalRecord> records(ToolCallEvent... events) {
    List<RunEvent> all = new ArrayList<>(List.of(events));
    all.addFirst(reply());
    return ApprovalRecord.in(recorded(all.toArray(RunEvent[]::new)));
  }

  private static List<RecordedEvent> recorded(RunEvent... events) {
    List<RecordedEvent> all = new ArrayList<>();
    for (RunEvent event : events) {
      var place = new Position(all.size() + 1, "hash");
      all.add(new RecordedEvent("acme", place, 1, "type", Instant.EPOCH, "{}", event));
    }
    return all;
  }

  private static RunEvent reply() {
    var call = new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT);
    return Replies.of("one", 1, "", List.of(call), Usage.NONE);
  }

  private static ToolCallEvent started(Optional<CallEstimate> estimate) {
    return new ToolCallEvent.Started(
        "one", 1, "c1", "put", EffectClass.ONCE, estimate, Optional.empty());
  }

  private static Optional<CallEstimate> estimate(CallEstimate.Verdict verdict) {
    return Optional.of(new CallEstimate(new BigDecimal("0.20"), "USD", verdict));
  }

  private static ToolCallEvent asked(int quorum) {
    return new ToolCallEvent.Asked(
        "one",
        1,
        "c1",
        QuestionKind.APPROVAL,
        "May it?",
        Optional.empty(),
        SEEN,
        new ApprovalTerms(
            estimate(CallEstimate.Verdict.ASKED),
            quorum,
            Optional.of("terms"),
            Optional.of(new UUID(0, 1)),
            false,
            Optional.empty()));
  }

  private static ToolCallEvent decided(String by, boolean approved) {
    return new HumanInputEvent.Decided(
        "one", 1, "c1", approved, by, Instant.EPOCH, Optional.of("because"), SEEN);
  }

  private static ToolCallEvent edited(String by) {
    var change = new HumanInputEvent.Edited.Change(JsonValue.EMPTY_OBJECT, "1".repeat(64));
    return new HumanInputEvent.Edited(
        "one", 1, "c1", change, by, Instant.EPOCH, Optional.empty(), SEEN);
  }
}
