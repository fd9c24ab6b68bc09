package dev.reprise.schedule;

/** What was decided about a firing. */
record Ruling(Firing firing, Decision decision) {}
