package dev.reprise.journal.file;

import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.seal.HashChainVerifier;
import dev.reprise.journal.store.EventReader;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Verifies record files without a server. It needs the file and its sealing keys, but no encryption
 * keys, because hashes cover payloads as they are stored.
 */
public final class RecordVerifier {

  private final KeySource sealing;

  /**
   * @param sealing all keys that the file may be sealed with; with {@link KeyRing#EMPTY} this finds
   *     only changes by someone who did not compute the SHA-256 hashes again
   */
  public RecordVerifier(KeyRing sealing) {
    this.sealing = KeySource.of(sealing);
  }

  /**
   * The summary of a sound file.
   *
   * @param keys ids of the keys that its events are sealed with; none if they are not sealed
   */
  public record Sound(RecordHeader header, long events, Set<String> keys) {}

  /**
   * Verifies a file.
   *
   * @throws ForgedRecordFileException if it is not as it was exported; the message says which line
   *     and why
   * @throws KeyMissingException if it is sealed with a key that was not given
   */
  public Sound verify(InputStream file) throws IOException, ForgedRecordFileException {
    return verify(file, Position.START);
  }

  /**
   * Verifies a file, and that it has an event of which another place knows. A chain alone does not
   * show that its end is missing.
   *
   * @throws ForgedRecordFileException if it is not as it was exported, or has another event there
   *     or none; the message says which line and why
   * @throws KeyMissingException if it is sealed with a key that was not given
   */
  public Sound verify(InputStream file, Position known)
      throws IOException, ForgedRecordFileException {
    HashChainVerifier check = HashChainVerifier.ofFiles(sealing);
    var count = new Count(known);
    new RecordFileReader(sealing, check, RecordSettings.MAX_LINE_BYTES).read(file, count);
    if (count.events < known.sequence()) {
      throw new ForgedRecordFileException(
          count.line + 1,
          "the record ends with event %d; event %d, which is known from elsewhere, is missing"
              .formatted(count.events, known.sequence()));
    }
    return new Sound(count.header.orElseThrow(), count.events, count.keys);
  }

  private static final class Count implements RecordFileReader.Sink {

    private final Position known;
    private Optional<RecordHeader> header = Optional.empty();
    private long events;
    private long line;
    private final Set<String> keys = new TreeSet<>();

    Count(Position known) {
      this.known = known;
    }

    @Override
    public void header(RecordHeader first) {
      header = Optional.of(first);
      line++;
    }

    @Override
    public void event(EventReader.Row row, LinePlace place) throws ForgedRecordFileException {
      events++;
      line++;
      Position position = row.event().position();
      if (position.sequence() == known.sequence() && !position.hash().equals(known.hash())) {
        throw new ForgedRecordFileException(
            line,
            "event %d is another one than that which is known from elsewhere: its hash is %s"
                .formatted(position.sequence(), position.hash()));
      }
      if (row.event().protection().isSealed()) {
        keys.add(row.event().protection().sealKey());
      }
    }
  }
}
