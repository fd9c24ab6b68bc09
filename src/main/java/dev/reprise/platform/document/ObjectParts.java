package dev.reprise.platform.document;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the parts of an object of an operator's file one by one, to find the errors of all. */
public final class ObjectParts {

  private final DocumentObject object;
  private final List<String> misfits;
  private final List<String> errors;
  private boolean isWhole;

  /**
   * @param misfits the places of the file that do not fit its schema
   * @param errors takes what is found
   */
  ObjectParts(DocumentObject object, List<String> misfits, List<String> errors) {
    this.object = object;
    this.misfits = misfits;
    this.errors = errors;
    this.isWhole = misfits.stream().noneMatch(it -> isIn(object.path(), it) || it.isEmpty());
  }

  /**
   * Reads a member.
   *
   * @return empty if it does not fit the schema, is absent from an object with an error, or is
   *     refused by the reader
   */
  public <T> Optional<T> read(String member, Supplier<T> reader) {
    String path = object.pathOf(member);
    boolean isAbsent = !isWhole && object.member(member).isEmpty();
    if (isAbsent || misfits.stream().anyMatch(it -> isIn(path, it) || isIn(it, path))) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.get());
    } catch (IllegalArgumentException e) {
      errors.add(String.valueOf(e.getMessage()));
      isWhole = false;
      return Optional.empty();
    }
  }

  /** Reads the object by its parts, unless it has an error. */
  public <T> Optional<T> whole(Supplier<T> reader) {
    return isWhole ? Optional.of(reader.get()) : Optional.empty();
  }

  private static boolean isIn(String path, String place) {
    return place.equals(path) || place.startsWith(path + ".") || place.startsWith(path + "[");
  }
}
