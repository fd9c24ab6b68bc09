package dev.reprise.tool;

/** stand-in until merged. */
public record Workspace(java.nio.file.Path root) {}
