package dev.reprise.api.idempotency;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.platform.server.ServerStarts;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of the last requests, in the database of all servers.
 *
 * <p>Methods throw {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
public class IdempotencyKeys {

  /** How long a response is kept. */
  static final Duration KEPT = Duration.ofHours(24);

  /** How long a request with a key may take, on a server that is alive. */
  static final Duration LONGEST = Duration.ofMinutes(5);

  private static final String CLAIMED = RunSql.fromNow(LONGEST);

  private static final String DELETE_EXPIRED =
      "DELETE FROM idempotency_key WHERE id = ? AND expires_at < CURRENT_TIMESTAMP";
  private static final String FIND = "SELECT * FROM idempotency_key WHERE id = ?";

  /** This server is alive, whether or not it sends heartbeats; on Derby it sends none. */
  private static final String CLAIM_AGAIN =
      """
      UPDATE idempotency_key SET claimed_by = ?, claimed_until = %s
      WHERE id = ? AND status IS NULL
        AND (claimed_until < CURRENT_TIMESTAMP OR (claimed_by <> ? AND NOT %s))\
      """
          .formatted(CLAIMED, ServerStarts.isAlive("idempotency_key.claimed_by"));

  /** A claim of this server for a request that is not at work: its answer, or its end, was lost. */
  private static final String CLAIM_LOST =
      """
      UPDATE idempotency_key SET claimed_until = %s
      WHERE id = ? AND status IS NULL AND claimed_by = ?"""
          .formatted(CLAIMED);

  private static final String LEAVE =
      "UPDATE idempotency_key SET claimed_until = "
          + RunSql.fromNow(Duration.ofSeconds(-1))
          + " WHERE id = ? AND status IS NULL";
  private static final String FORGET =
      "DELETE FROM idempotency_key WHERE id = ? AND status IS NULL";

  private final Database database;
  private final TextEncryption texts;
  private final ServerIdentity server;
  private final MonotonicClock clock;

  /** The requests that this server is carrying out, by their ids. */
  private final Map<String, Work> atWork = new ConcurrentHashMap<>();

  @Inject
  public IdempotencyKeys(
      Database database, TextEncryption texts, ServerIdentity server, MonotonicClock clock) {
    this.database = database;
    this.texts = texts;
    this.server = server;
    this.clock = clock;
  }

  /** Claims the key of a request, or tells what became of an earlier request with it. */
  KeyClaim claim(KeyedRequest request) {
    var mine = new Work(clock.nanos());
    if (atWork.merge(request.id(), mine, Work::orAfter) != mine) {
      return found(request, false);
    }
    boolean isClaimed = false;
    try {
      KeyClaim claim = claimAlone(request);
      isClaimed = claim instanceof KeyClaim.First;
      return claim;
    } finally {
      if (!isClaimed) {
        atWork.remove(request.id(), mine);
      }
    }
  }

  /** A request that is at work, for at most {@link #LONGEST}. */
  private static final class Work {

    private final long since;

    private Work(long since) {
      this.since = since;
    }

    private Work orAfter(Work next) {
      return next.since - since > LONGEST.toNanos() ? next : this;
    }
  }

  private KeyClaim claimAlone(KeyedRequest request) {
    UUID created = UUID.randomUUID();
    try {
      database.together(
          statements -> {
            statements.update(DELETE_EXPIRED, request.id());
            return statements.insert(
                RowValues.of("idempotency_key")
                    .set("id", request.id())
                    .set("fingerprint", request.fingerprint())
                    .set("created_id", created)
                    .set("run_id", request.run().orElse(created))
                    .set("claimed_by", server.thisStart())
                    .sql("claimed_until", CLAIMED)
                    .sql("expires_at", RunSql.fromNow(KEPT)));
          });
      return new KeyClaim.First(created, false);
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isDuplicateKey)) {
        return found(request, true);
      }
      throw e;
    }
  }

  /**
   * @param isOnly whether this server carries out no other request with the key
   */
  private KeyClaim found(KeyedRequest request, boolean isOnly) {
    Optional<Stored> row = database.first(FIND, Stored::read, request.id());
    if (row.isEmpty()) {
      return new KeyClaim.InFlight(); // refused or expired a moment ago; the client tries again
    }
    if (!row.get().fingerprint().equals(request.fingerprint())) {
      return new KeyClaim.Mismatch();
    }
    if (row.get().status().isPresent()) {
      return new KeyClaim.Done(response(row.get()));
    }
    boolean isClaimed =
        database.moves(CLAIM_AGAIN, server.thisStart(), request.id(), server.thisStart())
            || (isOnly && database.moves(CLAIM_LOST, request.id(), server.thisStart()));
    return isClaimed ? new KeyClaim.First(row.get().created(), true) : new KeyClaim.InFlight();
  }

  private StoredResponse response(Stored row) {
    String body =
        texts.show(place(row.created()), new TextEncryption.Encrypted(row.cipherKey(), row.body()));
    return new StoredResponse(row.status().orElseThrow(), row.location(), body);
  }

  /** Stores the response of a request that was carried out. */
  void complete(KeyedRequest request, UUID created, StoredResponse response) {
    TextEncryption.Encrypted encrypted = texts.hide(place(created), response.body());
    RowValues row =
        RowValues.of("idempotency_key")
            .set("status", response.status())
            .set("location", response.location())
            .set("cipher_key", encrypted.key())
            .set("body", encrypted.text())
            .set("run_id", shown(request, created, response));
    end(request, () -> database.moves(row, "id = ?", request.id()));
  }

  /** The Location may be that of an earlier run, which the submission's dedupeKey has found. */
  private static UUID shown(KeyedRequest request, UUID created, StoredResponse response) {
    return response.location().flatMap(KeyedRequest::runIn).or(request::run).orElse(created);
  }

  /** Leaves a key whose outcome is not known to the next request with it. */
  void leave(KeyedRequest request) {
    end(request, () -> database.update(LEAVE, request.id()));
  }

  /** Forgets the key of a request that was refused, and so has changed nothing. */
  void forget(KeyedRequest request) {
    end(request, () -> database.update(FORGET, request.id()));
  }

  private void end(KeyedRequest request, Runnable change) {
    try {
      change.run();
    } finally {
      atWork.remove(request.id()); // last: until then its row seems to be that of a lost request
    }
  }

  /** Removes the keys whose time is over; returns their number. */
  int removeExpired() {
    return database.update("DELETE FROM idempotency_key WHERE expires_at < CURRENT_TIMESTAMP");
  }

  private static TextEncryption.Place place(UUID created) {
    return new TextEncryption.Place(created, 0, "response");
  }

  private record Stored(
      String fingerprint,
      UUID created,
      Optional<Integer> status,
      Optional<String> location,
      String cipherKey,
      String body) {

    private static Stored read(Row row) {
      return new Stored(
          row.text("fingerprint"),
          row.id("created_id"),
          row.optionalInteger("status"),
          row.optionalText("location"),
          row.optionalText("cipher_key").orElse(""),
          row.optionalText("body").orElse(""));
    }
  }
}
