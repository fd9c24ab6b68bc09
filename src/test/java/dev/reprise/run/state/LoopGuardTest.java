package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.run.decision.LoopLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

/** What is new to a phase, and what only repeats what it has seen. */
class LoopGuardTest {

  private static final ToolCallState READ = ended("read", "{\"path\":\"a\"}", "tide");
  private static final ToolCallState OTHER = ended("read", "{\"path\":\"b\"}", "tide");
  private static final ToolCallState POLL = ended("poll", "{}", "pending");

  @Test
  void countsIterationsThatOnlyRepeat() {
    LoopGuard guard = after(new LoopGuard(), READ, READ, READ);

    assertThat(guard.streak()).isEqualTo(2);
    assertThat(guard.lastNewIteration()).isEqualTo(1);
  }

  @Test
  void countsAnIterationOfSeveralCallsOnce() {
    assertThat(after(new LoopGuard(), READ, OTHER, READ, OTHER, READ).streak()).isEqualTo(3);
  }

  @Test
  void anotherOutcomeOfTheSameCallIsNew() {
    LoopGuard guard = after(new LoopGuard(), READ, READ, ended("read", "{\"path\":\"a\"}", "ebb"));

    assertThat(guard.streak()).isZero();
    assertThat(guard.lastNewIteration()).isEqualTo(3);
  }

  @Test
  void aFailureIsAnOutcomeLikeAnyOther() {
    var failure = ended(READ.call(), ToolOutcome.failed("not_found", "there is no a"));
    var another = ended(READ.call(), ToolOutcome.failed("not_found", "there is no b"));

    assertThat(after(new LoopGuard(), failure, failure).streak()).isEqualTo(1);
    assertThat(after(new LoopGuard(), failure, another).streak()).isZero();
  }

  @Test
  void anotherImageWithTheSameTextIsNew() {
    assertThat(after(new LoopGuard(), seen("1.png"), seen("2.png")).streak()).isZero();
    assertThat(after(new LoopGuard(), seen("1.png"), seen("1.png")).streak()).isEqualTo(1);
  }

  private static ToolCallState seen(String picture) {
    var image = new Block.Image("workspace:" + picture, "image/png");
    return ended(READ.call(), new ToolOutcome.Succeeded("seen", List.of(image)));
  }

  @Test
  void oneNewCallBesideRepeatedOnesIsNew() {
    LoopGuard guard = after(new LoopGuard(), READ, READ);

    assertThat(guard.after(3, List.of(READ, OTHER), unused -> false).streak()).isZero();
  }

  @Test
  void repeatedPollingDoesNotCountAndHidesNoLoop() {
    LoopGuard polled = after(new LoopGuard(), POLL, POLL, POLL, POLL);
    LoopGuard mixed = after(new LoopGuard(), READ, POLL, READ, POLL, READ);

    assertThat(polled.streak()).isZero();
    assertThat(mixed.streak()).isEqualTo(2);
    assertThat(mixed.after(6, List.of(READ, POLL), "poll"::equals).streak()).isEqualTo(3);
    assertThat(after(mixed, ended("poll", "{}", "done")).streak()).isZero();
  }

  @Test
  void afterAWaitEveryOutcomeMayBeNew() {
    ToolCallState waited = ended("wait_until", "{\"for\":\"PT1H\"}", "over");
    ToolCallState refused =
        ended(waited.call(), ToolOutcome.failed("invalid_arguments", "PT1H is too long"));

    assertThat(after(new LoopGuard(), READ, READ, waited, READ, waited, READ).streak())
        .isEqualTo(1);
    assertThat(after(new LoopGuard(), refused, refused, refused).streak()).isEqualTo(2);
  }

  @Test
  void blocksOnlyCallsThatWereRepeatedInTheStreak() {
    LoopGuard hinted = after(new LoopGuard(), OTHER, READ, READ, READ).with(LoopResponse.HINTED);
    LoopGuard blocked = hinted.with(LoopResponse.BLOCKED);

    assertThat(hinted.blocks(READ.call())).isFalse();
    assertThat(blocked.blocks(READ.call())).isTrue();
    assertThat(blocked.blocks(OTHER.call())).isFalse();
    assertThat(after(blocked, ended("look", "{}", "new")).blocks(READ.call())).isFalse();
  }

