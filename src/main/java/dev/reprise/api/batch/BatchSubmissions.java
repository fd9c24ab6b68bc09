package dev.reprise.api.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.SubmissionValidator;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.BatchTotals;
import dev.reprise.batch.BatchWork;
import dev.reprise.batch.source.DataSet;
import dev.reprise.batch.source.InputTemplate;
import dev.reprise.batch.source.Item;
import dev.reprise.batch.source.ItemKey;
import dev.reprise.batch.source.ItemReader;
import dev.reprise.batch.source.ItemSource;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.FaultException;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.call.NotPermittedException;
import dev.reprise.tool.file.FileSource;
import dev.reprise.tool.sql.SqlRecords;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Accepts batches: checks everything, and copies the items into the database, so that any server
 * can carry the batch out. A batch whose items are not all valid leaves nothing behind. Tested by
 * {@code BatchConditionIT}.
 */
@ApplicationScoped
class BatchSubmissions {

  private static final System.Logger LOG = System.getLogger(BatchSubmissions.class.getName());

  /** How many items a preview runs. */
  private static final int SAMPLE = 3;

  private final SubmissionValidator validator;
  private final SubmissionCheck check;
  private final BatchModeCheck modes;
  private final AgentVersions versions;
  private final ItemReader reader;
  private final BatchStore store;
  private final Clock clock;
  private final CreationId creation;

  @Inject
  BatchSubmissions(
      SubmissionValidator validator,
      SubmissionCheck check,
      BatchModeCheck modes,
      AgentVersions versions,
      ItemReader reader,
      BatchStore store,
      Clock clock,
      CreationId creation) {
    this.validator = validator;
    this.check = check;
    this.modes = modes;
    this.versions = versions;
    this.reader = reader;
    this.store = store;
    this.clock = clock;
    this.creation = creation;
  }

  /**
   * Checks and queues a batch of all items of the data set.
   *
   * @param lines the items that follow in the body as JSON Lines; empty if the request names a
   *     source
   * @throws ProblemException if something about it is not valid, or the caller may not use it; says
   *     what
   */
  Batch submit(Caller caller, BatchRequest request, Optional<InputStream> lines) {
    return submit(caller, request, lines, Integer.MAX_VALUE);
  }

  /**
   * Checks a data set and queues a batch of its first items, with the same limits and name.
   *
   * @throws ProblemException as {@link #submit} does
   */
  Batch preview(Caller caller, BatchRequest request) {
    return submit(caller, request, Optional.empty(), SAMPLE);
  }

  private Batch submit(Caller caller, BatchRequest request, Optional<InputStream> lines, int most) {
    AgentVersion agent = validator.agent(caller.tenant(), request.agent());
    check.check(caller.submitter(), agent.definition(), request.workspace());
    modes.check(request, agent.definition());
    Optional<Batch> before = loadedBefore(caller.tenant());
    if (before.isPresent()) {
      return before.get();
    }
    var set = new DataSet(source(request, lines), key(request), input(request));
    Batch batch = batch(caller, request, agent);
    versions.keep(caller.tenant(), agent);
    store.begin(
        batch, new BatchAct(BatchActKind.SUBMIT, caller.name(), "", batch.times().createdAt()));
    boolean isLoaded = false;
    try {
      var load = new BatchLoad(store, batch, most);
      Consumer<Item> items =
          item -> {
            checkReferences(agent, item);
            load.add(item);
          };
      int count = read(set, reader(caller, agent), items);
      load.finish(count);
      isLoaded = true;
      LOG.log(
          INFO,
          "batch %s of tenant %s: %d items of agent %s submitted by %s"
              .formatted(batch.id(), batch.tenant(), count, request.agent(), caller.name()));
    } finally {
      if (!isLoaded) {
        store.discard(batch.id());
      }
    }
    return store.find(batch.id()).orElseThrow();
  }

  /** Returns the batch if this request is repeated and an earlier one has stored all items. */
  private Optional<Batch> loadedBefore(String tenant) {
    if (!creation.isRepeated()) {
      return Optional.empty();
    }
    store.discard(creation.get()); // only if its server was lost while it read the items
    return store.find(tenant, creation.get());
  }

