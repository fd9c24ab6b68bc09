package dev.reprise.queue.inbox;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.EventType;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.codec.EventCodec;
import dev.reprise.journal.codec.EventRedactor;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.approval.Person;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/**
 * Stores people's decisions about calls of runs that do not wait for people at this moment. While a
 * job holds a run, only that job writes the run's journal, so a decision waits here, redacted and
 * never changed, until the run waits or is paused.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class DecisionInbox {

  private static final System.Logger LOG = System.getLogger(DecisionInbox.class.getName());

  private final Database database;
  private final TextEncryption texts;
  private final EventRedactor redactor;
  private final EventCodec codec = new EventCodec();

  @Inject
  public DecisionInbox(Database database, TextEncryption texts, Redaction redaction) {
    this.database = database;
    this.texts = texts;
    this.redactor = new EventRedactor(redaction);
  }

  /** What became of a decision. */
  public enum Posted {
    ACCEPTED,
    /** The run has ended or does not exist. */
    NOT_ACTIVE,
    /** Another decision about this state of the call is stored and comes first. */
    ALREADY_DECIDED
  }

  /** How many people decide about one state of a call. */
  public enum Deciders {
    /** The first decision is the only one. */
    ONE,
    /** Each person's first decision is stored. */
    SEVERAL
  }

  /** Stores a decision. When this method returns {@code ACCEPTED}, the decision is durable. */
  public Posted post(UUID run, HumanInputEvent decision, Deciders deciders) {
    return database.together(statements -> post(statements, run, decision, deciders));
  }

  private Posted post(
      JdbcTransaction statements, UUID run, HumanInputEvent decision, Deciders deciders) {
    // The row is locked until the commit, so no other decision gets this number.
    if (statements.update(DecisionSql.LOCK_ACTIVE, run) == 0) {
      return Posted.NOT_ACTIVE;
    }
    String call = call(decision, deciders);
    if (!statements.rows(DecisionSql.ABOUT, row -> call, run, call).isEmpty()) {
      return Posted.ALREADY_DECIDED;
    }
    long number = statements.number(DecisionSql.NEXT, run);
    TextEncryption.Encrypted encrypted =
        texts.hide(place(run, number), codec.write(redactor.apply(decision)));
    EventType type = EventType.of(decision);
    statements.insert(
        RowValues.of("run_decision")
            .set("run_id", run)
            .set("number", number)
            .set("call_key", call)
            .set("type", type.typeName())
            .set("version", type.version())
            .now("posted_at")
            .set("decision", encrypted.text())
            .set("cipher_key", encrypted.key()));
    return Posted.ACCEPTED;
  }

  /** Returns what names the state of a call that a decision is about, and who may add another. */
  private static String call(HumanInputEvent decision, Deciders deciders) {
    ArrayNode name = JsonNodeFactory.instance.arrayNode();
    name.add(decision.phase()).add(decision.iteration()).add(decision.callId());
    decision.digest().ifPresent(name::add);
    if (deciders == Deciders.SEVERAL) {
      name.add(new Person(decision.by()).identity());
    }
    return CanonicalJson.sha256(name);
  }

  /** Returns whether decisions about a run are stored. */
  public boolean hasAny(UUID run) {
    return database.number(DecisionSql.NEXT, run) > 1;
  }

  /**
   * Returns whether decisions about a run are stored that this server can read. A run must not wait
   * for one that is encrypted with a key that the server lacks, or that was changed.
   */
  public boolean hasReadable(UUID run) {
    return database.rows(DecisionSql.OF_RUN, DecisionInbox::read, run).stream()
        .anyMatch(this::isReadable);
  }

  private boolean isReadable(PostedDecision posted) {
    try {
      open(posted);
      return true;
    } catch (BrokenRecordException e) {
      LOG.log(
          WARNING,
          "run %s: a decision about a call cannot be read here; the run pauses without it"
              .formatted(posted.run()),
          e);
      return false;
    }
  }

  /** Returns the first decisions about runs that no job holds or is about to hold. */
  public List<PostedDecision> deliverable() {
    return database.rows(DecisionSql.DELIVERABLE, DecisionInbox::read);
  }

  private static PostedDecision read(Row row) {
    return new PostedDecision(
        row.id("run_id"),
        row.number("number"),
        row.text("type"),
        row.integer("version"),
        new TextEncryption.Encrypted(row.text("cipher_key"), row.text("decision")));
  }

  /**
   * Returns the event that records a decision.
   *
   * @throws dev.reprise.journal.KeyMissingException if it is encrypted with a key that this server
   *     lacks
   * @throws BrokenRecordException if it was changed
   */
  public HumanInputEvent open(PostedDecision posted) {
    String payload = texts.show(place(posted.run(), posted.number()), posted.encrypted());
    return (HumanInputEvent) codec.read(posted.type(), posted.version(), payload);
  }

  /** Removes a decision that the run has taken or will not take. */
  public void remove(PostedDecision posted) {
    database.update(DecisionSql.DELETE, posted.run(), posted.number());
  }

  private static TextEncryption.Place place(UUID run, long number) {
    return new TextEncryption.Place(run, number, "decision");
  }
}
