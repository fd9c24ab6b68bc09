package dev.reprise.cli.baseline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares two traces step by step. Tested by {@code BaselineTest}. */
final class TraceComparison {

  private final List<Pattern> ignored;

  TraceComparison(List<String> ignored) {
    this.ignored = ignored.stream().map(TraceComparison::pattern).toList();
  }

  private static Pattern pattern(String address) {
    return Pattern.compile(
        Stream.of(address.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  List<String> differences(Trace expected, Trace actual) {
    Map<String, Step> before = byPlace(expected);
    Map<String, Step> now = byPlace(actual);
    List<String> differences = new ArrayList<>();
    for (Step step : expected.steps()) {
      Step other = now.get(step.at());
      if (isIgnored(step.at())) {
        continue;
      }
      if (other == null) {
        differences.add(step.at() + ": is missing");
      } else {
        compare(step, other, differences);
      }
    }
    for (Step step : actual.steps()) {
      if (!before.containsKey(step.at()) && !isIgnored(step.at())) {
        differences.add("%s: is new: %s".formatted(step.at(), step.values()));
      }
    }
    order(before, now, differences);
    return differences;
  }

  private void compare(Step expected, Step actual, List<String> differences) {
    Set<String> names = new LinkedHashSet<>(expected.values().keySet());
    names.addAll(actual.values().keySet());
    for (String name : names) {
      String before = expected.values().get(name);
      String now = actual.values().get(name);
      if (!Objects.equals(before, now) && !isIgnored(expected.at() + "." + name)) {
        differences.add(
            "%s: %s was %s, is %s".formatted(expected.at(), name, shown(before), shown(now)));
      }
    }
  }

  private static String shown(@Nullable String value) {
    return value == null ? "absent" : "'" + value + "'";
  }

  private static void order(
      Map<String, Step> before, Map<String, Step> now, List<String> differences) {
    List<String> expected = before.keySet().stream().filter(now::containsKey).toList();
    List<String> actual = now.keySet().stream().filter(before::containsKey).toList();
    for (int i = 0; i < expected.size(); i++) {
      if (!expected.get(i).equals(actual.get(i))) {
        differences.add("%s: comes after %s now".formatted(expected.get(i), actual.get(i)));
        return; // all steps after it are shifted
      }
    }
  }

  private boolean isIgnored(String address) {
    return ignored.stream().anyMatch(it -> it.matcher(address).matches());
  }

  private static Map<String, Step> byPlace(Trace trace) {
    Map<String, Step> steps = new LinkedHashMap<>();
    trace.steps().forEach(step -> steps.put(step.at(), step));
    return steps;
  }
}
