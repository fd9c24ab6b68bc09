package dev.reprise.crash.kill;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.ledger.LedgerPage;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run with child runs, which have child runs themselves, on a server that dies again and again.
 */
class DelegationIT {

  private static final int CHILDREN = 12;

  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final Site SITE =
      Site.named(
          "delegation",
          LEDGER
              .serve(ServerOptions.DEFAULT)
              .with("REPRISE_TOOLS_POLICY_FILE", rules().toString())
              .with("REPRISE_DISPATCH_MAX_RUNNING", "4"));

  private static Path rules() {
    try {
      return Files.writeString(
          Files.createTempFile("reprise-rules-", ".yaml"),
          "- {name: ledger_read_only, roles: [admin]}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    LEDGER.close();
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void doesEachPartOnceThoughItIsKilledThreeTimes(RandomChoices choices) {
    UUID head = SITE.submit("head");

    for (int kill = 0; kill < 3; kill++) {
      int goal = progress(head) + choices.between(2, 25);
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> progress(head) >= goal || SITE.runs().status(head).equals("COMPLETED"));
      SITE.server().kill();
      SITE.server().start();
    }

    RecordedRun record = SITE.awaitStatus(head, "COMPLETED").assertSound().assertChained(head);
    assertThat(record.last().data().path("output").asText())
        .isEqualTo("north: done, done, done; south: done, done, done; west: done, done, done;");
    List<UUID> leads = children(head).map(DelegationIT::id).toList();
    List<UUID> hands =
        leads.stream().flatMap(DelegationIT::children).map(DelegationIT::id).toList();
    assertThat(leads).hasSize(3).doesNotHaveDuplicates();
    assertThat(hands).hasSize(CHILDREN - leads.size()).doesNotHaveDuplicates();
    for (UUID parent : with(leads, head)) {
      assertTookEachAnswerOnce(parent);
    }
    LedgerPage page = LEDGER.read();
    hands.forEach(hand -> Invariants.AFTER_CRASHES.check(hand, SITE.runs().read(hand), page));
    assertAddsUp(head, with(leads, hands));
  }

  /** Returns how many events the journals of all of them have. */
  private static int progress(UUID head) {
    return tree(head).mapToInt(run -> run.path("lastSequence").asInt()).sum();
  }

  private static Stream<JsonNode> tree(UUID run) {
    return Stream.concat(Stream.of(view(run)), children(run).flatMap(child -> tree(id(child))));
  }

  private static void assertTookEachAnswerOnce(UUID parent) {
    RecordedRun record = SITE.runs().read(parent).assertSound();
    List<String> children = children(parent).map(child -> id(child).toString()).toList();
    for (String type : List.of("tool-call.delegated", "tool-call.returned")) {
      assertThat(record.all(type).map(event -> event.data().path("child").asText()))
          .as(type)
          .containsExactlyInAnyOrderElementsOf(children);
    }
  }

  private static void assertAddsUp(UUID head, List<UUID> others) {
    JsonNode spent = view(head).at("/progress/spent");
    assertThat(spent.path("runs").asInt()).isEqualTo(1 + CHILDREN);
    assertThat(spent.path("iterations").asInt())
        .isEqualTo(replies(head) + others.stream().mapToInt(DelegationIT::replies).sum())
        .isEqualTo(2 + 3 * 2 + 9 * 3);
    assertThat(spent.at("/usage/outputTokens").asLong())
        .isEqualTo(tokens(head) + others.stream().mapToLong(DelegationIT::tokens).sum());
  }

  private static int replies(UUID run) {
    return (int) SITE.runs().read(run).count("model.replied");
  }

  /** Returns the tokens that the run itself used, without those of its child runs. */
  private static long tokens(UUID run) {
    return view(run).at("/progress/usage/outputTokens").asLong();
  }

  @Test
  void isCancelledWithItsParent() {
    UUID patient = SITE.submit("patient");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(tree(patient).map(DelegationIT::status))
                    .hasSize(1 + 2 * 2)
                    .allMatch(status -> status.equals("WAITING")));

    SITE.runs().cancel(patient);

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(tree(patient).map(DelegationIT::status))
                    .hasSize(1 + 2 * 2)
                    .allMatch(status -> status.equals("CANCELLED")));
    UUID host = children(patient).map(DelegationIT::id).toList().getFirst();
    UUID sleeper = children(host).map(DelegationIT::id).toList().getFirst();
    assertThat(SITE.runs().read(sleeper).last().data().path("reason").asText())
        .contains(host.toString());
    assertThat(view(host).path("worksFor").asText()).isEqualTo(patient.toString());
  }

  /** The first measurement of a server is not typical, nor is any single one. */
  @Test
  void isCancelledWithItsParentWithinASecondThoughItIsAtWork() {
    timeToCancelChildrenAtWork();

    List<Duration> times =
        Stream.generate(DelegationIT::timeToCancelChildrenAtWork).limit(3).sorted().toList();

    assertThat(times.get(1)).as("the median of %s", times).isLessThan(Duration.ofSeconds(1));
  }

