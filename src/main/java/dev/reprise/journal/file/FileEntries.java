package dev.reprise.journal.file;

import dev.reprise.journal.seal.Blob;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.store.EventReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/** The events of a record file that was verified; each access reads one of them from the file. */
final class FileEntries extends AbstractList<PreparedAppend.Entry> implements RandomAccess {

  private final RecordFile file;
  private final List<LinePlace> places;

  FileEntries(RecordFile file, List<LinePlace> places) {
    this.file = file;
    this.places = places;
  }

  static PreparedAppend.Entry entry(EventReader.Row row) {
    boolean inBlob = !row.event().protection().blob().isEmpty();
    return new PreparedAppend.Entry(
        row.event(), inBlob ? Optional.of(Blob.of(row.content())) : Optional.empty());
  }

  @Override
  public PreparedAppend.Entry get(int index) {
    LinePlace place = places.get(index);
    try {
      byte[] text = file.from(place.offset()).readNBytes(place.length());
      RecordLine line = RecordFileWriter.MAPPER.readValue(text, RecordLine.class);
      return entry(line.event().orElseThrow().row());
    } catch (IOException e) {
      throw new UncheckedIOException("the file of a record cannot be read again", e);
    }
  }

  @Override
  public int size() {
    return places.size();
  }
}