  private Batch batch(Caller caller, BatchRequest request, AgentVersion agent) {
    BatchOptions options = request.optionsOrDefault();
    return new Batch(
        creation.get(),
        caller.tenant(),
        new BatchWork(
            Optional.ofNullable(request.name()),
            new AgentRef(agent.definition().name(), agent.hash()),
            request.workspace(),
            new Requester(caller.name(), caller.role()),
            options.priorityOrNone(),
            Optional.empty(),
            request.modeOrDefault()),
        options.limits(),
        new BatchTotals(0, 0, 0, 0, 0, BigDecimal.ZERO, 0, 0),
        new Batch.State(BatchStatus.LOADING, Optional.empty(), Optional.empty()),
        new Batch.Holder(Optional.empty(), 0, Optional.empty()),
        new Batch.Times(
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static ItemSource source(BatchRequest request, Optional<InputStream> lines) {
    if (lines.isPresent() && request.source() != null) {
      throw ProblemException.invalidValue(
          "source", "must be absent if items follow in the body as JSON Lines");
    }
    return lines
        .<ItemSource>map(ItemSource.Lines::new)
        .or(
            () ->
                Optional.ofNullable(request.source()).flatMap(it -> it.source(request.workspace())))
        .orElseThrow(
            () ->
                ProblemException.invalidValue(
                    "source", "must have exactly one of lines, file and query"));
  }

  private static ItemKey key(BatchRequest request) {
    return Optional.ofNullable(request.key()).map(ItemKey::new).orElse(ItemKey.HASH);
  }

  private static InputTemplate input(BatchRequest request) {
    try {
      return Optional.ofNullable(request.input())
          .map(InputTemplate::new)
          .orElse(InputTemplate.ITEM);
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalidValue("input", String.valueOf(e.getMessage()));
    }
  }

  private static void checkReferences(AgentVersion agent, Item item) {
    try {
      SubmissionValidator.checkReferences(agent.definition(), item.input());
    } catch (ProblemException e) {
      throw new ProblemException(
          e.type(),
          "Item %d ('%s'): %s".formatted(item.number(), item.key(), e.detail()),
          e.errors());
    }
  }

  /** The source is read by the caller, as a tool of the agent would read it. */
  private CallOrigin reader(Caller caller, AgentVersion agent) {
    return new CallOrigin(
        caller.tenant(),
        creation.get(),
        agent.definition().name(),
        caller.role(),
        List.of(SqlRecords.TOOL, FileSource.TOOL),
        ToolGrant.WHOLE,
        agent.definition().grants());
  }

  private int read(DataSet set, CallOrigin origin, Consumer<Item> items) {
    try {
      return reader.read(set, origin, items);
    } catch (NotPermittedException e) {
      throw notPermitted(e.failure());
    } catch (InvalidDocumentException e) {
      throw ProblemException.of(
          ProblemType.INVALID_DATA_SET, SubmissionValidator.errors(e.problems()));
    } catch (FaultException e) {
      throw new ProblemException(
          ProblemType.SOURCE_UNAVAILABLE,
          "The data source does not serve the query: " + e.getMessage());
    } catch (IOException e) {
      LOG.log(WARNING, "batch %s: its source cannot be read".formatted(origin.run()), e);
      throw new ProblemException(
          ProblemType.INVALID_DATA_SET,
          "The source could not be read to its end.",
          List.of(new FieldError("source", "cannot be read; the server's log says why")));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(
          ProblemType.SHUTTING_DOWN, "This server is shutting down; send the request to another.");
    }
  }

  private static ProblemException notPermitted(Failure why) {
    return why.code().equals(FailureClass.SWITCHED_OFF.code())
        ? new ProblemException(ProblemType.SWITCHED_OFF, why.message() + ".")
        : ProblemException.of(
            ProblemType.FORBIDDEN, List.of(new FieldError("source", why.message())));
  }
}