  private static Duration timeToCancelChildrenAtWork() {
    UUID commission = SITE.submit("commission");
    awaitChildren(commission, "RUNNING");
    long before = System.nanoTime();
    SITE.runs().cancel(commission);
    awaitChildren(commission, "CANCELLED");
    return Duration.ofNanos(System.nanoTime() - before);
  }

  private static void awaitChildren(UUID commission, String status) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () ->
                assertThat(children(commission).map(DelegationIT::status))
                    .containsExactly(status, status));
  }

  @Test
  void tellsItsModelWhyItMayNotDelegate() {
    RecordedRun run = SITE.awaitStatus(SITE.submit("misled"), "COMPLETED").assertSound();

    assertThat(refusals(run))
        .containsExactlyInAnyOrder(
            "other: agent_not_allowed", "unknown: unknown_agent", "part: missing_input");
    assertThat(run.has("tool-call.delegated")).isFalse();
  }

  @Test
  void reachesNoForbiddenToolThroughAChildRun() {
    UUID refused = SITE.submit("steward");
    assertThat(refusals(SITE.awaitStatus(refused, "COMPLETED").assertSound()))
        .containsExactly("ask: agent_not_allowed");
    assertThat(children(refused)).isEmpty();

    assertReachesNoFurtherThanASteward(SITE.submit("mayor"));

    UUID admins =
        new Runs(SITE.runs().http().as("admin"))
            .submit("mayor", "effects", JsonNodeFactory.instance.objectNode());
    RecordedRun allowed = SITE.awaitStatus(admins, "COMPLETED").assertSound();
    assertThat(allowed.last().data().path("output").asText()).isEqualTo("kept");
    assertThat(tree(admins)).hasSize(3);

    JsonNode fork =
        SITE.runs()
            .http()
            .change(
                "POST",
                "api/v1/runs/%s:fork".formatted(admins),
                JsonNodeFactory.instance.objectNode().put("sequence", 1));
    assertReachesNoFurtherThanASteward(id(fork));
  }

  private static void assertReachesNoFurtherThanASteward(UUID mayor) {
    SITE.awaitStatus(mayor, "COMPLETED").assertSound();
    List<UUID> all = tree(mayor).map(DelegationIT::id).toList();
    assertThat(all).hasSize(2);
    assertThat(refusals(SITE.runs().read(all.getLast()))).containsExactly("ask: agent_not_allowed");
  }

  @Test
  void delegatesNoDeeperThanItMay() {
    UUID outermost = SITE.submit("doll");
    RecordedRun run = SITE.awaitStatus(outermost, "COMPLETED").assertSound();

    List<UUID> dolls = tree(outermost).map(DelegationIT::id).toList();
    assertThat(dolls).hasSize(1 + 5);
    assertThat(refusals(SITE.runs().read(dolls.getLast())))
        .containsExactly("inner: delegation_too_deep");
    assertThat(run.last().data().path("output").asText())
        .startsWith("((((((")
        .contains("reprise.delegation.max-depth")
        .endsWith("))))))");
  }

  @Test
  void reservesTheModelCallThatReadsTheAnswer() {
    RecordedRun run = SITE.awaitStatus(SITE.submit("hasty"), "COMPLETED").assertSound();

    assertThat(refusals(run)).containsExactly("late: iteration_limit");
  }

  @Test
  void asksPeopleBeforeItDelegatesIfItsGrantSaysSo() {
    UUID careful = SITE.submit("careful");
    RecordedRun waiting = SITE.awaitRecord(careful, run -> run.has("run.waiting"));
    assertThat(SITE.runs().waitingFor(careful)).isEqualTo("approval");
    assertThat(waiting.has("tool-call.delegated")).isFalse();

    decide(careful, "refused:deny");
    SITE.awaitRecord(careful, run -> run.count("run.waiting") == 2);
    decide(careful, "allowed:approve");

    RecordedRun run = SITE.awaitStatus(careful, "COMPLETED").assertSound();
    assertThat(run.last().data().path("output").asText()).isEqualTo("done");
    assertThat(run.count("tool-call.delegated")).isEqualTo(1);
    assertThat(children(careful)).hasSize(1);
  }

  private static void decide(UUID run, String word) {
    SITE.runs().say(run, word, JsonNodeFactory.instance.objectNode());
  }

  private static List<String> refusals(RecordedRun run) {
    return run.all("tool-call.failed")
        .map(RecordedEvent::data)
        .map(it -> it.path("callId").asText() + ": " + it.at("/failure/code").asText())
        .toList();
  }

  private static JsonNode view(UUID run) {
    return SITE.runs().http().get("api/v1/runs/" + run);
  }

  private static Stream<JsonNode> children(UUID run) {
    return stream(
        SITE.runs().http().get("api/v1/runs/" + run + "/children").path("items").spliterator(),
        false);
  }

  private static String status(JsonNode run) {
    return run.path("status").asText();
  }

  private static UUID id(JsonNode run) {
    return UUID.fromString(run.path("id").asText());
  }

  private static List<UUID> with(List<UUID> some, UUID another) {
    return with(some, List.of(another));
  }

  private static List<UUID> with(List<UUID> some, List<UUID> others) {
    List<UUID> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
