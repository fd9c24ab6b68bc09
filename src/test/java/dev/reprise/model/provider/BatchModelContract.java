package dev.reprise.model.provider;

import static dev.reprise.model.provider.StubBatches.Fate.CANCELLED;
import static dev.reprise.model.provider.StubBatches.Fate.EXPIRED;
import static dev.reprise.model.provider.StubBatches.Fate.INVALID;
import static dev.reprise.model.provider.StubBatches.Fate.REFUSED;
import static dev.reprise.model.provider.StubBatches.Fate.REPLIED;
import static dev.reprise.model.provider.StubBatches.Fate.UNREADABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.Transcript;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubWire;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.BatchResult;
import dev.reprise.model.batch.ProviderBatchStatus;
import dev.reprise.model.batch.ProviderBatchStatus.State;
import dev.reprise.model.batch.ProviderBatchSubmission;
import dev.reprise.model.batch.SearchResult;
import dev.reprise.model.catalogue.ProviderProtocols;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every provider of batches does, and that no lost connection submits anything twice. */
abstract class BatchModelContract {

  private static final String KEY = "sk-loopback-0123456789";

  final StubBatches stub;
  final ProviderBatchSubmission submission =
      new ProviderBatchSubmission(UUID.randomUUID(), 3, StubBatches.NOW);
  private final ProviderKind kind;
  private final StubWire wire;

  BatchModelContract(ProviderKind kind, StubBatches stub, StubWire wire) {
    this.kind = kind;
    this.stub = stub;
    this.wire = wire;
  }

  /** Returns whether the provider can tell at once whether it has the batch of a submission. */
  abstract boolean findsAtOnce();

  /** Returns the part of a line that is the body of the call. */
  abstract ObjectNode body(BatchLine line);

  /** Returns the provider's word for a batch that ended in a state. */
  abstract String word(State state);

  @AfterEach
  void close() {
    stub.close();
  }

  @Test
  void sendsWhatASingleCallSends() throws Exception {
    stub.http.then(wire.says("yes"));
    ProviderProtocols.chatModel(settings(), clock()).reply(request(1));

    var single = (ObjectNode) Json.read(stub.http.requests().getFirst().body());
    single.remove("stream");
    ObjectNode inBatch = body(model().encode(submission.id(), 1, request(1)));
    inBatch.remove("stream");
    assertThat(Json.write(inBatch)).isEqualTo(Json.write(single));
    assertThat(single.toString()).contains("You are a test.").contains("item 1");
  }

  @Test
  void submitsOneBatchWithTheKey() throws Exception {
    ProviderBatchStatus batch = submit(submission);

    assertThat(batch)
        .isEqualTo(new ProviderBatchStatus("batch_1", State.IN_PROGRESS, 0, 0, none()));
    assertThat(stub.created).hasSize(1);
    assertThat(stub.created.getFirst().customIds).hasSize(3).doesNotHaveDuplicates();
    assertThat(stub.created.getFirst().customIds).allMatch(id -> id.matches("[0-9a-f-]{1,64}"));
    assertThat(stub.http.requests())
        .allMatch(it -> it.headers().values().stream().anyMatch(value -> value.endsWith(KEY)));
  }

