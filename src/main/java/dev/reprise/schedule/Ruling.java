package dev.reprise.schedule;

/** What was decided about a firing. */
public record Ruling(Firing firing, Decision decision) {}
