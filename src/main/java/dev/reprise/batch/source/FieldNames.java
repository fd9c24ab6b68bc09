package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The names of an item's fields, for a message that says what is available. */
final class FieldNames {

  private static final int SHOWN = 12;

  private FieldNames() {}

  static String of(ObjectNode item) {
    List<String> names = new ArrayList<>();
    item.fieldNames().forEachRemaining(names::add);
    return of(names);
  }

  static String of(Collection<String> names) {
    if (names.isEmpty()) {
      return "no fields";
    }
    String shown = String.join(", ", names.stream().limit(SHOWN).toList());
    return names.size() > SHOWN ? "%s and %d more".formatted(shown, names.size() - SHOWN) : shown;
  }
}
