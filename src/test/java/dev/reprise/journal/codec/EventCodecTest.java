package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Role;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.EventType;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Waits;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventCodecTest {

  private static final Explanation TIME =
      Explanation.Code.TIME.with("phase", "survey").with("until", Instant.EPOCH);

  private static final Failure FAILURE = new Failure("trouble", "as it happens");
  private static final String USAGE = "'usage':{'inputTokens':0,'outputTokens':0}";
  private static final PinnedTool PUT = new PinnedTool("put", EffectClass.ONCE, "1", "2", "3");
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");

  private static final ModelId MODEL = new ModelId("acme", "large");
  private static final Optional<Cost> COST =
      Optional.of(new Cost(new BigDecimal("0.00000005"), "USD", LocalDate.of(2026, 1, 2)));

  private static final Optional<CallEstimate> ESTIMATE =
      Optional.of(new CallEstimate(new BigDecimal("0.5"), "USD", CallEstimate.Verdict.ASKED));

  private static final UUID RUN = new UUID(0, 2);
  private static final Delegation LIMITS = new Delegation(new UUID(0, 1), "c1", 2, 30, AT);
  private static final DelegatedUsage SPENT =
      new DelegatedUsage(2, 5, new Usage(3, 4), new TotalCost(new BigDecimal("0.5"), "USD", 1));

  private static final Optional<String> SEEN = Optional.of("0123456789abcdef".repeat(4));

  private final EventCodec codec = new EventCodec();

  static Stream<RunEvent> events() {
    return Stream.concat(StoredSamples.events(new EventCodec()), variants());
  }

  /** Returns events with other components present or absent than the samples have. */
  private static Stream<RunEvent> variants() {
    return Stream.of(
        Submissions.of("surveyor", "hash", new JsonValue("{\"a\":[1,2.50,null]}"), "here", "ana"),
        Submissions.pinning(
            List.of(PUT), "surveyor", "hash", JsonValue.EMPTY_OBJECT, "here", "ana"),
        new LifecycleEvent.Submitted(
            "surveyor",
            "hash",
            JsonValue.EMPTY_OBJECT,
            "here",
            "ana",
            List.of(),
            Optional.of(LIMITS),
            Optional.of(Role.OPERATOR)),
        new LifecycleEvent.Forked(
            new UUID(0, 1),
            7,
            "hash",
            List.of("c1"),
            "ana",
            AT,
            Optional.of("another way"),
            "v",
            Optional.empty()),
        new LifecycleEvent.Forked(
            new UUID(0, 1),
            7,
            "hash",
            List.of("c1"),
            "ana",
            AT,
            Optional.of("another way"),
            "hash",
            Optional.of(Role.ADMIN)),
        new LifecycleEvent.Admitted("server#1", AT),
        new LifecycleEvent.Admitted("server#1", AT, Optional.of(50), Optional.empty()),
        new LifecycleEvent.Admitted("server#1", AT, Optional.empty(), Optional.of(4)),
        new LifecycleEvent.BrokeDown("server#1", FAILURE, AT),
        new PhaseEvent.Started("survey", "look", AT),
        Replies.of(
            "survey",
            1,
            "text",
            List.of(new ToolCall("c1", "put", new JsonValue("{\"x\":1E+5}"))),
            new Usage(3, 4)),
        new ModelEvent.Replied(
            "survey",
            1,
            List.of(),
            new Usage(9, 4, 3, 2),
            Optional.empty(),
            MODEL,
            COST,
            Optional.empty()),
        Replies.of("survey", 1, "text", List.of(), new Usage(9, 4, 3, 2, 4)),
        new ModelEvent.Retrying("survey", 1, 2, FAILURE, AT),
        new ModelEvent.FellBack(
            "survey", 1, FAILURE, new ModelId("acme", "large"), new ModelId("scripted", "default")),
        new ModelEvent.Unanswered(
            "survey", 1, new ModelId("acme", "large"), new Usage(900, 1_000), COST),
        new ModelEvent.Failed("survey", 1, FAILURE),
        new ModelEvent.Failed("survey", 1, FAILURE, Optional.of(3)),
        new ToolCallEvent.Started(
            new CallLocation("survey", 1, "c1"),
            "put",
            EffectClass.ONCE,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Started(
            "survey", 1, "c1", "put", EffectClass.ONCE, ESTIMATE, Optional.empty()),
        new ToolCallEvent.Started(
            "survey",
            1,
            "c2",
            "put",
            EffectClass.ONCE,
            ESTIMATE,
            Optional.of(new HumanInputEvent.Allowed.Reference("survey", 1, "c1", "ana"))),
        new AttemptEvent.CodeRan(
            "survey",
            1,
            "c1",
            new CodeRun(
                "feed_reader", "titles", RUN, CodeRun.Source.REPAIRED, Optional.of("adaptive"))),
        new AttemptEvent.Charged("survey", 1, "c1", new BigDecimal("0.31"), new BigDecimal("0.5")),
        new ToolCallEvent.Completed(
            new CallLocation("survey", 1, "c1"), "done", List.of(), Optional.empty()),
        new ToolCallEvent.Failed("survey", 1, "c1", FAILURE, Optional.empty()),
        new ToolCallEvent.Failed("survey", 1, "c1", FAILURE, Optional.of(3)),
        new HumanInputEvent.Resolved(
            "survey",
            1,
            "c1",
            OperatorVerdict.SUCCEEDED,
            "done",
            "ana",
            "saw it",
            Optional.empty()),
        new ToolCallEvent.Reconciled(
            new CallLocation("survey", 1, "c1"),
            ReconciliationFinding.HAPPENED,
            "done",
            "",
            Optional.empty()),
        new ToolCallEvent.Reconciled(
            "survey", 1, "c1", ReconciliationFinding.COULD_NOT_TELL, "", "shut", Optional.of(AT)),
        new ToolCallEvent.Unknown("survey", 1, "c1", 2, FAILURE, Optional.of(AT)),
        new ToolCallEvent.Unknown("survey", 1, "c1", 4, FAILURE, Optional.empty()),
        new ToolCallEvent.Deferred("survey", 1, "c1", AT),
        new ToolCallEvent.Asked(
            "survey",
            1,
            "c1",
            QuestionKind.ANSWER,
            "red or blue?",
            Optional.of(AT),
            Optional.empty(),
            ApprovalTerms.NONE),
        new ToolCallEvent.Asked(
            "survey",
            1,
            "c1",
            QuestionKind.APPROVAL,
            "may it?",
            Optional.empty(),
            Optional.empty(),
            ApprovalTerms.NONE),
        new HumanInputEvent.Answered("survey", 1, "c1", "blue", "ana", AT, Optional.empty()),
        new HumanInputEvent.Decided(
            "survey", 1, "c1", false, "ana", AT, Optional.of("no"), Optional.empty()),
        new ToolCallEvent.Asked(
            "survey",
            1,
            "c1",
            QuestionKind.APPROVAL,
            "may it?",
            Optional.empty(),
            SEEN,
            ApprovalTerms.NONE),
        new ToolCallEvent.Asked(
            "survey",
            1,
            "c1",
            QuestionKind.APPROVAL,
            "may it?",
            Optional.of(AT),
            SEEN,
            new ApprovalTerms(
                ESTIMATE, 1, Optional.empty(), Optional.of(RUN), false, Optional.empty())),
        new HumanInputEvent.Allowed(
            "survey", 1, "c1", new BigDecimal("0.25"), "ana", AT, Optional.empty(), SEEN),
        new HumanInputEvent.Assigned(
            "survey", 1, "c1", "bob", "ana", AT, Optional.of("he knows"), SEEN),
        new ReminderEvent("survey", 1, "c1", ReminderEvent.Kind.REMINDER, AT),
        new HumanInputEvent.Decided("survey", 1, "c1", true, "ana", AT, Optional.empty(), SEEN),
        new HumanInputEvent.Edited(
            "survey",
            1,
            "c1",
            new HumanInputEvent.Edited.Change(new JsonValue("{\"n\":1}"), SEEN.orElseThrow()),
            "ana",
            AT,
            Optional.empty(),
            Optional.empty()),
        new HumanInputEvent.Edited(
            "survey",
            1,
            "c1",
            new HumanInputEvent.Edited.Change(new JsonValue("{\"n\":1}"), SEEN.orElseThrow(), true),
            "ana",
            AT,
            Optional.empty(),
            SEEN),
        new HumanInputEvent.Answered("survey", 1, "c1", "blue", "ana", AT, SEEN),
        new HumanInputEvent.Resolved(
            "survey", 1, "c1", OperatorVerdict.FAILED, "", "ana", "no", SEEN),
        new ChildRunEvent.Delegated(
            "survey", 1, "c1", RUN, "clerk", new JsonValue("{\"n\":1}"), LIMITS),
        new ChildRunEvent.Returned(
            "survey", 1, "c1", RUN, "done", Optional.empty(), Optional.empty(), SPENT),
        new ChildRunEvent.Returned(
            "survey",
            1,
            "c1",
            RUN,
            "",
            Optional.empty(),
            Optional.of(FAILURE),
            DelegatedUsage.NONE),
        new ToolCallEvent.Retrying("survey", 1, "c1", 2, new Failure("overloaded", "busy"), AT),
        new PhaseEvent.MessagePosted("survey", 1, "go on", "ana", AT, Optional.empty()),
        new PhaseEvent.MessagePosted("survey", 2, "or not", "ana", AT, Optional.of("it rains")),
        new PhaseEvent.LoopSuspected("survey", 8, 5, LoopResponse.BLOCKED, "go another way"),
        new PhaseEvent.OutputRejected("survey", 8, "total: is missing"),
        new ModelEvent.TranscriptCompacted(
            "survey", 9, 16, "so far so good", new Usage(3, 4), Replies.MODEL, Optional.empty()),
        new ModelEvent.TranscriptCompacted("survey", 9, 16, "so far", new Usage(3, 4), MODEL, COST),
        new ModelEvent.CompactionFailed(
            "survey", 9, FAILURE, Usage.NONE, Optional.empty(), Optional.empty()),
        new ModelEvent.CompactionFailed(
            "survey", 9, FAILURE, new Usage(3, 4), Optional.of(MODEL), COST),
        new LifecycleEvent.Checkpointed(new JsonValue("{\"version\":1}")),
        new PhaseEvent.Completed("survey", ""),
        new PhaseEvent.Skipped("survey", FAILURE),
        new PhaseEvent.Failed("survey", FAILURE),
        Waits.of("reconciliation", "c1", Optional.empty()),
        Waits.of("timer", "c1", Optional.of(AT)),
        new LifecycleEvent.Waiting("timer", "c1", Optional.of(AT), TIME, AT),
        new LifecycleEvent.HandedOver("server#1"),
        new LifecycleEvent.RecordDelayed(3),
        new ControlEvent.Paused("ana", Optional.of("the audit"), AT),
        new ControlEvent.Paused(
            "budget", Optional.empty(), AT, Optional.of("budget"), Optional.empty()),
        new ControlEvent.Paused(
            "budget", Optional.empty(), AT, Optional.of("budget"), Optional.of(TIME)),
        new ControlEvent.Imported("ana", AT, Optional.empty()),
        new ControlEvent.Imported("ana", AT, Optional.of(Role.ADMIN)),
        new ControlEvent.Resumed("ana", Optional.of("it is over"), AT),
        new ControlEvent.Resumed("ana", Optional.empty(), AT).approving(new BigDecimal("0.62")),
        new ControlEvent.Retried("ana", AT),
        new ControlEvent.Retried("ana", AT, Optional.of("the disk is back")),
        new ControlEvent.Migrated(
            "ana",
            AT,
            "it is safe",
            List.of(PUT),
            Optional.of(new ControlEvent.Migrated.Version("hash", "other")),
            List.of("tools.put is new")),
        new ControlEvent.Migrated("ana", AT, "safe", List.of(), Optional.empty(), List.of()),
        new LifecycleEvent.Completed("answer"),
        new LifecycleEvent.Failed(FAILURE),
        new ControlEvent.Cancelled("ana", "enough"),
        new LifecycleEvent.DeadLettered(FAILURE));
  }

  @ParameterizedTest
  @MethodSource("events")
  void readsBackWhatItWrote(RunEvent event) {
    EventType type = EventType.of(event);
    String text = codec.write(event);

    assertThat(codec.read(type.typeName(), type.version(), text)).isEqualTo(event);
    assertThat(text).doesNotContain("dev.reprise");
  }

  @Test
  void everyEventHasATypeAndEveryTypeASample() {
    Set<String> leaves = leaves(RunEvent.class).map(Class::getName).collect(Collectors.toSet());

    assertThat(Arrays.stream(EventType.values()).map(type -> type.event.getName()))
        .containsExactlyInAnyOrderElementsOf(leaves);
    assertThat(events().map(event -> event.getClass().getName())).containsAll(leaves);
  }

  @Property
  void anyTextSurvives(@ForAll String text) {
    var event =
        new ToolCallEvent.Completed(
            new CallLocation("survey", 1, "c1"), text, List.of(), Optional.empty());

    assertThat(codec.read("tool-call.completed", 1, codec.write(event))).isEqualTo(event);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run.submitted | ,\"tools\":\\[.*?\\]",
        "run.forked | ,\"agentVersion\":\"v2\"",
        "run.migrated | ,\"polling\":false",
        "run.waiting | ,\"explanation\":\\{.*?\\}\\}",
        "run.waiting | ,\"at\":\"[^\"]*\"",
        "run.paused | ,\"at\":\"[^\"]*\"",
        "run.resumed | ,\"at\":\"[^\"]*\"",
        "model.replied | ,\"model\":\\{.*?\\}",
        "transcript.compacted | ,\"model\":\\{.*?\\}",
        "tool-call.asked | ,\"terms\":.*\\}\\}(?=\\})",
        "tool-call.asked | ,\"pausesIfDenied\":false",
        "tool-call.edited | ,\"forAnother\":false"
      })
  void refusesAnEventWithoutAMemberThatEachWriterGives(String type, String member) {
    String sample = StoredSamples.text(EventType.named(type));
    String without = sample.replaceFirst(member, "");

    assertThat(without).isNotEqualTo(sample);
    assertThat(RecordJson.tree(without)).isNotNull();
    assertThatThrownBy(() -> codec.read(type, 1, without))
        .hasMessage("the payload is not that of '%s'".formatted(type));
  }

  @Test
  void writesTheExactCostOfAReplyAndNoneIfItIsUnknown() {
    var known =
        new ModelEvent.Replied(
            "survey", 1, List.of(), Usage.NONE, Optional.empty(), MODEL, COST, Optional.empty());
    var unknown = Replies.of("survey", 1, List.of(), Usage.NONE, Optional.empty());

    assertThat(codec.write(known))
        .endsWith(
            ",\"model\":{\"provider\":\"acme\",\"name\":\"large\"},\"cost\":{\"amount\":5E-8,"
                + "\"currency\":\"USD\",\"priceDate\":\"2026-01-02\"}}");
    assertThat(codec.write(unknown)).doesNotContain("cost");
  }

  @Test
  void refusesTypesAndVersionsThatTheRegistryLacks() {
    assertThatThrownBy(() -> codec.read("java.lang.Runtime", 1, "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Runtime");
    assertThatThrownBy(() -> codec.read("run.completed", 2, "{\"output\":\"\"}"))
        .hasMessageContaining("version 2");
    assertThatThrownBy(() -> codec.read("model.replied", 2, "{}"))
        .hasMessage("event type 'model.replied' has version 2; this server reads version 1");
    assertThatThrownBy(() -> codec.read("model.replied", 0, "{}"))
        .hasMessageContaining("version 0");
    assertThatThrownBy(() -> codec.read("run.completed", 1, "null"))
        .hasMessageContaining("run.completed");
    assertThatThrownBy(() -> codec.read("run.completed", 1, "{}"))
        .hasMessageContaining("run.completed");
    assertThatThrownBy(() -> codec.read("run.completed", 1, "{\"output\":\"\",\"more\":1}"))
        .hasMessageContaining("run.completed");
  }

  @Test
  void refusesAReplyInWhichTwoCallsHaveOneId() {
    String call = "{'kind':'call','id':'c','tool':'t','arguments':{}}";

    assertThatThrownBy(() -> reply(withBlocks(call + "," + call)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesOnlyTextsNestedDeeperThanTheLimit() {
    assertThatThrownBy(() -> reply(withBlocks(nested(RecordJson.MAX_DEPTH))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(reply(withBlocks(nested(Json.MAX_DEPTH)))).isNotNull();
    assertThat(RecordJson.tree(withBlocks(nested(Json.MAX_DEPTH)).replace('\'', '"'))).isNotNull();
  }

  @Test
  void refusesTextsLongerThanTheLimit() {
    String text = "x".repeat(RecordJson.MAX_LENGTH);

    assertThatThrownBy(() -> codec.read("run.completed", 1, "{\"output\":\"" + text + "\"}"))
        .isInstanceOf(IllegalArgumentException.class);
    String number = "{\"failures\":" + "1".repeat(Json.MAX_DIGITS + 1) + "}";
    assertThatThrownBy(() -> codec.read("record.delayed", 1, number))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readsTheLargestPayloadThatAServerCanBeConfiguredToWrite() {
    var event = new LifecycleEvent.Completed("x".repeat(32 * 1024 * 1024));

    assertThat(codec.read("run.completed", 1, codec.write(event))).isEqualTo(event);
  }

  @Test
  void escapesHalvesOfPairsWhichNoEncodingCanStore() {
    var event = new LifecycleEvent.Completed("\udc00 \ud83d\ude00\ud800");

    String text = codec.write(event);

    assertThat(text).isEqualTo("{\"output\":\"\\udc00 \ud83d\ude00\\ud800\"}");
    assertThat(codec.read("run.completed", 1, text)).isEqualTo(event);
  }

  @Test
  void writesNoImagesIfThereAreNone() {
    var image = new Block.Image("https://x/y.png", "image/png");
    var shown =
        new ToolCallEvent.Completed("survey", 1, "c1", "done", List.of(image), Optional.empty());

    assertThat(
            codec.write(
                new ToolCallEvent.Completed(
                    new CallLocation("survey", 1, "c1"), "done", List.of(), Optional.empty())))
        .isEqualTo("{\"phase\":\"survey\",\"iteration\":1,\"callId\":\"c1\",\"content\":\"done\"}");
    assertThat(codec.read("tool-call.completed", 1, codec.write(shown))).isEqualTo(shown);
  }

  @Test
  void writesALimitOfAResultOnlyIfThereIsOne() {
    var limited = new ToolCallEvent.Completed("survey", 1, "c1", "done", List.of(), Optional.of(9));

    assertThat(codec.write(limited))
        .isEqualTo(
            "{\"phase\":\"survey\",\"iteration\":1,\"callId\":\"c1\",\"content\":\"done\","
                + "\"limit\":9}");
    assertThat(codec.read("tool-call.completed", 1, codec.write(limited))).isEqualTo(limited);
  }

  @Test
  void writesTheTokensOfACacheIfThereAreAny() {
    var cached = Replies.of("p", 1, "", List.of(), new Usage(9, 1, 5, 2));

    assertThat(codec.write(cached)).contains("\"cacheReadTokens\":5,\"cacheWriteTokens\":2");
    assertThat(codec.read("model.replied", 1, codec.write(cached))).isEqualTo(cached);
    assertThat(codec.write(Replies.of("p", 1, "", List.of(), new Usage(9, 1))))
        .doesNotContain("cache");
  }

  private RunEvent reply(String payload) {
    return codec.read("model.replied", 1, payload.replace('\'', '"'));
  }

  private static String withBlocks(String blocks) {
    return "{'phase':'p','iteration':1,'blocks':[%s],%s,'model':{'provider':'a','name':'b'}}"
        .formatted(blocks, USAGE);
  }

  private static String nested(int depth) {
    String value = "[".repeat(depth) + "]".repeat(depth);
    return "{'kind':'other','provider':'p','value':" + value + "}";
  }

  @Test
  void quotesNeitherAPayloadNorAClassWhenItCannotBeRead() {
    assertThatThrownBy(() -> codec.read("run.completed", 1, "{\"secret\":\"s3cr3t\"}"))
        .hasMessage("the payload is not that of 'run.completed'");
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(EventCodecTest::leaves)
        : Stream.of(type);
  }
}
