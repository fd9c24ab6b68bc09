package dev.reprise.run.state;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.codec.RecordJson;
import dev.reprise.platform.CanonicalJson;

/**
 * By what a call is known again, whatever its id, the order of its arguments' members and the
 * spaces between them: a SHA-256, or the start of one.
 */
final class CallFingerprint {

  /** In 256 of them two are equal by chance once in 10^15 times. */
  private static final int DIGITS = 16;

  private CallFingerprint() {}

  /** Returns the digest of a tool and the arguments that it is given. */
  static String of(ToolCall call) {
    return digest(asked(call));
  }

  /**
   * Returns the whole digest of what a person is shown of a call.
   *
   * @param openings how often the call was started or a person was asked about it
   */
  static String shown(ToolCall call, int openings) {
    return CanonicalJson.sha256(asked(call).add(openings));
  }

  /** Returns the digest of the same and of what came of it. */
  static String of(ToolCall call, ToolOutcome outcome) {
    ArrayNode parts = asked(call);
    switch (outcome) {
      case ToolOutcome.Succeeded done -> {
        parts.add("succeeded").add(done.content());
        for (Block.Image image : done.images()) {
          parts.add(image.source()).add(image.mediaType());
        }
      }
      case ToolOutcome.Failed(Failure failure) ->
          parts.add("failed").add(failure.code()).add(failure.message());
    }
    return digest(parts);
  }

  private static ArrayNode asked(ToolCall call) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(call.tool())
        .add(RecordJson.tree(call.arguments().text()));
  }

  private static String digest(ArrayNode parts) {
    return CanonicalJson.sha256(parts).substring(0, DIGITS);
  }
}
