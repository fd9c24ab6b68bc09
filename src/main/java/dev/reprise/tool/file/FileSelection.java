package dev.reprise.tool.file;

import java.util.Optional;

/**
 * The files that a tool works on.
 *
 * @param path where to begin: a directory, or a single file
 * @param glob which of them, relative to where it begins; all if empty
 * @param recursive whether directories are entered, or listed instead
 * @param includeIgnored whether directories of {@link FileWalk#IGNORED} are entered too
 */
record FileSelection(String path, Optional<Glob> glob, boolean recursive, boolean includeIgnored) {}
