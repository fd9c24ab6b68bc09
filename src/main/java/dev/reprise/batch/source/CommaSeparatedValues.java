package dev.reprise.batch.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.reprise.platform.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads items from comma-separated values as in RFC 4180, in UTF-8. The first row names the fields,
 * all values are texts, and blank lines are skipped.
 */
final class CommaSeparatedValues {

  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private static final CsvFactory FACTORY =
      CsvFactory.builder().enable(CsvParser.Feature.SKIP_EMPTY_LINES).build();

  private final BufferedReader text;
  private final RowLimit characters;
  private final CsvParser parser;
  private final ItemCollector items;
  private int line = 1;

  private CommaSeparatedValues(InputStream in, ItemCollector items) throws IOException {
    this.text = new BufferedReader(new InputStreamReader(in, UTF_8.newDecoder()));
    this.characters = new RowLimit(text, items.limits().itemBytes());
    this.parser = FACTORY.createParser(characters);
    this.items = items;
  }

  static void read(InputStream in, ItemCollector items) throws IOException {
    new CommaSeparatedValues(in, items).read();
  }

  /** What cannot be parsed ends the file, because no one knows where the next row begins. */
  private void read() throws IOException {
    try {
      skipByteOrderMark();
      List<String> header = row();
      if (isHeader(header)) {
        readRows(header);
      }
    } catch (JsonProcessingException e) {
      items.refuse(place(), "is not CSV: " + Json.reason(e));
    } catch (CharacterCodingException e) {
      items.refuse(place(), "is followed by what is not UTF-8");
    } catch (RowLimit.RowTooLongException e) {
      items.refuse(place(), tooLong());
    }
  }

  private void skipByteOrderMark() throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
  }

  private void readRows(List<String> header) throws IOException {
    for (List<String> row = row(); !row.isEmpty() && !items.isDone(); row = row()) {
      take(header, row);
    }
  }

  /** Returns the next row; empty at the end. */
  private List<String> row() throws IOException {
    if (parser.currentToken() != null) {
      line = parser.currentLocation().getLineNr(); // where the row begins: blank lines are skipped
    }
    characters.beginRow();
    List<String> values = new ArrayList<>();
    if (parser.nextToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        values.add(parser.getText());
      }
    }
    return values;
  }

  private boolean isHeader(List<String> header) {
    Set<String> names = new HashSet<>();
    for (String name : header) {
      if (name.isBlank() || !name.equals(name.strip()) || name.indexOf('\0') >= 0) {
        items.refuse(
            "header",
            "column %d must have a name without blanks around it, not '%s'"
                .formatted(header.indexOf(name) + 1, name.replace('\0', ' ')));
      } else if (!names.add(name)) {
        items.refuse("header", "has the column '%s' twice".formatted(name));
      }
    }
    return names.size() == header.size();
  }

  private void take(List<String> header, List<String> row) {
    long size = row.stream().mapToLong(it -> it.getBytes(UTF_8).length).sum();
    if (row.size() != header.size()) {
      items.refuse(
          place(),
          "has %d values, and the header names %d fields".formatted(row.size(), header.size()));
    } else if (size > items.limits().itemBytes()) {
      items.refuse(place(), tooLong());
    } else if (row.stream().anyMatch(it -> it.indexOf('\0') >= 0)) {
      items.refuse(place(), "has a zero character; the file must be text in UTF-8");
    } else {
      items.take(place(), item(header, row), size);
    }
  }

  private static ObjectNode item(List<String> header, List<String> row) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < header.size(); i++) {
      item.put(header.get(i), row.get(i));
    }
    return item;
  }

  private String place() {
    return "line " + line;
  }

  private String tooLong() {
    return "has more than %d bytes".formatted(items.limits().itemBytes());
  }
}
