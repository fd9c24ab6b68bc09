package dev.reprise.tool.file;

import java.util.Optional;

/**
 * The files that a tool works on.
 *
 * @param path where to start: a directory, or a single file
 * @param glob selects files by their path relative to the start; empty for all
 * @param recursive whether directories are entered; otherwise they are listed
 * @param includeIgnored whether directories of {@link FileWalk#IGNORED} are entered too
 */
record FileSelection(String path, Optional<Glob> glob, boolean recursive, boolean includeIgnored) {}