  @Test
  void aRefusalIsNotNew() {
    LoopGuard blocked = after(new LoopGuard(), READ, READ, READ).with(LoopResponse.BLOCKED);
    ToolCallState refused = ended(READ.call(), ToolOutcome.failed("repeated_call", "not called"));

    assertThat(after(blocked, refused).streak()).isEqualTo(3);
  }

  @Test
  void aWeakerResponseNeverFollowsAStrongerOne() {
    var limits = new LoopLimits(1, 2, 3);
    LoopGuard guard = after(new LoopGuard(), READ, READ, READ);

    assertThat(limits.due(guard)).contains(LoopResponse.BLOCKED);
    assertThat(limits.due(guard.with(LoopResponse.BLOCKED))).isEmpty();
    assertThat(limits.due(after(guard.with(LoopResponse.BLOCKED), READ)))
        .contains(LoopResponse.ASKED);
  }

  @Test
  void aMeasureThatIsOffIsNeverTaken() {
    LoopGuard guard = after(new LoopGuard(), READ, READ, READ, READ, READ);

    assertThat(new LoopLimits(0, 0, 0).due(guard)).isEmpty();
    assertThat(new LoopLimits(2, 0, 0).due(guard)).contains(LoopResponse.HINTED);
    assertThat(new LoopLimits(0, 0, 4).due(guard)).contains(LoopResponse.ASKED);
  }

  @Test
  void aPersonsMessageGivesFreshLimitsAndForgetsNothing() {
    LoopGuard guard = after(new LoopGuard(), READ, READ, READ).with(LoopResponse.ASKED).afresh();

    assertThat(guard.awaitsPerson()).isFalse();
    assertThat(guard.streak()).isZero();
    assertThat(guard.blocks(READ.call())).isFalse();
    assertThat(after(guard, READ).streak()).isEqualTo(1);
  }

  @Test
  void aSummarisedCallMayBeMadeOnceMore() {
    LoopGuard blocked = after(new LoopGuard(), READ, READ, READ).with(LoopResponse.BLOCKED);

    LoopGuard compacted = blocked.compacted();
    LoopGuard again = after(compacted, READ);

    assertThat(compacted.blocks(READ.call())).isFalse();
    assertThat(again.streak()).as("neither news nor a repetition").isEqualTo(2);
    assertThat(after(again, READ).streak()).isEqualTo(3);
  }

  @Test
  void noticesALoopThroughAnyNumberOfSummaries() {
    LoopGuard guard = new LoopGuard();
    for (int i = 0; i < 10; i++) {
      guard = after(guard, READ, READ).compacted();
    }

    assertThat(guard.streak()).isEqualTo(10);
  }

  @Test
  void forgetsOldOutcomes() {
    LoopGuard guard = new LoopGuard();
    for (int i = 0; i <= LoopGuard.MAX_REMEMBERED; i++) {
      guard = after(guard, ended("read", "{\"path\":\"%d\"}".formatted(i), "x"));
    }

    assertThat(guard.seen()).hasSize(LoopGuard.MAX_REMEMBERED);
    assertThat(after(guard, ended("read", "{\"path\":\"1\"}", "x")).streak()).isEqualTo(1);
    assertThat(after(guard, ended("read", "{\"path\":\"0\"}", "x")).streak()).isZero();
    assertThat(after(guard.compacted(), READ).compacted().summarised())
        .hasSize(LoopGuard.MAX_REMEMBERED);
  }

  @Property(tries = 200)
  void neverSuspectsARunWithANewOutcomeInEachIteration(
      @ForAll @Size(min = 1, max = 60) @UniqueElements List<String> results,
      @ForAll("anyLimits") LoopLimits limits) {
    LoopGuard guard = new LoopGuard();
    for (String result : results) {
      guard = after(guard, ended("read", "{}", result));
      assertThat(limits.due(guard)).isEmpty();
    }
  }

