package dev.reprise.model.cassette;

import static java.lang.System.Logger.Level.INFO;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Failure;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.InvalidModelOptionsException.Problem;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.RedactedReply;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Records the calls of another provider on a cassette, and replays them without the provider. So
 * tests repeat an agent's run offline and free of charge, with the same replies and failures.
 *
 * <pre>{@code
 * model:
 *   provider: recorded
 *   cassette: happy-path      # happy-path.jsonl in reprise.cassettes.dir
 *   matching: strict          # or lenient
 *   of: {provider: anthropic, name: claude-sonnet-5-5}
 * }</pre>
 *
 * <p>The server's configuration decides whether it records or replays, so the agent keeps its
 * version. Recorded content is redacted.
 */
@ApplicationScoped
public class RecordedModel implements ChatModel {

  static final String PROVIDER = "recorded";
  private static final System.Logger LOG = System.getLogger(RecordedModel.class.getName());

  private static final String NOT_THERE = "reprise.cassettes.dir is not set";

  private final CassetteSettings settings;
  private final Provider<ChatModels> models;
  private final Redaction redaction;
  private final Lock writing = new ReentrantLock();

  /**
   * @param models resolved later, because this model is one of them
   */
  @Inject
  RecordedModel(CassetteSettings settings, Provider<ChatModels> models, Redaction redaction) {
    this.settings = settings;
    this.models = models;
    this.redaction = redaction;
  }

  @Override
  public String provider() {
    return PROVIDER;
  }

  /**
   * Checks the recorded provider only on a server that records: a replay does not need that
   * provider.
   */
  @Override
  public void check(ModelOptions options) {
    CassetteOptions stated = CassetteOptions.of(options.options());
    if (!settings.areConfigured()) {
      throw new InvalidModelOptionsException("cassette", "cannot be used here: " + NOT_THERE);
    }
    if (settings.records()) {
      checkRecorded(stated, options.phases());
    }
  }

  private void checkRecorded(CassetteOptions stated, List<String> phases) {
    ChatModels here = models.get();
    ChatModel recorded =
        here.find(stated.of().provider())
            .orElseThrow(
                () ->
                    new InvalidModelOptionsException(
                        "of.provider",
                        "there is no provider '%s' here; there are %s"
                            .formatted(stated.of().provider(), String.join(", ", here.names()))));
    try {
      recorded.check(new ModelOptions(stated.of().options(), phases));
    } catch (InvalidModelOptionsException e) {
      throw new InvalidModelOptionsException(
          e.problems().stream()
              .map(it -> new Problem(it.path().isEmpty() ? "of" : "of." + it.path(), it.message()))
              .toList());
    }
  }

  @Override
  public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
    CassetteOptions options;
    try {
      options = CassetteOptions.of(request.model().options());
    } catch (InvalidModelOptionsException e) {
      throw new ModelException(new Failure("invalid_options", String.valueOf(e.getMessage())));
    }
    Cassette cassette =
        settings
            .cassette(options.cassette())
            .orElseThrow(() -> new ModelException(new Failure("no_cassettes", NOT_THERE)));
    var asked =
        new ModelRequest(
            options.of(),
            request.systemPrompt(),
            request.phase(),
            request.iteration(),
            request.attempt(),
            request.purpose(),
            request.transcript(),
            request.tools());
    return settings.records()
        ? record(cassette, asked)
        : replay(cassette, asked, options.matching());
  }

  private ModelReply record(Cassette cassette, ModelRequest asked)
      throws ModelException, InterruptedException {
    JsonNode stored = redacted(asked);
    ModelReply reply;
    try {
      reply = models.get().reply(asked);
    } catch (ModelException e) {
      append(cassette, asked, RecordedCall.failed(stored, e, redaction));
      throw e;
    }
    ModelReply storedReply = new RedactedReply(redaction).of(reply);
    append(cassette, asked, RecordedCall.replied(stored, storedReply));
    return reply;
  }

  private void append(Cassette cassette, ModelRequest asked, RecordedCall call)
      throws ModelException, InterruptedException {
    writing.lockInterruptibly();
    try {
      cassette.append(CassetteJson.write(call));
      LOG.log(
          INFO,
          "%s: recorded a call of %s for phase %s, iteration %d, attempt %d"
              .formatted(
                  cassette, asked.model().id(), asked.phase(), asked.iteration(), asked.attempt()));
    } catch (ClosedByInterruptException | FileLockInterruptionException e) {
      throw new InterruptedException("interrupted while a call was recorded");
    } catch (IOException | IllegalArgumentException e) {
      String message = "the call was made but could not be recorded: %s".formatted(e.getMessage());
      // the provider may charge for it, although its reply is lost
      throw new ModelException(
          new Failure("cassette_not_written", message), new Fault(FailureClass.UNKNOWN, message));
    } finally {
      writing.unlock();
    }
  }

  private ModelReply replay(
      Cassette cassette, ModelRequest request, CassetteOptions.Matching matching)
      throws ModelException {
    JsonNode asked = redacted(request);
    List<RecordedCall> calls = calls(cassette);
    Optional<RecordedCall> found =
        switch (matching) {
          case STRICT -> newest(calls, call -> call.isOf(RecordedCall.fingerprint(asked)));
          case LENIENT ->
              newest(calls, call -> call.isOfStep(asked) && call.has("attempt", asked))
                  .or(() -> newest(calls, call -> call.isOfStep(asked)));
        };
    return found.orElseThrow(() -> CassetteMiss.of(cassette, asked, calls)).replay();
  }

  private static List<RecordedCall> calls(Cassette cassette) throws ModelException {
    if (!Files.exists(cassette.file())) {
      throw CassetteMiss.withoutFile(cassette);
    }
    try {
      return cassette.calls();
    } catch (IllegalArgumentException e) {
      throw new ModelException(new Failure("cassette_broken", String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest of equal calls counts: a crash may have lost the reply of an earlier one. */
  private static Optional<RecordedCall> newest(
      List<RecordedCall> calls, Predicate<RecordedCall> condition) {
    return calls.reversed().stream().filter(condition).findFirst();
  }

  /**
   * Redacts the whole request: the run's messages are redacted already, but the system prompt and
   * the tools are not.
   */
  private JsonNode redacted(ModelRequest asked) {
    return Json.read(redaction.json(Json.write(CassetteJson.request(asked))));
  }
}
