package dev.reprise.api.run;

/** The owner of a run is a start of a server: the server's name, {@code #}, and a unique part. */
final class RunOwner {

  private RunOwner() {}

  /** Returns the server's name. */
  static String server(String owner) {
    int start = owner.lastIndexOf('#');
    return start < 0 ? owner : owner.substring(0, start);
  }
}