  @Property(tries = 200)
  void asksAPersonAfterAnyLongEnoughRepetition(
      @ForAll("anyRound") List<List<ToolCallState>> round, @ForAll("anyLimits") LoopLimits limits) {
    LoopGuard guard = new LoopGuard();
    List<LoopResponse> taken = new ArrayList<>();
    int iterations = round.size() + limits.ask();
    for (int i = 0; i < iterations; i++) {
      guard = guard.after(i + 1, round.get(i % round.size()), unused -> false);
      if (guard.streak() == 0) {
        taken.clear(); // the round is still new
      }
      Optional<LoopResponse> due = limits.due(guard);
      due.ifPresent(taken::add);
      guard = due.map(guard::with).orElse(guard);
    }

    assertThat(guard.awaitsPerson()).isTrue();
    assertThat(taken).containsExactly(LoopResponse.values());
  }

  @Property(tries = 200)
  void parallelCallsHaveNoOrder(
      @ForAll("anyRound") List<List<ToolCallState>> iterations, @ForAll long seed) {
    LoopGuard one = new LoopGuard();
    LoopGuard other = new LoopGuard();
    for (int i = 0; i < iterations.size(); i++) {
      List<ToolCallState> shuffled = new ArrayList<>(iterations.get(i));
      Collections.shuffle(shuffled, new Random(seed));
      one = one.after(i, iterations.get(i), "c"::equals);
      other = other.after(i, shuffled, "c"::equals);
      assertThat(one).isEqualTo(other);
    }
  }

  @Property(tries = 200)
  void equalArgumentsMatchHoweverTheyAreWritten(@ForAll @IntRange(min = 1, max = 8) int members) {
    List<String> sorted =
        IntStream.range(0, members).mapToObj(i -> "\"m%d\":{\"n\":%d}".formatted(i, i)).toList();
    List<String> reversed = new ArrayList<>(sorted);
    Collections.reverse(reversed);
    ToolCallState one = ended("read", "{" + String.join(",", sorted) + "}", "x");
    ToolCallState other = ended("read", "{ " + String.join(" ,\n", reversed) + " }", "x");

    assertThat(after(new LoopGuard(), one, other).streak()).isEqualTo(1);
    assertThat(CallFingerprint.of(one.call()))
        .hasSize(16)
        .isEqualTo(CallFingerprint.of(other.call()));
  }

  @Provide
  Arbitrary<List<List<ToolCallState>>> anyRound() {
    return Arbitraries.of("a", "b", "c")
        .flatMap(tool -> Arbitraries.of("1", "2").map(result -> ended(tool, "{}", result)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<LoopLimits> anyLimits() {
    return Arbitraries.integers()
        .between(1, 4)
        .list()
        .ofSize(3)
        .map(
            steps ->
                new LoopLimits(
                    steps.get(0),
                    steps.get(0) + steps.get(1),
                    steps.get(0) + steps.get(1) + steps.get(2)));
  }

  /** Returns the guard after iterations of one call each, in a row; `poll` is a polling tool. */
  private static LoopGuard after(LoopGuard guard, ToolCallState... calls) {
    LoopGuard next = guard;
    for (int i = 0; i < calls.length; i++) {
      next = next.after(i + 1, List.of(calls[i]), "poll"::equals);
    }
    return next;
  }

  private static ToolCallState ended(String tool, String arguments, String result) {
    return ended(
        new ToolCall("c1", tool, new JsonValue(arguments)), new ToolOutcome.Succeeded(result));
  }

  private static ToolCallState ended(ToolCall call, ToolOutcome outcome) {
    return new ToolCallState(
        call,
        new ToolCallProgress.Ended(outcome),
        Optional.empty(),
        0,
        Optional.empty(),
        0,
        Optional.empty(),
        List.of());
  }
}
