package dev.reprise.journal.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.seal.FileDigest;
import dev.reprise.journal.store.EventReader;
import dev.reprise.platform.Json;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Writes a run's record as a file of JSON lines: a header, the events as they are stored, an end.
 */
public final class RecordFileWriter {

  static final ObjectMapper MAPPER =
      Json.mapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT);

  private final OutputStream out;
  private final Optional<KeyRing.Key> key;
  private final FileDigest digest;
  private long events;

  public RecordFileWriter(OutputStream out, KeySource sealing) {
    this.out = out;
    this.key = sealing.active();
    this.digest = key.map(FileDigest::withKey).orElseGet(FileDigest::plain);
  }

  public void header(RecordHeader header) throws IOException {
    line(RecordLine.of(header));
  }

  public void event(EventReader.Row row) throws IOException {
    line(RecordLine.of(RecordLine.Event.of(row)));
    events++;
  }

  public void end() throws IOException {
    String id = key.map(KeyRing.Key::id).orElse("");
    line(RecordLine.of(new RecordLine.End(events, id, digest.hex())));
    out.flush();
  }

  private void line(RecordLine line) throws IOException {
    byte[] bytes = (MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    digest.add(bytes);
    out.write(bytes);
  }
}
