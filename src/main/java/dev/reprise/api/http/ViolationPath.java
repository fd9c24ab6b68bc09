package dev.reprise.api.http;

import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/** Where a constraint of a request is violated, as the JSON of the caller has it. */
final class ViolationPath {

  private ViolationPath() {}

  /**
   * Returns the path from the body: {@code labels.team} for the key of a map as well as for its
   * value, {@code events[1]} for an element of a list.
   */
  static String of(Path path) {
    var text = new StringBuilder();
    // the first two nodes are the method and its parameter, which callers do not know
    List<Path.Node> nodes = StreamSupport.stream(path.spliterator(), false).skip(2).toList();
    for (Path.Node node : nodes) {
      if (node.isInIterable()) {
        text.append(element(node));
      }
      if (isMember(node)) {
        text.append(text.isEmpty() ? "" : ".").append(node.getName());
      }
    }
    return text.toString();
  }

  /** Returns false for an object as a whole, which has no name, and for {@code <map key>}. */
  private static boolean isMember(Path.Node node) {
    return node.getKind() != ElementKind.BEAN && node.getKind() != ElementKind.CONTAINER_ELEMENT;
  }

  /** Returns which element of the node before a node is in; sets have neither keys nor indexes. */
  private static String element(Path.Node node) {
    if (node.getKey() != null) {
      return "." + node.getKey();
    }
    return node.getIndex() == null ? "[]" : "[%d]".formatted(node.getIndex());
  }
}
