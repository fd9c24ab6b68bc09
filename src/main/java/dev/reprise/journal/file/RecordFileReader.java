package dev.reprise.journal.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.seal.Blob;
import dev.reprise.journal.seal.FileDigest;
import dev.reprise.journal.seal.HashChain;
import dev.reprise.journal.seal.HashChainVerifier;
import dev.reprise.journal.seal.StoredEvent.Protection;
import dev.reprise.journal.store.EventReader;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a record file and verifies all of it: every event follows the one before, and the end
 * covers every byte before it. Tested by {@code RecordFileTest}.
 */
final class RecordFileReader {

  private final KeySource sealing;
  private final HashChainVerifier check;
  private final int maxLineBytes;

  private long line;
  private long offset;
  private Position position = Position.START;
  private Optional<Protection> before = Optional.empty();

  /**
   * @param check verifies events
   * @param maxLineBytes the longest line: each line is in memory as a whole
   */
  RecordFileReader(KeySource sealing, HashChainVerifier check, int maxLineBytes) {
    this.sealing = sealing;
    this.check = check;
    this.maxLineBytes = maxLineBytes;
  }

  /** Receives the verified lines, in the order of the file. */
  interface Sink {
    void header(RecordHeader header) throws ForgedRecordFileException;

    void event(EventReader.Row row, LinePlace place) throws ForgedRecordFileException;
  }

  /**
   * Reads a file to its end. The sink may rely on the lines only after this returns.
   *
   * @throws ForgedRecordFileException if a line is not as it was exported; the message says which
   * @throws KeyMissingException if it is sealed with a key that this server lacks
   */
  void read(InputStream in, Sink sink) throws IOException, ForgedRecordFileException {
    var bytes = new BufferedInputStream(in);
    byte[] first = nextLine(bytes);
    RecordHeader header = header(first);
    var digests = new Digests();
    digests.add(first);
    sink.header(header);
    while (true) {
      byte[] text = nextLine(bytes);
      RecordLine read = parse(text);
      if (read.end().isPresent()) {
        check(read.end().get(), digests);
        if (bytes.read() >= 0) {
          throw new ForgedRecordFileException(line + 1, "there is data after the end");
        }
        return;
      }
      RecordLine.Event event =
          read.event()
              .orElseThrow(
                  () -> new ForgedRecordFileException(line, "is neither an event nor the end"));
      sink.event(verified(header, event), new LinePlace(offset - text.length, text.length));
      digests.add(text);
    }
  }

  private RecordHeader header(byte[] text) throws ForgedRecordFileException {
    RecordHeader header =
        parse(text).header().orElseThrow(() -> new ForgedRecordFileException(1, "is not a header"));
    if (!header.hasKnownFormat()) {
      throw new ForgedRecordFileException(
          1,
          "is format '%s' version %d; this server reads '%s' version %d"
              .formatted(
                  header.format(), header.version(), RecordHeader.FORMAT, RecordHeader.VERSION));
    }
    return header;
  }

  private EventReader.Row verified(RecordHeader header, RecordLine.Event event)
      throws ForgedRecordFileException {
    EventReader.Row row = event.row();
    if (!event.run().equals(header.run()) || !event.tenant().equals(header.tenant())) {
      throw new ForgedRecordFileException(
          line, "is an event of another run or tenant than the header's");
    }
    try {
      check.verify(row.event(), position, before);
    } catch (KeyMissingException e) {
      throw e;
    } catch (BrokenRecordException e) {
      throw new ForgedRecordFileException(line, String.valueOf(e.getMessage()));
    }
    if (!event.blob().isEmpty() && !Blob.address(row.content()).equals(event.blob())) {
      throw new ForgedRecordFileException(
          line,
          "event %d: its payload is not the one that it refers to".formatted(event.sequence()));
    }
    if (event.blob().isEmpty() && event.content().isPresent()) {
      throw new ForgedRecordFileException(
          line, "event %d: has two payloads".formatted(event.sequence()));
    }
    position = row.event().position();
    before = Optional.of(row.event().protection());
    return row;
  }

  private void check(RecordLine.End end, Digests digests) throws ForgedRecordFileException {
    if (end.events() != position.sequence()) {
      throw new ForgedRecordFileException(
          line, "the end counts %d events, not %d".formatted(end.events(), position.sequence()));
    }
    if (end.sealKey().isEmpty() && before.filter(Protection::isSealed).isPresent()) {
      throw new ForgedRecordFileException(line, "the end is not sealed, as the events are");
    }
    if (!HashChain.isSame(digests.hex(end.sealKey()), end.digest())) {
      throw new ForgedRecordFileException(
          line, "the digest does not match: a line before the end is not as it was exported");
    }
  }

  private RecordLine parse(byte[] text) throws ForgedRecordFileException {
    try {
      RecordLine parsed = RecordFileWriter.MAPPER.readValue(text, RecordLine.class);
      int parts =
          (parsed.header().isPresent() ? 1 : 0)
              + (parsed.event().isPresent() ? 1 : 0)
              + (parsed.end().isPresent() ? 1 : 0);
      if (parts == 1) {
        return parsed;
      }
    } catch (JsonProcessingException e) {
      // its message would quote the line
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can be read", e);
    }
    throw new ForgedRecordFileException(line, "is not a line of a record file");
  }

  /** Returns the next line, including its end. */
  private byte[] nextLine(InputStream in) throws IOException, ForgedRecordFileException {
    byte[] text = lineIn(in);
    offset += text.length;
    return text;
  }

  private byte[] lineIn(InputStream in) throws IOException, ForgedRecordFileException {
    line++;
    var text = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      text.write(next);
      if (next == '\n') {
        return text.toByteArray();
      }
      if (text.size() == maxLineBytes) {
        throw new ForgedRecordFileException(
            line, "has more than the allowed %d bytes".formatted(maxLineBytes));
      }
    }
    throw new ForgedRecordFileException(line, "the file ends here, before its end");
  }

  /** Only the end names its key, so this computes a digest with each key it may name. */
  private final class Digests {

    private final FileDigest plain = FileDigest.plain();
    private final Map<String, FileDigest> sealed = new HashMap<>();

    Digests() {
      for (KeyRing.Key key : sealing.keys()) {
        sealed.put(key.id(), FileDigest.withKey(key));
      }
    }

    void add(byte[] bytes) {
      plain.add(bytes);
      sealed.values().forEach(digest -> digest.add(bytes));
    }

    String hex(String key) throws ForgedRecordFileException {
      FileDigest digest = key.isEmpty() ? plain : sealed.get(key);
      if (digest == null) {
        throw new ForgedRecordFileException(
            line, "the end is sealed with key '%s', which is missing here".formatted(key));
      }
      return digest.hex();
    }
  }
}