  @Test
  void matchesResultsInWhateverOrderAndIgnoresThoseOfOthers() throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED, REPLIED, REPLIED);

    assertThat(model().status("batch_1"))
        .isEqualTo(new ProviderBatchStatus("batch_1", State.ENDED, 3, 0, none()));
    List<BatchResult> results = results();
    assertThat(results).extracting(BatchResult::number).containsExactly(3, 2, 1);
    assertThat(results)
        .allSatisfy(
            result -> {
              var reply = ((BatchResult.Replied) result).reply();
              assertThat(reply.text()).isEqualTo("to " + id(result.number()));
              assertThat(reply.usage()).isEqualTo(StubWire.USAGE);
            });
  }

  @Test
  void givesEachResultOnceEvenIfTheProviderRepeatsIt() throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED, REPLIED, REPLIED);
    stub.created.getFirst().results.addAll(List.copyOf(stub.created.getFirst().results));

    assertThat(results()).extracting(BatchResult::number).containsExactly(3, 2, 1);
  }

  @Test
  void classifiesWhatFailed() throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED, INVALID, REFUSED);

    Map<Integer, Fault> faults = faults(results());
    assertThat(faults).containsOnlyKeys(2, 3);
    assertThat(faults)
        .hasEntrySatisfying(
            2,
            fault -> {
              assertThat(fault.kind()).isEqualTo(FailureClass.INVALID_REQUEST);
              assertThat(fault.message()).contains("'acme'").contains("too odd");
            })
        .hasEntrySatisfying(
            3, fault -> assertThat(fault.kind()).isEqualTo(FailureClass.CONTENT_REFUSED));
  }

  @Test
  void keepsTheOtherRepliesIfALineIsNoJson() throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED, UNREADABLE, REPLIED);

    List<BatchResult> results = results();
    assertThat(results)
        .filteredOn(BatchResult.Replied.class::isInstance)
        .extracting(BatchResult::number)
        .containsExactlyInAnyOrder(1, 3);
    assertThat(results)
        .filteredOn(BatchResult.Unreadable.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            BatchResult.Unreadable.class,
            it -> {
              assertThat(it.number()).isEqualTo(2);
              assertThat(it.why()).matches("line \\d of the results of .* is not JSON: .*");
            });
  }

  /** It may be of each request that has no result. */
  @ParameterizedTest
  @ValueSource(strings = {"<html>", "[1, 2", "\u0000"})
  void saysOfEachRequestWithoutAResultThatALineCannotBeRead(String garbage) throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED);
    stub.created.getFirst().results.add(1, garbage);

    assertThat(results())
        .filteredOn(BatchResult.Unreadable.class::isInstance)
        .extracting(BatchResult::number)
        .containsExactly(2, 3);
  }

  @Test
  void keepsTheOtherRepliesIfALineIsTooLong() throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED, REPLIED, REPLIED);
    stub.created
        .getFirst()
        .results
        .replaceAll(line -> line.contains(id(2)) ? line + " ".repeat(1_000_000) : line);

    List<BatchResult> results = results();
    assertThat(results).extracting(BatchResult::number).containsExactly(3, 2, 1);
    assertThat(results.get(1))
        .isInstanceOfSatisfying(
            BatchResult.Unreadable.class,
            it -> assertThat(it.why()).contains("longer than 1000000 bytes"));
  }

  @Test
  void saysWhatExpired() throws Exception {
    submit(submission);
    stub.end(word(State.EXPIRED), REPLIED, EXPIRED, EXPIRED);

    assertThat(model().status("batch_1").state()).isEqualTo(State.EXPIRED);
    Map<Integer, Fault> faults = faults(results());
    assertThat(faults).containsOnlyKeys(2, 3);
    assertThat(faults.values()).allMatch(Fault::isTransient);
    assertThat(faults.values()).noneMatch(fault -> fault.kind().mayHaveHappened());
  }

  @Test
  void saysWhatWasCancelled() throws Exception {
    submit(submission);
    model().cancel("batch_1");
    assertThat(model().status("batch_1").state()).isEqualTo(State.IN_PROGRESS);
    stub.end(word(State.CANCELLED), REPLIED, CANCELLED, CANCELLED);

    assertThat(model().status("batch_1").state()).isEqualTo(State.CANCELLED);
    Map<Integer, Fault> faults = faults(results());
    assertThat(faults).containsOnlyKeys(2, 3);
    assertThat(faults.values()).allMatch(fault -> fault.kind() == FailureClass.CANCELLED);
  }

  @Test
  void canSubmitAgainWhatNeverArrived() throws Exception {
    stub.loseBefore("POST", stub.batches());

    assertThat(failure(() -> submit(submission)).isTransient()).isTrue();

    assertThat(model().find(submission, Set.of())).isEqualTo(new SearchResult.Absent());
    submit(submission);
    assertThat(stub.created).hasSize(1);
  }

  @Test
  void findsWhatArrivedAlthoughTheConnectionWasLost() throws Exception {
    submit(new ProviderBatchSubmission(UUID.randomUUID(), 3, StubBatches.NOW)); // of another job
    stub.end(word(State.ENDED), REPLIED, REPLIED, REPLIED);
    stub.loseAfter("POST", stub.batches());
    assertThat(failure(() -> submit(submission)).isTransient()).isTrue();
    for (int i = 0; i < 5; i++) {
      submit(
          new ProviderBatchSubmission(
              UUID.randomUUID(), 2, StubBatches.NOW)); // newer ones fill pages
    }

    SearchResult found = model().find(submission, Set.of());

    if (!findsAtOnce()) {
      assertThat(found).isEqualTo(new SearchResult.Undecided());
      end(1);
      found = model().find(submission, Set.of());
    }
    assertThat(found)
        .isInstanceOfSatisfying(
            SearchResult.Found.class, it -> assertThat(it.batch().id()).isEqualTo("batch_2"));
    assertThat(stub.created).hasSize(7);
  }

  @Test
  void takesNoBatchOfOthersForItsOwn() throws Exception {
    submit(new ProviderBatchSubmission(UUID.randomUUID(), 3, StubBatches.NOW));
    submit(new ProviderBatchSubmission(UUID.randomUUID(), 2, StubBatches.NOW));

    assertThat(model().find(submission, Set.of("batch_1"))).isEqualTo(new SearchResult.Absent());
    var later =
        new ProviderBatchSubmission(submission.id(), 3, StubBatches.NOW.plus(Duration.ofHours(1)));
    assertThat(model().find(later, Set.of())).isEqualTo(new SearchResult.Absent());
  }

  @Test
  void asksAgainWhenAPollIsLost() throws Exception {
    submit(submission);
    stub.loseAfter("GET", "batch_1");

    assertThat(failure(() -> model().status("batch_1")).isTransient()).isTrue();
    assertThat(model().status("batch_1").state()).isEqualTo(State.IN_PROGRESS);
    assertThat(stub.created).hasSize(1);
  }

  @Test
  void readsResultsAgainWhenTheirStreamBreaks() throws Exception {
    submit(submission);
    stub.end(word(State.ENDED), REPLIED, REPLIED, REPLIED);
    stub.loseAfter("GET", stub.results());
    List<BatchResult> first = new ArrayList<>();

    Fault fault = failure(() -> model().results(submission, "batch_1", first::add));

    assertThat(fault.kind()).isEqualTo(FailureClass.STREAM_RESET);
    assertThat(first).hasSizeBetween(1, 2);
    assertThat(results()).hasSize(3).containsAll(first);
  }

  @ParameterizedTest
  @CsvSource({"429, RATE_LIMITED", "500, SERVER_ERROR", "529, OVERLOADED", "401, AUTHENTICATION"})
  void classifiesErrors(int status, FailureClass kind) throws Exception {
    StubAnswer error = wire.error(status, "odd", "not now").with("Retry-After", "7");
    stub.refuse("POST", stub.batches(), error);

    Fault fault = failure(() -> submit(submission));

    assertThat(fault.kind()).isEqualTo(kind);
    assertThat(fault.retryAfter()).contains(Duration.ofSeconds(7));
    assertThat(model().find(submission, Set.of())).isEqualTo(new SearchResult.Absent());
    stub.refuse("GET", stub.batches(), error);
    assertThat(failure(() -> model().find(submission, Set.of())).kind()).isEqualTo(kind);
    assertThat(stub.created).isEmpty();
  }

  @Test
  void costsWhatItsOperatorSays() {
    assertThat(model().price()).isEqualByComparingTo("0.5");
  }

  /** Gives a batch, the first being 0, a reply to each of its requests. */
  private void end(int batch) {
    StubBatches.Batch ended = stub.created.get(batch);
    ended.customIds.forEach(id -> ended.results.add(stub.result(id, REPLIED)));
    ended.results.add(stub.result("unknown-1", REPLIED));
    ended.status = word(State.ENDED);
  }

  final BatchModel model() {
    return ProviderProtocols.batchModel(settings(), new BigDecimal("0.5"), clock()).orElseThrow();
  }

  private ProviderSettings settings() {
    return new ProviderSettings(
        "acme",
        kind,
        stub.http.url("/v1"),
        Optional.of(KEY),
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        1_000_000,
        false);
  }

  private static Clock clock() {
    return Clock.fixed(StubBatches.NOW, ZoneOffset.UTC);
  }

  final ProviderBatchStatus submit(ProviderBatchSubmission submitted) throws Exception {
    List<BatchLine> lines = new ArrayList<>();
    for (int number = 1; number <= submitted.requests(); number++) {
      lines.add(model().encode(submitted.id(), number, request(number)));
    }
    return model().submit(submitted, lines);
  }

  private List<BatchResult> results() throws Exception {
    List<BatchResult> results = new ArrayList<>();
    model().results(submission, "batch_1", results::add);
    return results;
  }

  private static Map<Integer, Fault> faults(List<BatchResult> results) {
    Map<Integer, Fault> faults = new TreeMap<>();
    for (BatchResult result : results) {
      if (result instanceof BatchResult.Failed(int number, Fault fault)) {
        faults.put(number, fault);
      }
    }
    return faults;
  }

  private String id(int number) {
    return ProviderBatchResults.customId(submission.id(), number);
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private interface Action {
    void take() throws Exception;
  }

  private static Fault failure(Action action) {
    return catchThrowableOfType(ModelException.class, action::take).fault();
  }

  private static ModelRequest request(int number) {
    return new ModelRequest(
        new ModelChoice("acme", "stub-1", new JsonValue("{\"maxOutputTokens\":99}")),
        "You are a test.",
        "only",
        1,
        1,
        ModelRequest.Purpose.ANSWER,
        new Transcript(List.of(new Message.User("item " + number))),
        List.of());
  }
}
