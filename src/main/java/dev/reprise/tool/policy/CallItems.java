package dev.reprise.tool.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;

/** Counts the items that a call is for: the elements of the longest array in its arguments. */
final class CallItems {

  private CallItems() {}

  static int of(ToolCall call) {
    return longestArray(Json.read(call.arguments().text()));
  }

  /** Returns whether a call is for more items than that; most calls are too short to be read. */
  static boolean areMoreThan(int most, ToolCall call) {
    // an item is at least one digit and a comma
    return call.arguments().text().length() > 2 * most && of(call) > most;
  }

  private static int longestArray(JsonNode value) {
    int longest = value.isArray() ? value.size() : 0;
    for (JsonNode member : value) {
      longest = Math.max(longest, longestArray(member));
    }
    return longest;
  }
}
