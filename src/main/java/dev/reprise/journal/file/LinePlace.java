package dev.reprise.journal.file;

/**
 * Where a line of a record file is.
 *
 * @param offset of its first byte
 * @param length in bytes, with its end
 */
record LinePlace(long offset, int length) {}
