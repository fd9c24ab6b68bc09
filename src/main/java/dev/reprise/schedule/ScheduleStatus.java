package dev.reprise.schedule;

/** The status of a schedule. */
public enum ScheduleStatus {
  /** Its due times fire. */
  ACTIVE,
  /** A person paused it; due times that pass until it is resumed are skipped. */
  PAUSED,
  /** It has no more due times. */
  ENDED
}
