package dev.reprise.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * An operation of the API, and what it answers to each caller.
 *
 * @param operation method and path as the API's own document names them, below {@code /api/v1}
 * @param address that is asked, with placeholders for things
 * @param body with the same placeholders; empty for none
 * @param statuses one for each {@link Asker}, in their order
 */
record Endpoint(String operation, String address, String body, List<Integer> statuses) {

  private static final String TABLE = "/api/endpoints.txt";

  static List<Endpoint> all() {
    try (InputStream table = Endpoint.class.getResourceAsStream(TABLE)) {
      return new String(table.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Endpoint::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Endpoint of(String line) {
    int callers = Asker.values().length;
    String[] cells = line.split("\\|", callers + 3);
    List<Integer> statuses =
        Arrays.stream(cells).limit(callers).map(cell -> Integer.valueOf(cell.strip())).toList();
    return new Endpoint(
        cells[callers].strip(), cells[callers + 1].strip(), cells[callers + 2].strip(), statuses);
  }

  String method() {
    return operation.split(" ", 2)[0];
  }

  @Override
  public String toString() {
    return operation;
  }
}
