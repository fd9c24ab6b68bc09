package dev.reprise.schedule;

/** What was decided about a firing. */
public record SlotDecision(Firing firing, Decision decision) {}
