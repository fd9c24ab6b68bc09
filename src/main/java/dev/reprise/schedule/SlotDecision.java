package dev.reprise.schedule;

/** The decision about a firing. */
public record SlotDecision(Firing firing, FiringDecision decision) {}
