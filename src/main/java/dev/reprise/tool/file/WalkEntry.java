package dev.reprise.tool.file;

import java.nio.file.Path;

/**
 * A file, directory or other entry that a walk found.
 *
 * @param path its real path on the server, never shown
 * @param name its path relative to the workspace, as a model writes it
 * @param kind what it is; a link is not followed
 * @param bytes its size
 */
record WalkEntry(Path path, String name, Kind kind, long bytes) {

  enum Kind {
    FILE,
    DIRECTORY,
    LINK,
    /** A pipe, a socket or a device: never opened. */
    OTHER
  }

  boolean isFile() {
    return kind == Kind.FILE;
  }
}
