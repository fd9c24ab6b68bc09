package dev.reprise.journal.seal;

import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.file.RecordFileWriter;
import dev.reprise.journal.store.EventReader;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Creates record files that no server exported, with arbitrary contents. */
public final class HandMadeFile {

  private HandMadeFile() {}

  /** Returns the header of a run of an agent, whose hash fits its document. */
  public static RecordHeader header(UUID run, String tenant, String agent, String document) {
    return new RecordHeader(
        RecordHeader.FORMAT,
        RecordHeader.VERSION,
        run,
        tenant,
        agent,
        CanonicalJson.sha256(Json.read(document)),
        document,
        "test",
        "ana");
  }

  /**
   * Returns a file whose chain of hashes is sound.
   *
   * @param keys to seal with, see {@link KeyRing#parse}; empty for none, as anyone can do
   */
  public static String of(RecordHeader header, String keys, List<RunEvent> events) {
    EventEncoder recorder = Recorders.with(keys, "", new RecordSettings());
    var writer = new Writer(header.run(), header.tenant(), 1);
    var out = new ByteArrayOutputStream();
    var file = new RecordFileWriter(out, KeySource.of(KeyRing.parse(keys)));
    try {
      file.header(header);
      Position head = Position.START;
      for (RunEvent event : events) {
        PreparedAppend.Entry entry = recorder.write(writer, head, event);
        file.event(new EventReader.Row(entry.row(), entry.row().payload()));
        head = entry.position();
      }
      file.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
