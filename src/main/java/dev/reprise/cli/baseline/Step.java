package dev.reprise.cli.baseline;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One step of a run.
 *
 * @param at its place, unique in a trace: a phase ({@code read}), a reply of the model ({@code
 *     read/1}), a tool call of the reply ({@code read/1/c1}), the end of a phase ({@code read/end})
 *     or of the run ({@code end})
 * @param values what happened, by name; long texts are cut, with their digest
 */
public record Step(String at, Map<String, String> values) {

  public Step {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
