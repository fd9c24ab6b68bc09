package dev.reprise.cli.doctor;

import java.util.Locale;

/** How bad a finding is. */
enum Severity {
  /** Something does not work. */
  ERROR,
  /** Something works, but somebody should look at it. */
  WARNING;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
