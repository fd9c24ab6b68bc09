package dev.reprise.schedule;

/** Where a schedule stands. */
public enum ScheduleStatus {
  /** Its due times fire. */
  ACTIVE,
  /** An operator holds it back; due times that pass meanwhile are passed over when it goes on. */
  PAUSED,
  /** It has no due time any more. */
  ENDED
}
