package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.model.StubWire;
import dev.reprise.platform.Json;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A provider of one test that answers in batches, and remembers them like a real one: what a lost
 * connection has done stays done.
 */
public abstract class StubBatches implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /** So small that lists have several pages. */
  private static final int PAGE = 2;

  private final Instant now;
  private final AtomicInteger singleCalls = new AtomicInteger();
  final StubProvider http = StubProvider.start();
  final List<Batch> created = new ArrayList<>();
  private final List<Trouble> troubles = new ArrayList<>();

  /** What becomes of a request. */
  public enum Fate {
    REPLIED,
    /** With a reply that does not say how many tokens it used. */
    UNCOUNTED,
    /** With a line of results that is no JSON. */
    UNREADABLE,
    INVALID,
    REFUSED,
    EXPIRED,
    CANCELLED
  }

  /** A batch at the provider. */
  static final class Batch {
    final String id;
    final List<String> customIds;
    final JsonNode metadata;
    final List<String> results = new ArrayList<>();
    String status = "in_progress";

    Batch(String id, List<String> customIds, JsonNode metadata) {
      this.id = id;
      this.customIds = customIds;
      this.metadata = metadata;
    }

    int count(Fate fate) {
      return (int) results.stream().filter(line -> line.contains(fate.name())).count();
    }
  }

  /** What happens to the next request of a kind. */
  private record Trouble(
      Predicate<StubProvider.Request> of, boolean isCarriedOut, UnaryOperator<StubAnswer> answer) {}

  StubBatches() {
    this(NOW);
  }

  /**
   * @param now when the first batch is created
   */
  StubBatches(Instant now) {
    this.now = now;
    http.answering(this::respond);
  }

  /** Breaks the connection of the next request of this kind, before the provider acts on it. */
  void loseBefore(String method, String path) {
    trouble(method, path, false, answer -> answer.half(StubAnswer.Ending.RESET));
  }

  /** Breaks the connection of the next request of this kind, when the provider has acted on it. */
  public void loseAfter(String method, String path) {
    trouble(method, path, true, answer -> answer.half(StubAnswer.Ending.CUT));
  }

  /** Answers the next request of this kind with an error, and does nothing. */
  void refuse(String method, String path, StubAnswer error) {
    trouble(method, path, false, answer -> error);
  }

  private void trouble(
      String method, String path, boolean isCarriedOut, UnaryOperator<StubAnswer> answer) {
    troubles.add(
        new Trouble(
            request -> request.method().equals(method) && request.path().contains(path),
            isCarriedOut,
            answer));
  }

  /** Ends the newest batch: results come in reverse order, and one that no one asked for. */
  public synchronized void end(String status, Fate... fates) {
    Batch batch = created.getLast();
    batch.results.add(result("unknown-1", Fate.REPLIED));
    for (int i = 0; i < fates.length; i++) {
      batch.results.add(result(batch.customIds.get(i), fates[i]));
    }
    Collections.reverse(batch.results);
    batch.status = status;
  }

  private synchronized StubAnswer respond(StubProvider.Request request) {
    Optional<Trouble> trouble = troubles.stream().filter(it -> it.of().test(request)).findFirst();
    if (trouble.isEmpty()) {
      return answer(request);
    }
    troubles.remove(trouble.get());
    StubAnswer answer =
        trouble.get().isCarriedOut() ? answer(request) : StubAnswer.json(200, "{\"lost\": true}");
    return trouble.get().answer().apply(answer);
  }

  abstract StubAnswer answer(StubProvider.Request request);

  /** Counts a call outside of batches, and returns its answer. */
  StubAnswer single(StubWire wire) {
    singleCalls.incrementAndGet();
    return wire.says("singly");
  }

  /** Returns how often a single call was answered. */
  public int singleCalls() {
    return singleCalls.get();
  }

  /** Returns how many batches were created. */
  public synchronized int createdCount() {
    return created.size();
  }

  /** Returns how many requests each batch has. */
  public synchronized List<Integer> sizes() {
    return created.stream().map(batch -> batch.customIds.size()).toList();
  }

  /** Returns whether a request of this kind has come. */
  public boolean wasAsked(String method, String path) {
    return http.requests().stream()
        .anyMatch(it -> it.method().equals(method) && it.path().startsWith(path));
  }

  /** Returns its address with this path. */
  public URI url(String path) {
    return http.url(path);
  }

  abstract ObjectNode shown(Batch batch);

  /** Returns a line of results, which names its fate. */
  abstract String result(String customId, Fate fate);

  /** Returns the path under which batches are created and listed. */
  abstract String batches();

  /** Returns the path from which the results of the newest batch come. */
  abstract String results();

  Batch add(List<String> customIds, JsonNode metadata) {
    var batch = new Batch("batch_%d".formatted(created.size() + 1), customIds, metadata);
    created.add(batch);
    return batch;
  }

  Batch batch(String id) {
    return created.stream().filter(it -> it.id.equals(id)).findFirst().orElseThrow();
  }

  Instant createdAt(Batch batch) {
    return now.plusSeconds(created.indexOf(batch));
  }

  /** Returns a page of the list, newest first. */
  StubAnswer list(@Nullable String after) {
    List<Batch> newest = new ArrayList<>(created);
    Collections.reverse(newest);
    int from = after == null ? 0 : newest.indexOf(batch(after)) + 1;
    int to = Math.min(newest.size(), from + PAGE);
    ObjectNode page = object();
    ArrayNode data = page.putArray("data");
    newest.subList(from, to).forEach(batch -> data.add(shown(batch)));
    page.put("has_more", to < newest.size());
    return StubAnswer.json(200, Json.write(page));
  }

  /** Returns a file of lines, which is cut off where its last line is no JSON object. */
  static StubAnswer lines(List<String> lines) {
    List<String> pieces = new ArrayList<>(lines.stream().map(it -> it + "\n").toList());
    if (!lines.isEmpty() && !lines.getLast().endsWith("}")) {
      pieces.set(pieces.size() - 1, lines.getLast());
    }
    return StubAnswer.stream("application/x-jsonl", pieces);
  }

  static @Nullable String parameter(StubProvider.Request request, String name) {
    for (String part : request.path().replaceFirst("^[^?]*\\??", "").split("&", -1)) {
      if (part.startsWith(name + "=")) {
        return part.substring(name.length() + 1);
      }
    }
    return null;
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public void close() {
    http.close();
  }
}
