package dev.reprise.execution.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.platform.Json;

/** Where a call was made. The id alone is not unique: a later reply may use it again. */
record CallLocation(String callId, String phase, int iteration) {

  static CallLocation of(ToolCallEvent event) {
    return new CallLocation(event.callId(), event.phase(), event.iteration());
  }

  /** Returns this as arguments for {@link ReadResultTool}. */
  String arguments() {
    return Json.write(
        JsonNodeFactory.instance
            .objectNode()
            .put("call_id", callId)
            .put("phase", phase)
            .put("iteration", iteration));
  }
}
