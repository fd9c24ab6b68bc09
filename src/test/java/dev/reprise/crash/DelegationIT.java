package dev.reprise.crash;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
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

/** Runs that work for runs that work for a run, on a server that dies again and again. */
class DelegationIT {

  private static final int CHILDREN = 12;

  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final Site SITE =
      Site.named(
          "delegation",
          LEDGER.serve(ServerOptions.DEFAULT).with("REPRISE_DISPATCH_MAX_RUNNING", "4"));

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
  @MethodSource("dev.reprise.crash.Nemesis#rounds")
  void doesEachPartOnceThoughItIsKilledThreeTimes(Nemesis nemesis) {
    UUID head = SITE.submit("head", JsonNodeFactory.instance.objectNode());

    for (int kill = 0; kill < 3; kill++) {
      int goal = progress(head) + nemesis.between(2, 25);
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

  /** How much is recorded of all of them. */
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

  /** What the run itself used, without those that worked for it. */
  private static long tokens(UUID run) {
    return view(run).at("/progress/usage/outputTokens").asLong();
  }

  @Test
  void isCancelledWithTheRunThatItWorksFor() {
    UUID head = SITE.submit("head", JsonNodeFactory.instance.objectNode());
    await().atMost(Duration.ofSeconds(60)).until(() -> tree(head).count() == 1 + CHILDREN);

    SITE.runs().cancel(head);

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(tree(head).map(run -> run.path("status").asText()))
                    .allMatch(status -> status.equals("CANCELLED") || status.equals("COMPLETED")));
    UUID lead = children(head).map(DelegationIT::id).toList().getFirst();
    assertThat(SITE.runs().status(lead)).isEqualTo("CANCELLED");
    assertThat(SITE.runs().read(lead).last().data().path("reason").asText())
        .contains(head.toString());
    assertThat(view(lead).path("worksFor").asText()).isEqualTo(head.toString());
  }

  private static JsonNode view(UUID run) {
    return SITE.runs().http().get("api/v1/runs/" + run);
  }

  private static Stream<JsonNode> children(UUID run) {
    return stream(
        SITE.runs().http().get("api/v1/runs/" + run + "/children").path("items").spliterator(),
        false);
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
